import Synchronization
import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct ServingTests {
    private func echo(_ router: inout Router) {
        router.on(.get, "/hello/{name}") { request in
            .respond(.text("hello \(request.parameter("name")) \(request.query("q") ?? "-")"))
        }
        router.on(.post, "/echo", accepts: ["application/json"]) { request in .respond(.json(request.body)) }
    }

    @Test func `one connection answers one request after another`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            for round in 0..<50 {
                #expect(client.ask("GET", "/hello/you?q=\(round)", port: port)?.text == "hello you \(round)")
                let body = #"{"n":\#(round)}"#
                let answer = client.ask(
                    "POST", "/echo", port: port, headers: ["Content-Type: application/json"], body: body)
                #expect(answer?.text == body)
                #expect(answer?.status == 200)
            }
        }
    }

    @Test func `escapes stay inside their segment`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            #expect(client.ask("GET", "/hello/a%2fb%20c", port: port)?.text == "hello a/b c -")
            #expect(client.ask("GET", "/hello/%C3%A9?q=a%26b+c", port: port)?.text == "hello é a&b c")
            #expect(client.ask("GET", "/hello%2fyou", port: port)?.status == 404)
            #expect(client.ask("GET", "/hello/%ff", port: port)?.status == 400)
        }
    }

    @Test func `HEAD is answered by GET without a body, and the connection lives on`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            let answer = client.ask("HEAD", "/hello/you", port: port)
            #expect(answer?.status == 200)
            #expect(answer?.header("Content-Length") == "11")
            #expect(client.ask("GET", "/hello/you", port: port)?.text == "hello you -")
        }
    }

    @Test func `another method is refused with what is allowed, and so is what is nowhere`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            let answer = client.ask("DELETE", "/hello/you", port: port)
            #expect(answer?.status == 405)
            #expect(answer?.header("Allow") == "GET, HEAD, OPTIONS")
            #expect(answer?.header("Content-Type") == "application/problem+json")
            #expect(client.ask("GET", "/nowhere", port: port)?.status == 404)
            let options = client.ask("OPTIONS", "/echo", port: port)
            #expect(options?.status == 204)
            #expect(options?.header("Allow") == "POST, OPTIONS")
            for method in ["TRACE", "CONNECT", "QUERY", "BREW"] {
                let answer = client.ask(method, "/echo", port: port)
                #expect(answer?.status == 405 && answer?.header("Allow") == "POST, OPTIONS", "\(method)")
                #expect(client.ask(method, "/nowhere", port: port)?.status == 404, "\(method)")
            }
        }
    }

    @Test func `a body of the wrong type or none is refused before it is read, and the connection lives on`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            for type in ["Content-Type: text/plain", "X-Nothing: 1", "Content-Type: application/jsonx"] {
                #expect(client.ask("POST", "/echo", port: port, headers: [type], body: "{}")?.status == 415)
            }
            let typed = ["Content-Type: Application/JSON ; charset=utf-8"]
            #expect(client.ask("POST", "/echo", port: port, headers: typed, body: "{}")?.text == "{}")
        }
    }

    @Test func `a body over the limit is refused, announced or not`() throws {
        try withServer({ $0.maxBodyBytes = 1000 }, routes: echo) { port, _ in
            let typed = ["Content-Type: application/json"]
            let client = RawClient(port: port)
            let body = String(repeating: "x", count: 1001)
            #expect(client.ask("POST", "/echo", port: port, headers: typed, body: body)?.status == 413)
            let fits = String(repeating: "x", count: 1000)
            #expect(client.ask("POST", "/echo", port: port, headers: typed, body: fits)?.status == 200)
            let chunk = "3e9\r\n\(body)\r\n0\r\n\r\n"
            client.send(
                "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n\(chunk)")
            #expect(client.receive()?.status == 413)
        }
    }

    @Test func `a large body arrives whole, in one piece or in chunks`() throws {
        try withServer({ $0.maxBodyBytes = 4_000_000 }, routes: echo) { port, _ in
            let client = RawClient(port: port)
            let body = String((0..<300_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
            let typed = ["Content-Type: application/json"]
            #expect(client.ask("POST", "/echo", port: port, headers: typed, body: body)?.text == body)
            client.send(
                "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n")
            var rest = body[...]
            while !rest.isEmpty {
                let part = rest.prefix(7919)
                client.send("\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n")
                rest = rest.dropFirst(7919)
            }
            client.send("0\r\n\r\n")
            #expect(client.receive()?.text == body)
        }
    }

    @Test func `a client that asks before it sends is told to go on, or why not`() throws {
        try withServer({ $0.maxBodyBytes = 1000 }, routes: echo) { port, _ in
            let client = RawClient(port: port)
            let head = "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            client.send(head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(client.receiveHead() == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("{}")
            #expect(client.receive()?.text == "{}")
            client.send(head + "Expect: 100-continue\r\nContent-Length: 900000\r\n\r\n")
            #expect(client.receive()?.status == 413)
        }
    }

    @Test func `as many connections as one wait fetches may become ready at once`() throws {
        // libmicrohttpd forgets exactly 128 until something else happens.
        let isHeld = Handover<Bool>()
        let release = Handover<Bool>()
        try withServer(
            { $0.threads = 1 },
            routes: { router in
                router.on(.get, "/") { _ in .respond(.text("here")) }
                router.on(.get, "/hold") { _ in
                    isHeld.put(true)
                    return .respond(.text("\(release.take())"))
                }
            }
        ) { port, _ in
            let clients = (0..<128).map { _ in RawClient(port: port) }
            for client in clients { #expect(client.ask("GET", "/", port: port)?.text == "here") }
            let holder = RawClient(port: port)
            holder.send("GET /hold HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            _ = isHeld.take()
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n") }
            release.put(true)
            #expect(holder.receive()?.text == "true")
            for client in clients { #expect(client.receive()?.text == "here") }
        }
    }

    @Test func `pipelined requests are answered in order`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            client.send(
                (0..<20).map { "GET /hello/\($0) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n" }.joined())
            for number in 0..<20 { #expect(client.receive()?.text == "hello \(number) -") }
        }
    }

    @Test func `a thrown problem is the answer`() throws {
        try withServer(routes: { router in
            router.on(.get, "/") { _ throws(ProblemDetails) in
                throw ProblemDetails(
                    .conflict, "a \"b\"\n", pointer: "/items/0", members: [("count", .integer(3))])
            }
        }) { port, _ in
            let answer = RawClient(port: port).ask("GET", "/", port: port)
            #expect(answer?.status == 409)
            #expect(
                answer?.text
                    == #"{"type":"about:blank","title":"Conflict","status":409,"detail":"a \"b\"\u000a","pointer":"/items/0","count":3}"#
            )
        }
    }

    @Test func `a producer's chunks arrive one after another`() throws {
        try withServer(routes: { router in
            router.on(.get, "/") { _ in
                let next = Mutex(0)
                return .respond(
                    HTTPResponse(
                        .ok,
                        body: .producer {
                            next.withLock { number in
                                number += 1
                                return number <= 1000 ? Array("\(number),".utf8) : nil
                            }
                        }))
            }
        }) { port, _ in
            let answer = RawClient(port: port).ask("GET", "/", port: port)
            #expect(answer?.text == (1...1000).map { "\($0)," }.joined())
        }
    }

    @Test func `every answer carries the security headers`() throws {
        try withServer(routes: echo) { port, _ in
            let client = RawClient(port: port)
            for target in ["/hello/you", "/nowhere"] {
                let answer = client.ask("GET", target, port: port)
                for (name, value) in SecurityHeaders.data {
                    #expect(answer?.header("\(name)") == "\(value)")
                }
            }
        }
    }

    @Test func `an answer of some size is compressed when the client takes it`() throws {
        try withServer(routes: { router in
            router.on(.get, "/") { _ in
                .respond(HTTPResponse(.ok, body: .bytes(Array(repeating: 97, count: 5000)), mayCompress: true))
            }
        }) { port, _ in
            let client = RawClient(port: port)
            let packed = client.ask("GET", "/", port: port, headers: ["Accept-Encoding: br, gzip"])
            #expect(packed?.header("Content-Encoding") == "gzip")
            #expect(packed?.body.prefix(2) == [0x1f, 0x8b])
            #expect((packed?.body.count ?? 5000) < 200)
            let plain = client.ask("GET", "/", port: port, headers: ["Accept-Encoding: gzip;q=0"])
            #expect(plain?.body.count == 5000)
            #expect(plain?.header("Vary") == "Accept-Encoding")
        }
    }
}
