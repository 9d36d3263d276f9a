import Glibc
import LookaheadTesting
import SeededRandom
import Testing

@testable import HTTPServer

/// Requests that no honest client sends. None may end the process, and none may be taken for another.
@Suite struct MalformedRequestTests {
    /// `~` stands for the Host line.
    private static let refused: [(request: String, statuses: Set<Int>)] = [
        ("GET / HTTP/1.1\r\n\r\n", [400]),
        ("GET / HTTP/1.0\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~~\r\n", [400]),
        ("GET / HTTP/1.1\r\n~Host: evil.example\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", [421]),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", [400, 421]),
        ("GET / HTTP/2.0\r\n~\r\n", [400]),
        ("GET / HTTP/1.2\r\n~\r\n", [400]),
        ("GET / ICAP/1.1\r\n~\r\n", [400]),
        ("GET / http/1.1\r\n~\r\n", [400]),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}", [400]),
        ("G\u{1}T / HTTP/1.1\r\n~\r\n", [400]),
        ("G@T / HTTP/1.1\r\n~\r\n", [400]),
        ("GET /%00 HTTP/1.1\r\n~\r\n", [400]),
        ("GET /%0 HTTP/1.1\r\n~\r\n", [400]),
        ("GET /%zz HTTP/1.1\r\n~\r\n", [400]),
        ("GET /a?q=%00 HTTP/1.1\r\n~\r\n", [400]),
        ("GET /\u{1} HTTP/1.1\r\n~\r\n", [400]),
        ("GET /é HTTP/1.1\r\n~\r\n", [400]),
        ("GET /# HTTP/1.1\r\n~\r\n", [400]),
        ("GET /a\u{0}b HTTP/1.1\r\n~\r\n", [400]),
        ("GET\u{0}X / HTTP/1.1\r\n~\r\n", [400]),
        ("GET  / HTTP/1.1\r\n~\r\n", [400]),
        ("GET /a b HTTP/1.1\r\n~\r\n", [400]),
        ("GET / HTTP/1.1 \r\n~\r\n", [400]),
        (" GET / HTTP/1.1\r\n~\r\n", [400]),
        ("GET /\r\n~\r\n", [400]),
        ("\r\nGET / HTTP/1.1\r\n~\r\n", [400]),
        ("GET http://127.0.0.1/ HTTP/1.1\r\n~\r\n", [400]),
        ("GET * HTTP/1.1\r\n~\r\n", [400]),
        ("GET / HTTP/1.1\r\n~Bad Name: 1\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~Content-Length : 0\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~X: a\u{1}b\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~X: a\u{0}b\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~X: a\u{7f}b\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~X: a\rb\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~NoColon\r\n\r\n", [400]),
        // What libmicrohttpd folds into the line before, or takes for the end of the head.
        ("GET / HTTP/1.1\r\n~ folded: 1\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~\tfolded: 1\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n first: 1\r\n~\r\n", [400]),
        ("GET / HTTP/1.1\r\n~: nothing\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~:\r\n\r\n", [400]),
        ("GET / HTTP/1.1\n~\n", [400]),
        ("GET / HTTP/1.1\r\n~X: 1\nY: 2\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~X: 1\r\n\n", [400]),
        // What it cuts at a zero byte.
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1\u{0}evil\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~Host\u{0}: x\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\u{0}x\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2\u{0} 99\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Origin: http://127.0.0.1\u{0}.evil.example\r\n\r\n", [400]),
        // Lengths and framings hidden by a fold: the first of these carried out what it smuggled.
        ("POST / HTTP/1.1\r\n~Content-Length: 4\r\nTransfer-Encoding:\r\n chunked\r\n\r\n25\r\nx", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length:\r\n 37\r\n\r\nDELETE / HTTP/1.1\r\n~\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\nContent-Length:\r\n 5\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Sec-Fetch-Site:\r\n cross-site\r\n\r\n", [400]),
        ("GET / HTTP/1.1\r\n~Host:\r\n evil.example\r\n\r\n", [400]),
        ("POST / HTTP/1.0\r\n~Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length:\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2 \r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2\r\nContent-Length: 2\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2\r\nContent-Length: 3\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2, 2\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: +2\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: -2\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 0x2\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 99999999999999999999999\r\n\r\nab", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: identity\r\n\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Content-Length: 900000000\r\n\r\n", [413]),
        // Chunks, each after what is right.
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\r\nab\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2 \r\nab\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n0x2\r\nab\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n\r\nab\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n-1\r\nab\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\nab\r\n", [413]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n", [400]),
        ("POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nHost: evil\r\n\r\n", [400]),
    ]

    /// Whatever comes back, or nothing at all, the next client is served.
    private static let tolerated: [String] = [
        "", "\r\n\r\n", "\n\n\n", "GET", "GET / HT", "\u{0}\u{0}\u{0}\u{0}\r\n\r\n",
        "POST / HTTP/1.1\r\n~Content-Length: 10\r\n\r\nhalf",
        "POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2\r\na",
        "POST / HTTP/1.1\r\n~Transfer-Encoding: chunked\r\n\r\n2",
        "POST / HTTP/1.1\r\n~Expect: 200-maybe\r\nContent-Length: 0\r\n\r\n",
    ]

    private func routes(_ router: inout Router) {
        router.on(.get, "/{path*}") { _ in .respond(.text("here")) }
        router.on(.post, "/") { request in .respond(.json(request.body)) }
    }

    @Test func `what is no request is refused, the connection closed, and the next client served`() throws {
        try withServer(routes: routes) { port, _ in
            for (request, statuses) in MalformedRequestTests.refused {
                let client = RawClient(port: port)
                let text = request.replacing("~", with: "Host: 127.0.0.1:\(port)\r\n")
                client.send(text)
                let answer = client.receive()
                let status = answer?.status ?? 0
                #expect(statuses.contains(status), "\(request.debugDescription): \(status) \(answer?.text ?? "")")
                #expect(answer?.header("X-Content-Type-Options") == "nosniff", "\(request.debugDescription)")
                #expect(answer?.header("Content-Security-Policy") != nil, "\(request.debugDescription)")
                #expect(client.isClosedByServer(), "\(request.debugDescription) was let on")
                #expect(client.unread.isEmpty, "\(request.debugDescription) was answered twice")
            }
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200)
        }
    }

    @Test func `what follows a request is refused after its answer, in any pieces`() throws {
        try withServer(routes: routes) { port, _ in
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let first = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
            for size in [1, 2, 7, 1000] {
                let client = RawClient(port: port)
                let bytes = Array((first + first + "GET /x HTTP/1.1\r\n\(host) folded\r\n\r\n" + first).utf8)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    client.send(Array(bytes[start..<min(start + size, bytes.count)]))
                    // Given time, each piece is received for itself.
                    if size < 10, start.isMultiple(of: 16) { sched_yield() }
                }
                #expect(client.receive()?.text == "abc")
                #expect(client.receive()?.text == "abc")
                #expect(client.receive()?.status == 400)
                #expect(client.isClosedByServer() && client.unread.isEmpty)
            }
        }
    }

    @Test func `many requests in one piece are all answered`() throws {
        try withServer(routes: routes) { port, _ in
            let client = RawClient(port: port)
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let post = "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc"
            client.send(String(repeating: post + "GET /x HTTP/1.1\r\n\(host)\r\n", count: 500))
            for _ in 0..<500 {
                #expect(client.receive()?.text == "abc")
                #expect(client.receive()?.text == "here")
            }
        }
    }

    @Test func `what breaks off or makes no sense harms nobody else`() throws {
        try withServer(routes: routes) { port, _ in
            var clients: [(RawClient, String)] = []
            for request in MalformedRequestTests.tolerated {
                let client = RawClient(port: port)
                clients.append((client, request))
                client.send(request.replacing("~", with: "Host: 127.0.0.1:\(port)\r\n"))
                client.finishSending()
                #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200)
            }
            for (client, request) in clients {
                #expect(client.isClosedByServer(), "\(request.debugDescription) was let on")
            }
        }
    }

    @Test func `headers beyond the connection's memory are refused`() throws {
        try withServer(routes: routes) { port, _ in
            for size in [4_000, 12_000, 14_000, 15_000, 16_000, 16_400, 17_000, 40_000, 400_000] {
                let client = RawClient(port: port)
                client.send(
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: \(String(repeating: "x", count: size))\r\n\r\n")
                let status = client.receive()?.status
                #expect(status == (size > 16_000 ? 431 : 200), "\(size) bytes")
            }
            for size in [4_000, 20_000] {
                let client = RawClient(port: port)
                client.send(
                    "GET /\(String(repeating: "x", count: size)) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                let status = client.receive()?.status
                #expect(status == (size == 4_000 ? 200 : 431))
            }
            // Parts, each of which the library keeps a record of.
            for (query, cookie, headers, expected) in [
                ("&a=1", "", "", 200), ("", "a=1; ", "", 200), ("", "", "A: 1\r\n", 200),
            ].flatMap({ [($0.0, $0.1, $0.2, 100), ($0.0, $0.1, $0.2, 1000)] }) {
                let client = RawClient(port: port)
                client.send(
                    """
                    GET /?\(String(repeating: query, count: expected)) HTTP/1.1\r
                    Host: 127.0.0.1:\(port)\r
                    Cookie: \(String(repeating: cookie, count: expected))\r
                    \(String(repeating: headers, count: expected))\r\n
                    """)
                #expect(client.receive()?.status == (expected == 100 ? 200 : 431), "\(query)\(cookie)\(headers)")
                #expect(expected == 100 || client.isClosedByServer() && client.unread.isEmpty)
            }
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200)
        }
    }

    @Test func `random bytes in a request never end the server`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededRandom(seed: seed)
        try withServer(routes: routes) { port, _ in
            var clients: [RawClient] = []
            for _ in 0..<300 {
                var bytes = Array(
                    "POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 3\r\n\r\nabc".utf8)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                    default: bytes.remove(at: place)
                    }
                }
                let client = RawClient(port: port)
                client.send(bytes)
                client.finishSending()
                clients.append(client)
            }
            for client in clients { #expect(client.isClosedByServer(), "seed \(seed)") }
            #expect(RawClient(port: port).ask("GET", "/", port: port)?.status == 200, "seed \(seed)")
        }
    }
}
