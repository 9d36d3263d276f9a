import Dispatch
import LookaheadTesting
import Synchronization
import Testing

@testable import HTTPServer

/// Bodies that are used while they arrive.
@Suite struct BodyStreamTests {
    /// Takes parts when the test lets it.
    private final class Receiver: Sendable {
        private let queue = DispatchQueue(label: "receiver")
        private let received = Mutex((count: 0, sum: UInt64(0)))
        let refusal = Mutex<ProblemDetails?>(nil)

        func hold() { queue.suspend() }
        func release() { queue.resume() }
        var count: Int { received.withLock { $0.count } }

        func routes(_ router: inout Router) {
            router.on(
                .post, "/stream", accepts: ["application/json"],
                streaming: BodyStreaming(mediaType: "application/x-ndjson", maxBytes: 64 << 20) {
                    [self] request throws(ProblemDetails) in
                    if request.header("X-Refuse") != nil { throw ProblemDetails(.conflict, "not this one") }
                    received.withLock { $0 = (0, 0) }
                    return BodyStream(on: queue) { part throws(ProblemDetails) in
                        if let refusal = self.refusal.withLock({ $0 }) { throw refusal }
                        self.received.withLock { received in
                            received.count += part.count
                            received.sum = part.reduce(received.sum) { ($0 &* 31) &+ UInt64($1) }
                        }
                    } respond: { responder in
                        let (count, sum) = self.received.withLock { $0 }
                        responder.respond(.text("\(count) \(sum)"))
                    }
                }
            ) { request throws(ProblemDetails) in .respond(.text("whole \(request.body.count)")) }
            router.on(.get, "/") { _ in .respond(.text("in")) }
        }
    }

    /// Repeats after a prime number of bytes, so that no two parts of one length are the same. Each byte computed by itself would take
    /// longer than what is tested.
    private func bytes(_ count: Int) -> [UInt8] {
        let pattern = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + pattern.count)
        while bytes.count < count { bytes += pattern }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private func head(_ port: Int, length: Int, type: String = "application/x-ndjson; charset=utf-8") -> [UInt8] {
        Array(
            "POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
                .utf8)
    }

    private func expected(_ body: [UInt8]) -> String {
        "\(body.count) \(body.reduce(UInt64(0)) { ($0 &* 31) &+ UInt64($1) })"
    }

    @Test func `every byte arrives in order, whatever the length`() throws {
        let receiver = Receiver()
        try withServer(routes: receiver.routes) { port, server in
            let client = RawClient(port: port)
            for count in [1, 1000, 262_144, 262_145, 1_000_000] {
                let body = bytes(count)
                client.send(head(port, length: count) + body)
                #expect(client.receive()?.text == expected(body))
            }
            // The other media type, and a body that is none.
            client.send(head(port, length: 3, type: "application/json") + bytes(3))
            #expect(client.receive()?.text == "whole 3")
            client.send(head(port, length: 0))
            #expect(client.receive()?.status == 200)
            client.send(head(port, length: 3, type: "text/plain") + bytes(3))
            #expect(client.receive()?.status == 415)
            #expect(eventually { server.shared?.bodies.available == server.configuration.bodyBudgetBytes })
        }
    }

    @Test func `a sender that is faster than the receiver waits, and nobody else does`() async throws {
        let receiver = Receiver()
        receiver.hold()
        try withServer(routes: receiver.routes) { port, server in
            // More than the kernel holds for both sides.
            let body = bytes(16_000_000)
            let head = head(port, length: body.count)
            let answer = Handover<String?>()
            DispatchQueue.global().async {
                let client = RawClient(port: port)
                client.send(head + body)
                answer.put(client.receive()?.text)
            }
            // Suspended, with a megabyte of sixteen.
            #expect(eventually { server.statistics.sleeping == 1 })
            #expect(receiver.count == 0)
            #expect(
                (server.shared?.bodies.available ?? 0) == server.configuration.bodyBudgetBytes - BodyStream.countedBytes
            )
            for _ in 0..<20 { #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200) }
            receiver.release()
            #expect(answer.take() == expected(body))
            #expect(eventually { server.statistics.sleeping == 0 })
        }
    }

    @Test func `what is refused at the head, in a part or for its length says why`() throws {
        let receiver = Receiver()
        try withServer(routes: receiver.routes) { port, server in
            let refused = RawClient(port: port)
            refused.send(
                "POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/x-ndjson\r\nX-Refuse: 1\r\nContent-Length: 3\r\n\r\nabc"
            )
            #expect(refused.receive()?.status == 409)
            let long = RawClient(port: port)
            long.send(head(port, length: 64 << 20 + 1))
            #expect(long.receive()?.status == 413)
            receiver.refusal.withLock { $0 = ProblemDetails(.unprocessableContent, "the first part") }
            let bad = RawClient(port: port)
            bad.send(head(port, length: 3_000_000) + bytes(3_000_000))
            let answer = bad.receive()
            #expect(answer?.status == 422 && answer?.text.contains("the first part") == true)
            // The connection goes on: all of the body was read.
            receiver.refusal.withLock { $0 = nil }
            bad.send(head(port, length: 5) + bytes(5))
            #expect(bad.receive()?.text == expected(bytes(5)))
            #expect(eventually { server.shared?.bodies.available == server.configuration.bodyBudgetBytes })
        }
    }

    @Test func `those that do not fit into the budget of bodies come later`() throws {
        let receiver = Receiver()
        try withServer({ $0.bodyBudgetBytes = BodyStream.countedBytes }, routes: receiver.routes) { port, server in
            var first: RawClient? = RawClient(port: port)
            first?.send(head(port, length: 100) + bytes(50))
            #expect(eventually { server.shared?.bodies.available == 0 })
            let second = RawClient(port: port)
            second.send(head(port, length: 5) + bytes(5))
            let answer = second.receive()
            #expect(answer?.status == 503 && answer?.header("Retry-After") == "2")
            // One that leaves in the midst of it gives its part back.
            first = nil
            #expect(eventually { server.shared?.bodies.available == BodyStream.countedBytes })
            second.send(head(port, length: 5) + bytes(5))
            #expect(second.receive()?.text == expected(bytes(5)))
        }
    }

    @Test func `a server stops while a body waits`() async throws {
        let receiver = Receiver()
        receiver.hold()
        let server: HTTPServer = try withServer({ $0.stopTimeout = .milliseconds(200) }, routes: receiver.routes) {
            port, server in
            let body = bytes(16_000_000)
            let head = head(port, length: body.count)
            DispatchQueue.global().async { RawClient(port: port).send(head + body) }
            #expect(eventually { server.statistics.sleeping == 1 })
            return server
        }
        #expect(server.shared == nil)
        receiver.release()
        #expect(receiver.count == 0)
    }
}
