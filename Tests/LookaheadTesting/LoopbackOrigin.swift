#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import Synchronization

/// A web server on 127.0.0.1 that a test scripts down to the byte: slow, lying, cut off, and with an eye on whether its
/// client is still there. A thread per connection; connections are kept alive until either side ends them.
package final class LoopbackOrigin: Sendable {
    package struct Request: Sendable {
        package var path: String
        /// By lower-case name.
        package var headers: [String: String]
    }

    package typealias Script = @Sendable (Request, Exchange) -> Void

    package let port: UInt16
    private let listener: Int32
    private let script: Script
    private let log = Mutex<(requests: [Request], connections: Int)>(([], 0))

    package init(_ script: @escaping Script) {
        self.script = script
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (listener, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        precondition(isBound, "no port on loopback: \(String(cString: strerror(errno)))")
        port = UInt16(bigEndian: address.sin_port)
        onThread { self.accept() }
    }

    package var address: String { "http://127.0.0.1:\(port)" }
    package var requests: [Request] { log.withLock { $0.requests } }
    package var connections: Int { log.withLock { $0.connections } }

    /// Accepts no more connections.
    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            log.withLock { $0.connections += 1 }
            onThread { self.serve(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        let exchange = Exchange(descriptor: connection)
        while let request = exchange.readRequest() {
            log.withLock { $0.requests.append(request) }
            script(request, exchange)
        }
        close(connection)
    }

    private func onThread(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(work))
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        pthread_detach(thread)
    }

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// One connection, as the script writes to it.
    package struct Exchange: Sendable {
        let descriptor: Int32

        /// Sends bytes as they are. `false` when the client has gone.
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

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// A whole response.
        package func reply(_ status: String = "200 OK", _ headers: [String] = [], _ body: [UInt8] = []) {
            let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
            send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            send(body)
        }

        /// Waits for the client to close its side. `false` when it has not within ten seconds.
        package func waitUntilClosed() -> Bool {
            var entry = pollfd(descriptor: descriptor)
            var byte: UInt8 = 0
            // Long: where all tests run at once, a test may wait a minute for its turn to cancel.
            while poll(&entry, 1, 300_000) > 0 {
                if recv(descriptor, &byte, 1, 0) <= 0 { return true }
            }
            return false
        }

        /// Ends the connection from this side.
        package func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// The head of the next request; `nil` when the client has gone.
        fileprivate func readRequest() -> Request? {
            var head: [UInt8] = []
            var byte: UInt8 = 0
            while !head.ends(with: "\r\n\r\n") {
                guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
                head.append(byte)
            }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                headers[line[..<colon].lowercased()] = String(value)
            }
            let words = lines[0].split(separator: " ")
            return Request(path: String(words[1]), headers: headers)
        }
    }
}

extension pollfd {
    fileprivate init(descriptor: Int32) { self.init(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
