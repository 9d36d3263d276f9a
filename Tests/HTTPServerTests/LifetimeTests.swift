import Glibc
import LookaheadTesting
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct LifetimeTests {
    @Test func `a port that is taken is named, and a server starts once`() throws {
        try withServer(routes: { _ in }) { port, server in
            #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
            var configuration = HTTPServer.Configuration()
            configuration.port = port
            let second = HTTPServer(configuration: configuration, router: Router())
            #expect(throws: HTTPServerError.portInUse(port)) { try second.start() }
            configuration.host = "no such host"
            let third = HTTPServer(configuration: configuration, router: Router())
            #expect(throws: HTTPServerError.unknownHost("no such host")) { try third.start() }
            configuration.port = 70000
            let fourth = HTTPServer(configuration: configuration, router: Router())
            #expect(throws: HTTPServerError.unknownHost("no such host")) { try fourth.start() }
        }
    }

    @Test func `it starts and stops again and again, with connections open`() throws {
        for _ in 0..<20 {
            try withServer(routes: { router in router.on(.get, "/") { _ in .respond(.text("up")) } }) { port, server in
                let clients = (0..<8).map { _ in RawClient(port: port) }
                for client in clients.dropFirst() { #expect(client.ask("GET", "/", port: port)?.text == "up") }
                server.stop()
                for client in clients { #expect(client.isClosedByServer()) }
            }
        }
    }

    @Test func `a dribbling client is cut at the deadline, others are not`() throws {
        try withServer(
            {
                $0.headerTimeout = .seconds(1)
                $0.bodyTimeout = .seconds(1)
            },
            routes: { router in router.on(.get, "/") { _ in .respond(.text("up")) } }
        ) { port, server in
            let silent = RawClient(port: port)
            let head = RawClient(port: port)
            head.send("GET / HTTP/1.1\r\nHost: 127.0")
            let body = RawClient(port: port)
            body.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 5\r\n\r\nab")
            let honest = RawClient(port: port)
            #expect(honest.ask("GET", "/", port: port)?.text == "up")
            #expect(silent.isClosedByServer())
            #expect(head.isClosedByServer())
            #expect(body.isClosedByServer())
            #expect(honest.ask("GET", "/", port: port)?.text == "up")
            // A head is a request when it is complete.
            #expect(server.statistics.requests == 3)
        }
    }

    @Test func `a head that comes byte by byte after a rest has a head's time, not a rest's`() throws {
        try withServer(
            {
                $0.headerTimeout = .seconds(2)
                $0.idleTimeout = .seconds(600)
            },
            routes: { router in router.on(.get, "/") { _ in .respond(.text("up")) } }
        ) { port, _ in
            let client = RawClient(port: port)
            #expect(client.ask("GET", "/", port: port)?.text == "up")
            // Slower than the deadline, faster than anything that stalls.
            for byte in Array("GET /xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".utf8) {
                client.send([byte])
                usleep(100_000)
            }
            #expect(client.isClosedByServer())
        }
    }

    @Test func `a peer that takes nothing of its answer is cut, one that takes it slowly is not`() throws {
        try withServer(
            { $0.stallTimeout = .seconds(2) },
            routes: { router in
                router.on(.get, "/") { _ in
                    .respond(HTTPResponse(.ok, body: .producer { [UInt8](repeating: 0, count: 65536) }))
                }
            }
        ) { port, server in
            let (idle, slow) = (RawClient(port: port), RawClient(port: port))
            for client in [idle, slow] { client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n") }
            #expect(slow.receiveHead() != nil)
            // Many times the deadline, a part now and then.
            for _ in 0..<60 {
                for _ in 0..<16 { #expect(slow.receiveChunk()?.isEmpty == false) }
                usleep(100_000)
            }
            #expect(idle.isClosedByServer())
            #expect(server.statistics.connections == 1)
        }
    }

    /// Without an end, in parts of 64 KiB that can be told from each other.
    private struct Parts: BodySource {
        func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void) {
            deliver(.bytes(Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 1 << 16) + Array("\r\n".utf8)))
        }
    }

    @Test func `an archive whose reader takes less than the least is cut, that of a faster one is not`() throws {
        try withServer(
            { ($0.slowReaderTime, $0.leastBytesPerSecond) = (.seconds(1), 2 << 20) },
            routes: { router in
                router.on(.get, "/") { _ in .respond(HTTPResponse(.ok, body: .source(Parts(), length: 1 << 40))) }
            }
        ) { port, server in
            let (slow, fast) = (RawClient(port: port), RawClient(port: port))
            for client in [slow, fast] {
                client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                #expect(client.receiveHead() != nil)
            }
            // What both ends' kernels hold counts as taken: the slow one is cut once that is full.
            for _ in 0..<400 where server.statistics.connections == 2 {
                _ = slow.receiveChunk()
                for _ in 0..<32 { #expect(fast.receiveChunk()?.count == 1 << 16) }
                usleep(50_000)
            }
            #expect(slow.isClosedByServer())
            #expect(server.statistics.connections == 1)
            #expect(fast.receiveChunk()?.count == 1 << 16)
        }
    }

    @Test func `a download that nobody reads does not hold up the stop`() throws {
        try withServer(
            { $0.stopTimeout = .milliseconds(50) },
            routes: { router in
                router.on(.get, "/") { _ in
                    .respond(HTTPResponse(.ok, body: .producer { [UInt8](repeating: 0, count: 65536) }))
                }
            }
        ) { port, server in
            let client = RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            #expect(client.receiveHead() != nil)
            server.stop()
            #expect(client.isClosedByServer())
        }
    }

    @Test(arguments: [1, 2, 5])
    func `any number of threads serves, streams and stops`(threads: Int) throws {
        let opened = Mutex<[EventStream]>([])
        try withServer(
            { $0.threads = threads },
            routes: { router in
                router.on(.get, "/") { _ in .respond(.text("up")) }
                router.on(.get, "/events") { _ in
                    let stream = EventStream()
                    opened.withLock { $0.append(stream) }
                    return .respond(.events(stream))
                }
            }
        ) { port, server in
            let readers = (0..<100).map { _ in RawClient(port: port) }
            for reader in readers {
                reader.send("GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                #expect(reader.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
                #expect(reader.receiveChunk() == Array("retry: 1000\n\n".utf8))
            }
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.text == "up")
            for round in 0..<3 {
                for stream in opened.withLock({ $0 }) { #expect(stream.send(event: "e", data: [UInt8(48 + round)])) }
            }
            server.stop()
            for reader in readers {
                var text: [UInt8] = []
                while let chunk = reader.receiveChunk(), !chunk.isEmpty { text += chunk }
                // Whatever had been fetched when the server stopped came whole.
                #expect("event: e\ndata: 0\n\nevent: e\ndata: 1\n\nevent: e\ndata: 2\n\n".utf8.starts(with: text))
            }
            #expect(opened.withLock { $0.allSatisfy { $0.isClosed } })
        }
    }

    @Test func `an address has its share of the connections, and a trusted proxy one of its own`() throws {
        for (proxies, limit) in [([], 8), (["127.0.0.1"], 16)] {
            try withServer(
                {
                    $0.connectionsPerAddress = 8
                    $0.connectionsPerProxy = 16
                    $0.trustedProxies = proxies
                },
                routes: { router in router.on(.get, "/") { _ in .respond(.text("up")) } }
            ) { port, server in
                var held: [RawClient] = []
                for _ in 0..<limit {
                    held.append(RawClient(port: port))
                    #expect(held.last?.ask("GET", "/", port: port)?.text == "up")
                }
                #expect(RawClient(port: port).ask("GET", "/", port: port) == nil)
                #expect(held.allSatisfy { $0.ask("GET", "/", port: port)?.text == "up" })
                // A place is free again when a connection has ended.
                held.removeLast()
                #expect(eventually { server.statistics.connections < limit })
                #expect(RawClient(port: port).ask("GET", "/", port: port)?.text == "up")
            }
        }
    }
}
