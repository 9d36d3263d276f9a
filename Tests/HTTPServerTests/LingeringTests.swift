import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

/// Refusals of requests that are still arriving: the client sees why, and does not hold the server up.
@Suite struct LingeringTests {
    private func routes(_ router: inout Router) {
        router.on(.post, "/") { request in .respond(.text("\(request.body.count)")) }
        router.on(.get, "/") { _ in .respond(.text("in")) }
    }

    private func head(_ port: Int, _ framing: String, method: String = "POST", path: String = "/") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(framing)\r\n\r\n"
    }

    /// Chunks without an end.
    private func chunks(_ count: Int) -> [UInt8] {
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 7, count: 65_536) + Array("\r\n".utf8)
        return (0..<count).reduce(into: []) { chunks, _ in chunks += chunk }
    }

    @Test func `who is still sending sees why the request was refused, however much it sends`() throws {
        try withServer(routes: routes) { port, server in
            let large = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000)
            let attempts: [(status: Int, bytes: [UInt8])] = [
                // A body that is too long, by its announcement and by its chunks, once with a chunk larger than anything.
                (413, Array(head(port, "Content-Length: 20000000").utf8) + large),
                (413, Array(head(port, "Transfer-Encoding: chunked").utf8) + chunks(300)),
                (413, Array(head(port, "Transfer-Encoding: chunked").utf8) + Array("fffffff\r\n".utf8) + large),
                // Refused for its head, with a body that comes all the same.
                (404, Array(head(port, "Content-Length: 20000000", path: "/nothing").utf8) + large),
                (404, Array(head(port, "Transfer-Encoding: chunked", path: "/nothing").utf8) + chunks(300)),
                (421, Array("POST / HTTP/1.1\r\nHost: evil\r\nContent-Length: 20000000\r\n\r\n".utf8) + large),
                // No request at all.
                (431, Array("GET / HTTP/1.1\r\nX: ".utf8) + large),
                (400, Array("GET / HTTP/1.1\r\nX:\n".utf8) + large),
                (400, Array(head(port, "Transfer-Encoding: chunked").utf8) + Array("1;\r\n".utf8) + large),
            ]
            for (status, bytes) in attempts {
                let start = String(decoding: bytes.prefix(120), as: UTF8.self)
                let client = RawClient(port: port)
                #expect(client.send(bytes), "cut off: \(start)")
                let answer = client.receive()
                #expect(answer?.status == status, "\(start)")
                #expect(answer?.header("X-Content-Type-Options") == "nosniff", "\(start)")
                #expect(answer?.header("Content-Type") == "application/problem+json", "\(start)")
                #expect(answer?.header("Date")?.hasSuffix(" GMT") == true, "\(start)")
                #expect(answer?.header("Connection")?.lowercased() == "close", "\(start)")
                #expect(client.isClosedByServer() && client.unread.isEmpty, "\(start)")
            }
            // The places of those who have left are free again.
            #expect(eventually { server.shared?.lingering.count == 0 })
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.text == "in")
        }
    }

    @Test func `a chunked body that is too large is refused in the midst of it, and to HEAD without a body`() throws {
        try withServer(routes: routes) { port, _ in
            let client = RawClient(port: port)
            client.send(Array(head(port, "Transfer-Encoding: chunked").utf8) + chunks(40))
            // It has not ended.
            #expect(client.receive()?.status == 413)
            let head = RawClient(port: port)
            head.send(Array(self.head(port, "Transfer-Encoding: chunked", method: "HEAD").utf8) + chunks(40))
            #expect((400..<500).contains(head.receive(head: true)?.status ?? 0))
            #expect(head.isClosedByServer() && head.unread.isEmpty)
        }
    }

    @Test func `who sends without an end, or is silent, is cut, and only so many linger`() throws {
        try withServer(
            {
                $0.lingering = Lingering.Limits(
                    connections: 4, bytes: 8 << 20, time: .seconds(600), silence: .seconds(1))
            },
            routes: routes
        ) { port, server in
            let endless = RawClient(port: port)
            endless.send(head(port, "Content-Length: 2000000000"))
            #expect(endless.receive()?.status == 413)
            let part = [UInt8](repeating: 0, count: 1 << 20)
            // With what the kernel holds for both sides.
            #expect(!(0..<100).allSatisfy { _ in endless.send(part) })
            let silent = (0..<20).map { _ in RawClient(port: port) }
            for client in silent {
                client.send(head(port, "Content-Length: 2000000000"))
                #expect(client.receive()?.status == 413)
            }
            #expect((server.shared?.lingering.count ?? 5) <= 4)
            #expect(eventually { server.shared?.lingering.count == 0 })
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.text == "in")
        }
    }

    @Test func `who dribbles on has a limit of time`() throws {
        try withServer(
            { $0.lingering = Lingering.Limits(time: .seconds(1), silence: .seconds(600)) }, routes: routes
        ) { port, _ in
            let client = RawClient(port: port)
            client.send(head(port, "Content-Length: 2000000000"))
            #expect(client.receive()?.status == 413)
            #expect(eventually { !client.send([0]) })
        }
    }

    @Test func `a server stops while connections linger`() throws {
        try withServer(routes: routes) { port, server in
            let client = RawClient(port: port)
            client.send(head(port, "Content-Length: 2000000000"))
            #expect(client.receive()?.status == 413)
            #expect(eventually { server.shared?.lingering.count == 1 })
            server.stop()
            #expect(eventually { !client.send([0]) })
        }
    }

    @Test func `dates are those of the standard, in any month`() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.text(1_709_164_800) == "Thu, 29 Feb 2024 00:00:00 GMT")
    }
}
