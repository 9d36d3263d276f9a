import Glibc

/// A client that sends exactly the bytes it is given, and reads responses from the same connection.
package final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The server neither responded nor closed the connection.
    private var isStuck = false

    package struct Answer {
        package var status: Int
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }

        package func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    }

    package init(port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            connect(
                descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        precondition(connected == 0, "no connection to port \(port)")
        // A bound for what a broken server would leave hanging, not a measure.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { Glibc.close(descriptor) }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What cannot be sent because the server hung up is left unsent.
    /// - Returns: whether all was sent.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next response; `nil` when the connection ends first.
    package func receive(head isHead: Bool = false) -> Answer? {
        guard let headEnd = fill(until: "\r\n\r\n") else { return nil }
        let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst(headEnd)
        guard let first = lines.first, let status = Int(first.split(separator: " ")[1]) else { return nil }
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":")!
            return (
                name: line[..<colon].lowercased(),
                value: String(line[line.index(after: colon)...].drop { $0 == " " })
            )
        }
        var answer = Answer(status: status, headers: headers, body: [])
        if status == 100 { return receive(head: isHead) }
        if isHead || status == 204 || status == 304 { return answer }
        if answer.header("Transfer-Encoding") == "chunked" {
            while let chunk = receiveChunk() {
                if chunk.isEmpty { return answer }
                answer.body += chunk
            }
            return answer
        }
        guard let length = answer.header("Content-Length").flatMap({ Int($0) }) else {
            while more() {}
            answer.body = buffer
            buffer = []
            return answer
        }
        while buffer.count < length { guard more() else { return nil } }
        answer.body = Array(buffer[..<length])
        buffer.removeFirst(length)
        return answer
    }

    /// The status line and headers alone, for a body that does not end.
    package func receiveHead() -> String? {
        guard let end = fill(until: "\r\n\r\n") else { return nil }
        defer { buffer.removeFirst(end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
    }

    /// The next chunk; empty at the body's end; `nil` when the connection ends first.
    package func receiveChunk() -> [UInt8]? {
        guard let lineEnd = fill(until: "\r\n") else { return nil }
        guard let size = Int(String(decoding: buffer[..<(lineEnd - 2)], as: UTF8.self), radix: 16) else { return nil }
        while buffer.count < lineEnd + size + 2 { guard more() else { return nil } }
        defer { buffer.removeFirst(lineEnd + size + 2) }
        return Array(buffer[lineEnd..<(lineEnd + size)])
    }

    /// What has been received and not read as part of a response.
    package var unread: [UInt8] { buffer }

    /// Whether the server closes the connection (waits for it).
    package func isClosedByServer() -> Bool {
        while more() {}
        return !isStuck
    }

    /// The number of bytes up to and with `mark`.
    private func fill(until mark: String) -> Int? {
        let mark = Array(mark.utf8)
        while true {
            if buffer.count >= mark.count {
                for start in 0...(buffer.count - mark.count)
                where buffer[start..<(start + mark.count)].elementsEqual(mark) {
                    return start + mark.count
                }
            }
            guard more() else { return nil }
        }
    }

    private func more() -> Bool {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &part, part.count, 0)
        guard count > 0 else {
            isStuck = count < 0 && errno == EAGAIN
            return false
        }
        buffer += part[..<count]
        return true
    }
}

extension RawClient {
    /// Sends a well-formed request and reads its response.
    package func ask(
        _ method: String, _ target: String, port: Int, headers: [String] = [], body: String = ""
    ) -> Answer? {
        ask(method, target, port: port, headers: headers, bytes: Array(body.utf8))
    }

    package func ask(
        _ method: String, _ target: String, port: Int, headers: [String] = [], bytes: [UInt8]
    ) -> Answer? {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
        if !bytes.isEmpty || method == "POST" { lines.append("Content-Length: \(bytes.count)") }
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes)
        return receive(head: method == "HEAD")
    }
}
