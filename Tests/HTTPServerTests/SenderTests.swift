import LookaheadTesting
import Testing

@testable import HTTPServer

/// Whom a request counts for, where clients share what is limited.
@Suite struct SenderTests {
    /// Asks a server that answers with what it takes the sender for.
    private func senders(
        of heads: [[String]], proxies: [String] = []
    ) throws -> [String] {
        try withServer(
            { $0.trustedProxies = proxies },
            routes: { router in
                router.on(.get, "/") { request in
                    let sender = request.sender
                    return .respond(.text("\(sender.network) \(sender.session ?? "-")"))
                }
            }
        ) { port, _ in
            try heads.map { try #require(RawClient(port: port).ask("GET", "/", port: port, headers: $0)).text }
        }
    }

    @Test func `without a token an address is one client, whatever it claims`() throws {
        let found = try senders(
            of: [[], ["X-Forwarded-For: 1.1.1.1"], ["Forwarded: for=1.1.1.1"], ["Cookie: a=b"]])
        #expect(Set(found) == ["4-7f000001 -"])
    }

    @Test func `with a token each browser is a client, and all programs together are one`() throws {
        let token = AccessToken.random()
        func cookies(_ port: Int) -> [String] {
            let cookies = SessionCookies(token: token, port: port)
            return (0..<2).map { _ in String(cookies.make(isSecure: false).prefix { $0 != ";" }) }
        }
        let bearer = "Authorization: Bearer \(token.text)"
        try withServer(
            { $0.token = token },
            routes: { router in
                router.on(.get, "/") { request in .respond(.text(request.sender.session ?? "-")) }
            }
        ) { port, _ in
            func session(_ headers: [String]) throws -> String {
                try #require(RawClient(port: port).ask("GET", "/", port: port, headers: headers)).text
            }
            let (first, second) = (cookies(port)[0], cookies(port)[1])
            let names = try [
                session(["Cookie: \(first)"]), session(["Cookie: a=b; \(first)"]), session(["Cookie: \(second)"]),
                session([bearer]), session([bearer, "Cookie: a=b"]),
            ]
            #expect(names[0] == names[1] && names[3] == "token" && names[4] == "token")
            #expect(Set(names).count == 3)
            #expect(!names.contains { $0.contains(token.text) })
        }
    }

    @Test func `a trusted proxy says whom it brings, in the last of all lines`() throws {
        let found = try senders(
            of: [
                [], ["X-Forwarded-For: 1.1.1.1"], ["X-Forwarded-For: 6.6.6.6", "X-Forwarded-For: 1.1.1.1"],
                ["X-Forwarded-For: 6.6.6.6, 1.1.1.1"], ["Forwarded: for=6.6.6.6", "X-Forwarded-For: 1.1.1.1"],
                ["X-Forwarded-For: 2001:db8:0:7::1"], ["Forwarded: for=\"[2001:db8:0:7:ffff::2]:80\""],
            ], proxies: ["127.0.0.1"])
        #expect(
            found == [
                "4-7f000001 -", "4-1010101 -", "4-1010101 -", "4-1010101 -",
                // A client can send the header that the proxy does not set: then nobody is believed.
                "4-7f000001 -", "6-20010db800000007 -", "6-20010db800000007 -",
            ])
    }
}
