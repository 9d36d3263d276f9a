import LookaheadTesting
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
            #expect(server.statistics.requests >= 4)
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
}
