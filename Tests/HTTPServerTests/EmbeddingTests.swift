import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

/// What pages of other origins that are let in may have, and where a proxy publishes the server.
@Suite struct EmbeddingTests {
    private static let token = AccessToken("the right secret of this test")
    private static let guest = "https://shop.example"
    private static let looking = "https://look.example"
    private static let stranger = "https://evil.example"

    private func withTarget<Result>(_ text: String, _ body: (HeaderText) -> Result) -> Result {
        Array(text.utf8).withUnsafeBufferPointer { body(HeaderText(start: $0.baseAddress!, count: $0.count)) }
    }

    private func isValid(_ ticket: String, for origin: String, now: Int, _ tickets: Tickets) -> Bool {
        withTarget("/image?w=240&ticket=\(ticket)") { target in
            withTarget(origin) { tickets.isValid(in: target, for: $0, now: now) }
        }
    }

    @Test func `a ticket counts for its origin, for one to two hours, and for nothing that was changed in it`() {
        let tickets = Tickets(token: Self.token)
        for now in [1_800_000_000, 1_800_003_599, 1_800_001_234] {
            let (text, seconds) = tickets.make(for: Self.guest, now: now)
            #expect((3600...7200).contains(seconds))
            #expect(isValid(text, for: Self.guest, now: now, tickets))
            #expect(isValid(text, for: "HTTPS://Shop.example", now: now + seconds - 1, tickets))
            #expect(!isValid(text, for: Self.guest, now: now + seconds, tickets))
            #expect(!isValid(text, for: Self.guest, now: now - 7200, tickets), "from a clock that was ahead")
            #expect(!isValid(text, for: Self.stranger, now: now, tickets))
            #expect(!isValid(text, for: Self.guest, now: now, Tickets(token: AccessToken("another"))))
            let later = String(Int(text.prefix { $0 != "-" }, radix: 16)! + 1, radix: 16) + text.drop { $0 != "-" }
            for wrong in ["", "-", "0-", later, text + "0", String(text.dropLast()), "-" + text, "7fffffffffffffff-0"] {
                #expect(!isValid(wrong, for: Self.guest, now: now, tickets), "\(wrong)")
            }
        }
        let first = tickets.make(for: Self.guest, now: 1_800_000_000)
        let second = tickets.make(for: Self.guest, now: 1_800_001_000)
        #expect(first.text == second.text, "the addresses of pictures stay the same for an hour")
    }

    /// A route for everybody with the token, one that takes tickets, one that makes them, and files.
    private func routes(_ router: inout Router) {
        router.on(.get, "/data") { _ in .respond(.text("data")) }
        router.on(.get, "/image", query: ["ticket": false]) { _ in .respond(.text("image")) }
        router.on(.post, "/leave", query: ["ticket": false]) { _ in .respond(.empty()) }
        router.on(.post, "/change") { _ in .respond(.empty()) }
        router.on(.post, "/tickets") { request in .respond(.text(request.makeTicket()?.text ?? "none")) }
        router.on(.get, "/{path*}", guestAccess: .always) { _ in .respond(.text("file")) }
    }

    @Test(arguments: [[], [guest]])
    func `a browser keeps no file for a page that is not let in: it may be later`(_ guests: [String]) throws {
        let kept = "public, max-age=31536000, immutable"
        try withServer {
            $0.guestOrigins = guests
        } routes: {
            $0.on(.get, "/file") { _ in .respond(.empty(headers: [HTTPHeader("Cache-Control", kept)])) }
        } _: { port, _ in
            let client = RawClient(port: port)
            func caching(_ headers: String...) -> String? {
                client.ask("GET", "/file", port: port, headers: headers)?.header("Cache-Control")
            }
            #expect(caching("Origin: \(Self.stranger)") == "no-store")
            #expect(caching("Origin: \(Self.guest)") == (guests.isEmpty ? "no-store" : kept))
            #expect(caching() == kept)
            // Its own modules and style sheets are asked for with it.
            #expect(caching("Origin: http://127.0.0.1:\(port)") == kept)
        }
    }

    @Test func `without the token, a page that is let in has files, and with a ticket what takes one`() throws {
        try withServer {
            $0.token = Self.token
            $0.guestOrigins = [Self.guest]
        } routes: {
            routes(&$0)
        } _: { port, _ in
            let client = RawClient(port: port)
            let bearer = "Authorization: Bearer \(Self.token.text)"
            func status(_ method: String, _ target: String, _ headers: String...) -> Int? {
                client.ask(method, target, port: port, headers: headers)?.status
            }
            let guest = "Origin: \(Self.guest)"
            let ticket = try #require(client.ask("POST", "/tickets", port: port, headers: [guest, bearer])?.text)
            #expect(client.ask("POST", "/tickets", port: port, headers: [bearer])?.text == "none")
            let targets = [
                ("GET", "/data"), ("GET", "/image"), ("POST", "/leave"), ("POST", "/change"), ("POST", "/tickets"),
            ]
            for (method, target) in targets {
                #expect(status(method, target, guest) == 401, "\(target)")
                #expect(status(method, target, guest, bearer) ?? 500 < 300, "\(target)")
                let takes = target == "/image" || target == "/leave"
                let withTicket = "\(target)?ticket=\(ticket)"
                #expect(
                    status(method, withTicket, guest) ?? 0 == (takes ? target == "/leave" ? 204 : 200 : 401),
                    "\(target)")
                #expect(status(method, withTicket) == 401, "\(target)")
                #expect(status(method, withTicket, "Origin: \(Self.stranger)") == 401, "\(target)")
            }
            #expect(status("GET", "/grid/collection-grid.js", guest) == 200)
            #expect(status("GET", "/grid/collection-grid.js", "Origin: \(Self.stranger)") == 401)
            #expect(status("GET", "/grid/collection-grid.js") == 401)
        }
    }

    @Test func `pages of an origin that is let in for looking change nothing, whatever they send`() throws {
        try withServer {
            $0.token = Self.token
            $0.guestOrigins = [Self.guest, Self.looking]
            $0.readOnlyGuestOrigins = [Self.looking]
        } routes: {
            routes(&$0)
        } _: { port, _ in
            let client = RawClient(port: port)
            let bearer = "Authorization: Bearer \(Self.token.text)"
            func status(_ method: String, _ target: String, from origin: String?) -> Int? {
                let headers = [bearer] + (origin.map { ["Origin: \($0)"] } ?? [])
                return client.ask(method, target, port: port, headers: headers)?.status
            }
            for origin in [Self.guest, Self.looking, Self.looking.uppercased()] {
                #expect(status("GET", "/data", from: origin) == 200, "\(origin)")
            }
            #expect(status("POST", "/change", from: Self.looking) == 403)
            #expect(status("POST", "/change", from: Self.guest) == 204)
            #expect(status("POST", "/change", from: nil) == 204)
        }
    }

    @Test func `only origins that are named may frame the page or read a response`() throws {
        for guests in [[], [Self.guest, "http://LOCALHOST:8000"]] {
            let headers = SecurityHeaders(guests: GuestOrigins(guests)).page
            let policy = headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
            let frames = guests.isEmpty ? "'none'" : "https://shop.example http://localhost:8000"
            #expect(policy.contains("frame-ancestors \(frames);"))
        }
        try withServer {
            $0.guestOrigins = [Self.guest]
        } routes: {
            routes(&$0)
        } _: { port, _ in
            let client = RawClient(port: port)
            for target in ["/data", "/file.js", "/image"] {
                let strange = client.ask("GET", target, port: port, headers: ["Origin: \(Self.stranger)"])
                #expect(strange?.header("Access-Control-Allow-Origin") == nil)
                #expect(strange?.header("Cross-Origin-Resource-Policy") == "same-origin")
                let known = client.ask("GET", target, port: port, headers: ["Origin: \(Self.guest)"])
                #expect(known?.header("Access-Control-Allow-Origin") == Self.guest)
            }
        }
    }

    /// Browsers tell a page nothing about a response that it may not read: it would take a refusal for a server that is
    /// away.
    @Test func `a page that is let in reads why even what is no request was refused`() throws {
        try withServer {
            $0.guestOrigins = [Self.guest]
            $0.maxBodyBytes = 1000
        } routes: {
            routes(&$0)
        } _: { port, _ in
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let long = String(repeating: "x", count: 17 * 1024)
            let many = String(repeating: "a=1&", count: 400)
            let body = String(repeating: "x", count: 1001)
            let chunked = "Transfer-Encoding: chunked\r\n\r\n"
            // What comes before the origin, what follows it, and what a page of another origin gets, when that is not the same.
            let refused: [(head: String, rest: String, status: Int, strange: Int?)] = [
                ("GET /data?q=%00 HTTP/1.1\r\n\(host)", "\r\n", 400, nil),
                ("GET /data?q=%2 HTTP/1.1\r\n\(host)", "\r\n", 400, nil),
                ("GET /data HTTP/1.1\r\nno header\r\n\(host)", "\r\n", 400, nil),
                ("GET /data HTTP/1.1\r\n\(host)", "X-Long: \(long)\r\n\r\n", 431, nil),
                ("GET /data?\(many) HTTP/1.1\r\n\(host)", "\r\n", 431, nil),
                ("POST /change HTTP/1.1\r\n\(host)", "\(chunked)x\r\n", 400, nil),
                // The first chunk comes with the head, so that the second is found out later.
                ("POST /change HTTP/1.1\r\n\(host)", "\(chunked)2\r\n{}\r\n2\r\n{}}", 400, nil),
                ("POST /change HTTP/1.1\r\n\(host)", "Content-Length: 1001\r\n\r\n\(body)", 413, 403),
                ("POST /change HTTP/1.1\r\n\(host)", "\(chunked)3e9\r\n\(body)\r\n0\r\n\r\n", 413, 403),
                ("PATCH /data HTTP/1.1\r\n\(host)", "Content-Length: 0\r\n\r\n", 405, 403),
                ("GET /data/%ff HTTP/1.1\r\n\(host)", "\r\n", 400, nil),
            ]
            for (head, rest, status, strange) in refused {
                func ask(from origin: String) -> RawClient.Answer? {
                    let client = RawClient(port: port)
                    client.send("\(head)Origin: \(origin)\r\n\(rest)")
                    return client.receive()
                }
                let name = "\(head.prefix(60))\(rest.prefix(40))"
                let known = ask(from: Self.guest)
                #expect(known?.status == status, "\(name)")
                #expect(known?.header("Access-Control-Allow-Origin") == Self.guest, "\(name)")
                #expect(known?.text.contains(#""status":\#(status)"#) == true, "\(name)")
                for origin in [Self.stranger, "\(Self.guest).evil.example", "null"] {
                    let answer = ask(from: origin)
                    #expect(answer?.status == strange ?? status, "\(name)")
                    #expect(answer?.header("Access-Control-Allow-Origin") == nil, "\(name)")
                }
            }
        }
    }

    @Test func `a refusal says nothing of origins where the head may be for another server, or its origin is cut`()
        throws
    {
        try withServer {
            $0.guestOrigins = [Self.guest]
        } routes: {
            routes(&$0)
        } _: { port, _ in
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let origin = "Origin: \(Self.guest)"
            let long = "X-Long: \(String(repeating: "x", count: 17 * 1024))\r\n"
            let start = "GET /data HTTP/1.1\r\n\(host)X-Long: "
            let fill = String(repeating: "x", count: 16 * 1024 - start.utf8.count - origin.utf8.count - 2)
            for (head, status) in [
                ("GET /data HTTP/1.1\r\nHost: other.example\r\n\(origin)\r\n\r\n", 421),
                ("GET /data?q=%00 HTTP/1.1\r\nHost: other.example\r\n\(origin)\r\n\r\n", 400),
                ("GET /data HTTP/1.1\r\nHost: other.example\r\n\(origin)\r\n\(long)\r\n", 431),
                ("GET /data HTTP/1.1\r\n\(host)Host: other.example\r\n\(origin)\r\n\r\n", 400),
                ("GET /data HTTP/1.1\r\n\(origin)\r\n\r\n", 400),
                ("GET /data HTTP/1.1\r\n\(host)\(origin)\r\n\(origin)\r\n\r\n", 400),
                // The limit is after the name that is let in.
                ("\(start)\(fill)\r\n\(origin).evil.example\r\n\r\n", 431),
            ] {
                let client = RawClient(port: port)
                client.send(head)
                let answer = client.receive()
                #expect(answer?.status == status, "\(head.prefix(80))")
                #expect(answer?.header("Access-Control-Allow-Origin") == nil, "\(head.prefix(80))")
            }
        }
    }

    @Test func `requests come with the path of a proxy or without it, and addresses begin with it`() throws {
        try withServer {
            $0.basePath = "/my/photos"
            $0.token = Self.token
        } routes: { router in
            router.on(.get, "/page") { _ in .respond(.text("page")) }
            router.on(.post, "/made") { _ in
                .respond(
                    .empty(
                        .created,
                        headers: [HTTPHeader("Location", "/made/1"), HTTPHeader("Link", "</made?o=2>; rel=\"next\"")]
                    ))
            }
        } _: { port, _ in
            let client = RawClient(port: port)
            let bearer = ["Authorization: Bearer \(Self.token.text)"]
            for (target, status) in [
                ("/page", 200), ("/my/photos/page", 200), ("/my/photosx/page", 404), ("/my/photos/my/photos/page", 404),
                ("/my/photos", 404),
            ] {
                #expect(client.ask("GET", target, port: port, headers: bearer)?.status == status, "\(target)")
            }
            let made = client.ask("POST", "/my/photos/made", port: port, headers: bearer)
            #expect(made?.header("Location") == "/my/photos/made/1")
            #expect(made?.header("Link") == "</my/photos/made?o=2>; rel=\"next\"")
            let secret = PercentCoding.encode(Self.token.text)
            let admitted = client.ask("GET", "/my/photos/page?token=\(secret)", port: port)
            #expect(admitted?.header("Location") == "/my/photos/page")
            #expect(admitted?.header("Set-Cookie")?.contains("; Path=/my/photos/;") == true)
        }
    }

    @Test func `a path is made of names`() {
        for (path, isPath) in [
            ("/photos", true), ("/a/b-c_d.~9", true), ("photos", false), ("/", false), ("/photos/", false),
            ("//a", false),
            ("/a//b", false), ("/a b", false), ("/a%20b", false), ("/..", false), ("/a/./b", false), ("/a?b", false),
            ("", false),
        ] {
            #expect(HTTPServer.isBasePath(path) == isPath, "\(path)")
        }
    }
}
