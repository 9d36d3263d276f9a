import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct SecurityGateTests {
    private func status(
        _ method: String, at target: String = "/", _ headers: [(String, String)],
        hosts: AllowedHosts = AllowedHosts(host: "127.0.0.1", port: 8080, more: [], isWildcard: false),
        token: AccessToken? = nil, readOnlyToken: AccessToken? = nil
    ) -> String {
        let gate = SecurityGate(hosts: hosts, token: token, readOnlyToken: readOnlyToken, port: 8080)
        return withHead(method, target, headers) { head in
            switch gate.check(head) {
            case .pass(let access): access == .everything ? "pass" : "pass to look"
            case .passAsGuest(let hasTicket): hasTicket ? "pass with a ticket" : "pass to files"
            case .welcome: "welcome"
            case .methodNotAllowed: "405"
            case .refuse(let problem): "\(problem.status.code)"
            case .hangUp(let problem): "\(problem.status.code) closed"
            case .signIn(let isWrong): isWrong ? "sign in again" : "sign in"
            case .admit(let location, _): "to \(location)"
            }
        }
    }

    private func withHead<Result>(
        _ method: String, _ target: String, _ headers: [(String, String)], _ body: (RequestHead) -> Result
    ) -> Result {
        func text(_ string: String) -> HeaderText {
            // Kept for the length of the test's process: a few hundred bytes.
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, string.utf8.count))
            _ = bytes.initialize(from: string.utf8)
            return HeaderText(start: UnsafePointer(bytes.baseAddress!), count: string.utf8.count)
        }
        var head = RequestHead(method: text(method), target: text(target), version: text("HTTP/1.1"))
        for (name, value) in headers { head.add(name: text(name), value: text(value)) }
        head.finish()
        return body(head)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "pass"), ("localhost:8080", "pass"), ("LOCALHOST:8080", "pass"), ("[::1]:8080", "pass"),
        ("127.0.0.1", "421 closed"), ("127.0.0.1:8081", "421 closed"), ("127.0.0.1:8080.evil", "421 closed"),
        ("evil.example:8080", "421 closed"), ("localhost.evil.example:8080", "421 closed"),
        ("", "421 closed"), ("192.168.1.5:8080", "421 closed"), (":8080", "421 closed"),
    ])
    func `only its own names let a request in`(host: String, expected: String) {
        #expect(status("GET", [("Host", host)]) == expected)
    }

    @Test func `the token that only opens what changes nothing says so, in a header and by its cookie`() {
        let (whole, reading) = (AccessToken("0123456789abcdefg"), AccessToken("abcdefg0123456789"))
        func status(_ more: (String, String), at target: String = "/", _ token: AccessToken? = whole) -> String {
            self.status("GET", at: target, [("Host", "127.0.0.1:8080"), more], token: token, readOnlyToken: reading)
        }
        func cookie(_ token: AccessToken) -> String {
            String(SessionCookies(token: token, port: 8080).make(isSecure: false).prefix { $0 != ";" })
        }
        #expect(status(("Authorization", "Bearer \(whole.text)")) == "pass")
        #expect(status(("Authorization", "Bearer \(reading.text)")) == "pass to look")
        #expect(status(("Authorization", "Bearer \(reading.text)x")) == "401")
        #expect(status(("Cookie", cookie(whole))) == "pass")
        #expect(status(("Cookie", cookie(reading))) == "pass to look")
        #expect(status(("Accept", "text/html"), at: "/?token=\(reading.text)") == "to /")
        // Alone it closes nothing, and opens nothing either.
        #expect(status(("Accept", "*/*"), nil) == "pass")
    }

    @Test func `a person without the token gets the page that asks for it, a program does not`() {
        let token = AccessToken("0123456789abcdefg")
        let person = [("Host", "127.0.0.1:8080"), ("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")]
        for (method, target, headers, expected) in [
            ("GET", "/", person, "sign in"), ("GET", "/dashboard/?a=b", person, "sign in"),
            ("GET", "/?token=0123456789abcdefx", person, "sign in again"),
            ("GET", "/?a=b&token=0123456789abcdefg", person, "to /?a=b"), ("POST", "/", person, "401"),
            ("GET", "/", [person[0], ("Accept", "application/json")], "401"), ("GET", "/", [person[0]], "401"),
            ("GET", "/", person + [("Authorization", "Bearer 0123456789abcdefg")], "pass"),
        ] {
            #expect(status(method, at: target, headers, token: token) == expected, "\(method) \(target)")
        }
        #expect(status("GET", person) == "pass", "without a token nobody is asked")
    }

    @Test func `names that were allowed come with any port unless they name one`() {
        let hosts = AllowedHosts(
            host: "::1", port: 8080, more: ["Photos.example", "nas:9000", "fe80::1"], isWildcard: false)
        for (host, expected) in [
            ("photos.example", "pass"), ("photos.example:443", "pass"), ("photos.example:x", "421 closed"),
            ("nas:9000", "pass"), ("nas", "421 closed"), ("nas:9001", "421 closed"), ("[fe80::1]:1", "pass"),
            ("[fe80::1]", "pass"), ("[fe80::2]", "421 closed"),
        ] {
            #expect(status("GET", [("Host", host)], hosts: hosts) == expected, "\(host)")
        }
    }

    @Test func `bound to every address it answers to addresses, not to names`() {
        let hosts = AllowedHosts(host: "0.0.0.0", port: 8080, more: [], isWildcard: true)
        for (host, expected) in [
            ("192.168.1.5:8080", "pass"), ("[2001:db8::1]:8080", "pass"), ("192.168.1.5:80", "421 closed"),
            ("192.168.1.5", "421 closed"), ("evil.example:8080", "421 closed"), ("1.2.3.4.evil:8080", "421 closed"),
            ("1.2.3.evil:8080", "421 closed"),
        ] {
            #expect(status("GET", [("Host", host)], hosts: hosts) == expected, "\(host)")
        }
    }

    @Test func `on port 80 the port may be left out`() {
        let hosts = AllowedHosts(host: "127.0.0.1", port: 80, more: [], isWildcard: false)
        #expect(status("GET", [("Host", "localhost")], hosts: hosts) == "pass")
        #expect(status("GET", [("Host", "localhost:80")], hosts: hosts) == "pass")
    }

    @Test func `what changes something must come from this server's own pages`() {
        let origins: [(String?, Bool)] = [
            (nil, true), ("http://localhost:8080", true), ("https://localhost:8080", true),
            ("HTTP://LOCALHOST:8080", true), ("http://127.0.0.1:8080", false), ("http://localhost", false),
            ("http://evil.example", false), ("null", false), ("", false), ("ftp://localhost:8080", false),
            ("http://localhost:8080.evil", false),
        ]
        let sites: [(String?, Bool)] = [
            (nil, true), ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false),
            ("", false),
        ]
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            for (origin, originPasses) in origins {
                for (site, sitePasses) in sites {
                    var headers = [("Host", "localhost:8080")]
                    if let origin { headers.append(("Origin", origin)) }
                    if let site { headers.append(("Sec-Fetch-Site", site)) }
                    let isSafe = method == "GET" || method == "HEAD"
                    let expected = isSafe || originPasses && sitePasses ? "pass" : "403"
                    #expect(
                        status(method, headers) == expected, "\(method) \(origin ?? "-") \(site ?? "-")")
                }
            }
        }
    }

    @Test func `a token lets in by cookie, by header, and once by the address`() {
        let token = AccessToken("s3cret_-s3cret")
        let cookie = String(SessionCookies(token: token, port: 8080).make(isSecure: false).prefix { $0 != ";" })
        let host = ("Host", "localhost:8080")
        for (method, target, headers, expected) in [
            ("GET", "/", [], "401"),
            ("GET", "/", [("Authorization", "Bearer s3cret_-s3cret")], "pass"),
            ("GET", "/", [("Authorization", "bearer s3cret_-s3cret")], "pass"),
            ("GET", "/", [("Authorization", "Bearer s3cret_-s3creT")], "401"),
            ("GET", "/", [("Authorization", "Bearer s3cret")], "401"),
            ("GET", "/", [("Authorization", "Basic s3cret_-s3cret")], "401"),
            ("GET", "/", [("Cookie", cookie)], "pass"),
            ("GET", "/", [("Cookie", "a=b; \(cookie); c=d")], "pass"),
            ("GET", "/", [("Cookie", cookie.replacing("8080", with: "8081"))], "401"),
            ("GET", "/", [("Cookie", "lookahead-8080=s3cret_-s3cret")], "401"),
            ("GET", "/", [("Cookie", "lookahead-8080=")], "401"),
            ("GET", "/a?token=s3cret_-s3cret", [], "to /a"),
            ("GET", "/a?x=1&token=s3cret_-s3cret&y=2", [], "to /a?x=1&y=2"),
            ("GET", "/a?token=another-token-of-this&x=1&token=s3cret_-s3cret", [], "to /a?x=1"),
            ("GET", "/a?token=wrong", [], "401"),
            ("GET", "/a?token", [], "401"),
            ("GET", "//evil.example/?token=s3cret_-s3cret", [], "401"),
            ("POST", "/a?token=s3cret_-s3cret", [], "401"),
            (
                "POST", "/a", [("Cookie", cookie), ("Sec-Fetch-Site", "cross-site")],
                "403"
            ),
        ] as [(String, String, [(String, String)], String)] {
            #expect(
                status(method, at: target, [host] + headers, token: token) == expected, "\(method) \(target) \(headers)"
            )
        }
    }

    @Test func `tokens are random, and long`() {
        let tokens = Set((0..<100).map { _ in AccessToken.random().text })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }

    @Test func `the address with the token leads to a cookie and to the address without it`() throws {
        let token = AccessToken.random()
        try withServer(
            { $0.token = token },
            routes: { router in router.on(.get, "/") { _ in .respond(.text("in")) } }
        ) { port, _ in
            let client = RawClient(port: port)
            #expect(client.ask("GET", "/", port: port)?.status == 401)
            let answer = client.ask("GET", "/?token=\(token.text)", port: port)
            #expect(answer?.status == 303)
            #expect(answer?.header("Location") == "/")
            let cookie = answer?.header("Set-Cookie") ?? ""
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            // Where another page led here, a redirection would go without the cookie.
            let led = client.ask("GET", "/?token=\(token.text)", port: port, headers: ["Sec-Fetch-Site: cross-site"])
            #expect(led?.status == 200 && led?.header("Refresh") == "0; url=/" && led?.header("Location") == nil)
            #expect(led?.header("Set-Cookie")?.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") == true)
            // No token leads to another server.
            for target in ["//example.com/", "/\\example.com/"] {
                #expect(RawClient(port: port).ask("GET", "\(target)?token=\(token.text)", port: port)?.status != 303)
            }
            let pair = cookie.prefix { $0 != ";" }
            #expect(client.ask("GET", "/", port: port, headers: ["Cookie: \(pair)"])?.text == "in")
        }
    }

    @Test func `a server that others can reach does not start without a token`() {
        var configuration = HTTPServer.Configuration()
        configuration.host = "0.0.0.0"
        configuration.port = 0
        let server = HTTPServer(configuration: configuration, router: Router())
        #expect(throws: HTTPServerError.tokenRequired(host: "0.0.0.0")) { try server.start() }
        configuration.token = .random()
        let guarded = HTTPServer(configuration: configuration, router: Router())
        #expect(throws: Never.self) { try guarded.start() }
        guarded.stop()
    }
}
