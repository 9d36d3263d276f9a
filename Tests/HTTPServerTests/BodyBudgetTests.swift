import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

/// Bodies that arrive: where they are kept, and how much of them there may be.
@Suite struct BodyBudgetTests {
    private func routes(_ router: inout Router) {
        router.on(.post, "/large", maxBodyBytes: 64 << 20) { request throws(ProblemDetails) in
            let body = request.receivedBody
            let bytes = try body.read()
            let sum = bytes.reduce(UInt64(bytes.count)) { ($0 &* 31) &+ UInt64($1) }
            if case .file = body { return .respond(.text("file \(sum)")) }
            return .respond(.text("memory \(sum)"))
        }
        router.on(.get, "/") { _ in .respond(.text("in")) }
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) } }

    private func head(_ port: Int, length: Int) -> [UInt8] {
        Array("POST /large HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(length)\r\n\r\n".utf8)
    }

    @Test func `a large body waits in a file, and is whole`() throws {
        let folder = TemporaryFolder()
        try withServer({ $0.spoolFolder = folder.path }, routes: routes) { port, server in
            let client = RawClient(port: port)
            for (count, place) in [
                (0, "memory"), (1 << 20, "memory"), (1 << 20 + 1, "file"), (5_000_000, "file"), (7, "memory"),
            ] {
                let body = bytes(count)
                let sum = body.reduce(UInt64(count)) { ($0 &* 31) &+ UInt64($1) }
                client.send(head(port, length: count) + body)
                #expect(client.receive()?.text == "\(place) \(sum)")
            }
            // In chunks, whose number nobody knows before the end.
            let body = bytes(3_000_000)
            client.send("POST /large HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: body.count, by: 100_000) {
                client.send(Array("186a0\r\n".utf8) + body[start..<(start + 100_000)] + Array("\r\n".utf8))
            }
            client.send("0\r\n\r\n")
            let sum = body.reduce(UInt64(body.count)) { ($0 &* 31) &+ UInt64($1) }
            #expect(client.receive()?.text == "file \(sum)")
            // Empty: the files have no names.
            #expect(rmdir(folder.path) == 0)
            #expect(eventually { server.shared?.bodies.available == server.configuration.bodyBudgetBytes })
        }
    }

    @Test func `all bodies together have a budget`() throws {
        try withServer({ $0.bodyBudgetBytes = 4 << 20 }, routes: routes) { port, server in
            let half = bytes(1_900_000)
            let waiting = (0..<2).map { _ in RawClient(port: port) }
            for client in waiting { client.send(head(port, length: 2_000_000) + half) }
            #expect(eventually { (server.shared?.bodies.available ?? 0) < 500_000 })
            // Refused at its head, and with its bytes.
            for chunked in [false, true] {
                let late = RawClient(port: port)
                if chunked {
                    late.send("POST /large HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n")
                    late.send(Array("1e8480\r\n".utf8) + bytes(2_000_000) + Array("\r\n0\r\n\r\n".utf8))
                } else {
                    late.send(head(port, length: 2_000_000))
                }
                let answer = late.receive()
                #expect(answer?.status == 503 && answer?.header("Retry-After") == "2", "chunked: \(chunked)")
            }
            // Small bodies and other requests go on.
            #expect(RawClient(port: port).ask("POST", "/large", port: port, body: "small")?.status == 200)
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200)
            for client in waiting {
                client.send(bytes(100_000))
                #expect(client.receive()?.status == 200)
            }
            #expect(eventually { server.shared?.bodies.available == 4 << 20 })
            #expect(
                RawClient(port: port).ask("POST", "/large", port: port, body: String(repeating: "x", count: 2_000_000))?
                    .status == 200)
        }
    }

    @Test(arguments: [100, 20_000, 1 << 20, 3 << 20])
    func `no memory is taken for what is only announced, and all that is taken counts`(
        announced: Int
    ) {
        let part = bytes(4_000)
        for isAnnounced in [true, false] {
            let budget = BodyBudget(limit: 8 << 20)
            var body = IncomingBody()
            if isAnnounced { body.expect(announced) }
            #expect(body.capacity == 0)
            while body.count < announced {
                let count = min(part.count, announced - body.count)
                let fault = part.withUnsafeBytes {
                    body.append(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: budget, or: "/var/tmp")
                }
                #expect(fault == nil)
                // The allocator rounds up, by a page at most.
                #expect(body.capacity <= budget.limit - budget.available + IncomingBody.freeBytes + 4096)
                #expect(body.capacity <= max(2 * body.count, IncomingBody.freeBytes) + 4096)
            }
            #expect(body.received.count == announced)
            body.clear(budget)
            #expect(budget.available == budget.limit)
            #expect(body.capacity <= IncomingBody.freeBytes + 4096)
        }
    }

    @Test func `the bytes of those who leave are given back`() throws {
        try withServer({ $0.bodyBudgetBytes = 4 << 20 }, routes: routes) { port, server in
            for _ in 0..<3 {
                var client: RawClient? = RawClient(port: port)
                client?.send(head(port, length: 3_000_000) + bytes(2_900_000))
                #expect(eventually { (server.shared?.bodies.available ?? 0) < 2_000_000 })
                client = nil
                #expect(eventually { server.shared?.bodies.available == 4 << 20 })
            }
        }
    }

    @Test func `without space for a body nothing is changed, and that is said`() throws {
        try withServer({ $0.spoolFolder = "/nowhere/at/all" }, routes: routes) { port, _ in
            let client = RawClient(port: port)
            client.send(head(port, length: 2_000_000) + bytes(2_000_000))
            #expect(client.receive()?.status == 507)
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200)
        }
    }
}
