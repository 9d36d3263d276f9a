import Glibc
import JSONText

/// The server that uses a data folder, as `lookahead export` asks it: HTTP/1.1 over one connection for each request, bodies handed on
/// as they come.
struct LocalServer {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private static let partBytes = 1 << 16
    /// The server sends something at least this often, in seconds.
    private static let silenceLimit = 60

    private let host: String
    private let port: String
    private let token: String?

    /// - Throws: when the address is none that can be asked from here.
    init(address: String, token: String?) throws(Failure) {
        guard address.hasPrefix("http://") else {
            throw Failure(
                description: "The server at \(address) uses TLS, which this command does not speak. "
                    + "Ask it with curl: see docs/backups.md.")
        }
        let authority = address.dropFirst(7).prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":") else {
            throw Failure(description: "The address \(address) of the server has no port.")
        }
        host = String(authority[..<colon])
        port = String(authority[authority.index(after: colon)...])
        self.token = token
    }

    /// Reads a small document.
    /// - Throws: `Failure`
    func json(_ path: String) throws -> JSONValue {
        var body: [UInt8] = []
        try get(path) { body += $0 }
        guard let value = try? JSONValue(decoding: body) else {
            throw Failure(description: "The server's response to \(path) cannot be read.")
        }
        return value
    }

    /// Asks for a path and hands on the body.
    /// - Throws: what `part` throws; `Failure` with the server's words when it refuses, and when the body is not whole.
    func get(_ path: String, _ part: (ArraySlice<UInt8>) throws -> Void) throws {
        var input = Input(descriptor: try connect())
        defer { close(input.descriptor) }
        var request = "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n"
        if let token { request += "Authorization: Bearer \(token)\r\n" }
        try send(Array((request + "\r\n").utf8), to: input.descriptor)
        let head = try input.head()
        guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Self.broken
        }
        func header(_ name: String) -> Substring? {
            head.first { $0.lowercased().hasPrefix(name + ":") }?.dropFirst(name.count + 1).drop { $0 == " " }
        }
        var refusal: [UInt8] = []
        let handOn = { (bytes: ArraySlice<UInt8>) throws in
            if status == 200 { try part(bytes) } else { refusal += bytes }
        }
        if header("transfer-encoding")?.lowercased() == "chunked" {
            while let size = Int(try input.line(), radix: 16), size > 0 {
                try input.read(size, handOn)
                _ = try input.line()
            }
        } else {
            try input.read(header("content-length").flatMap { Int($0) } ?? 0, handOn)
        }
        if status != 200 { throw Self.refused(status, refusal) }
    }

    private static let broken = Failure(description: "The server's response broke off. Nothing was written.")

    private static func refused(_ status: Int, _ body: [UInt8]) -> Failure {
        if status == 401 {
            return Failure(
                description: "The server needs its token: give it with --token-file, or in LOOKAHEAD_TOKEN.")
        }
        var words = "it answered \(status)"
        if case .object(let problem)? = try? JSONValue(decoding: body), let detail = problem["detail"]?.text {
            words = detail
        }
        return Failure(description: "The server refused: \(words)")
    }

    private func connect() throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        defer { if let found { freeaddrinfo(found) } }
        if getaddrinfo(name, port, &hints, &found) == 0 {
            var next = found
            while let address = next?.pointee {
                let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
                if descriptor >= 0 {
                    var limit = timeval(tv_sec: Self.silenceLimit, tv_usec: 0)
                    setsockopt(
                        descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                    if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
                    close(descriptor)
                }
                next = address.ai_next
            }
        }
        throw Failure(description: "The server at \(host):\(port) cannot be reached.")
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if sent != bytes.count { throw Self.broken }
    }

    /// What comes over the connection.
    private struct Input {
        let descriptor: Int32
        private var buffer: ArraySlice<UInt8> = []

        init(descriptor: Int32) { self.descriptor = descriptor }

        mutating func head() throws(Failure) -> [String] {
            var lines: [String] = []
            while true {
                let line = try line()
                if line.isEmpty { return lines }
                lines.append(line)
            }
        }

        mutating func line() throws(Failure) -> String {
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer = buffer[(end + 1)...] }
                    let line = buffer[..<end]
                    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
                }
                try fill()
            }
        }

        mutating func read(_ count: Int, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
            var left = count
            while left > 0 {
                if buffer.isEmpty { try fill() }
                let part = buffer.prefix(left)
                try body(part)
                buffer = buffer.dropFirst(part.count)
                left -= part.count
            }
        }

        private mutating func fill() throws(Failure) {
            var part = [UInt8](repeating: 0, count: partBytes)
            var got = -1
            repeat { got = recv(descriptor, &part, part.count, 0) } while got < 0 && errno == EINTR
            guard got > 0 else { throw LocalServer.broken }
            buffer = buffer + part[..<got]
        }
    }
}
