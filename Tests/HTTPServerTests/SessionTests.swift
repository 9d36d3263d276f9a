import Hashing
import LookaheadTesting
import Testing

@testable import HTTPServer

/// The cookie that stands for the token, and what a trusted proxy says.
@Suite struct SessionTests {
    private func session(_ value: String, _ cookies: SessionCookies) -> [UInt8]? {
        cookies.session(in: Array(value.utf8))
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `hashes are those of FIPS 180`(message: String, expected: String) {
        #expect(SHA256.digest(of: Array(message.utf8)).hexadecimal == expected)
    }

    @Test func `codes are those of RFC 4231`() {
        for (key, message, expected) in [
            (
                Array(repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], [UInt8], String)] {
            #expect(SHA256.authenticationCode(of: message, key: key).hexadecimal == expected)
        }
    }

    @Test func `a cookie is not the token, lets in its own server's browsers, and cannot be made up`() throws {
        let cookies = SessionCookies(token: AccessToken("s3cret_-s3cret-s3cret"), port: 8080)
        let made = cookies.make(isSecure: false)
        #expect(made.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        #expect(cookies.make(isSecure: true).hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
        #expect(made.contains("; Max-Age=34560000; "), "it outlives the browser's session")
        let pair = String(made.prefix { $0 != ";" })
        #expect(pair.hasPrefix("lookahead-8080=") && !pair.contains("s3cret"))
        let number = try #require(session(pair, cookies))
        #expect(session("a=b; \(pair); c=d", cookies) == number)
        // A restarted server with the same token knows it, one with another does not.
        #expect(session(pair, SessionCookies(token: AccessToken("s3cret_-s3cret-s3cret"), port: 8080)) == number)
        #expect(session(pair, SessionCookies(token: AccessToken("another_-s3cret-s3cret"), port: 8080)) == nil)
        #expect(session(pair, SessionCookies(token: AccessToken("s3cret_-s3cret-s3cret"), port: 8081)) == nil)
        #expect(session("lookahead-8080=s3cret_-s3cret-s3cret", cookies) == nil)
        #expect(session("lookahead-8080=", cookies) == nil)
        let value = Array(pair.utf8)
        for index in "lookahead-8080=".utf8.count..<value.count {
            var forged = value
            forged[index] = forged[index] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            #expect(session(String(decoding: forged, as: UTF8.self), cookies) == nil, "digit \(index)")
        }
        #expect(Set((0..<100).map { _ in cookies.make(isSecure: false) }).count == 100)
    }

    @Test func `only a trusted proxy says from where a request comes, and only the hops behind it count`() throws {
        let proxies = TrustedProxies(["127.0.0.1", "10.0.0.1", "not an address"])
        func client(_ peer: String, _ forwarded: String?, _ forwardedFor: String?) throws -> PeerAddress {
            proxies.client(
                behind: try #require(PeerAddress(peer)), forwarded: forwarded, forwardedFor: forwardedFor)
        }
        for (peer, forwarded, forwardedFor, expected) in [
            ("192.168.1.9", nil, "1.1.1.1", "192.168.1.9"), ("127.0.0.1", nil, nil, "127.0.0.1"),
            ("127.0.0.1", nil, "1.1.1.1", "1.1.1.1"), ("127.0.0.1", nil, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
            ("127.0.0.1", nil, "6.6.6.6, 1.1.1.1,10.0.0.1", "1.1.1.1"), ("127.0.0.1", nil, "rubbish", "127.0.0.1"),
            ("127.0.0.1", "for=1.1.1.1", "2.2.2.2", "127.0.0.1"), ("127.0.0.1", "for=1.1.1.1", "1.1.1.1", "1.1.1.1"),
            ("127.0.0.1", "for=6.6.6.6, For=\"[2001:db8::1]:4711\";proto=https", nil, "2001:db8::1"),
            ("127.0.0.1", "for=unknown", nil, "127.0.0.1"), ("::ffff:127.0.0.1", nil, "1.1.1.1", "1.1.1.1"),
        ] as [(String, String?, String?, String)] {
            #expect(try client(peer, forwarded, forwardedFor) == PeerAddress(expected), "\(peer) \(forwardedFor ?? "")")
        }
    }

    @Test func `behind a trusted proxy with TLS the cookie is for TLS only`() throws {
        for (trusted, headers, isSecure) in [
            ([], ["X-Forwarded-Proto: https"], false), (["127.0.0.1"], [], false),
            (["127.0.0.1"], ["X-Forwarded-Proto: http"], false), (["127.0.0.1"], ["X-Forwarded-Proto: https"], true),
            (["127.0.0.1"], ["Forwarded: for=1.1.1.1;proto=https"], true),
            (["10.0.0.1"], ["X-Forwarded-Proto: https"], false),
        ] as [([String], [String], Bool)] {
            let token = AccessToken.random()
            try withServer(
                {
                    $0.token = token
                    $0.trustedProxies = trusted
                },
                routes: { router in router.on(.get, "/") { _ in .respond(.text("in")) } }
            ) { port, _ in
                let answer = RawClient(port: port).ask("GET", "/?token=\(token.text)", port: port, headers: headers)
                #expect(answer?.header("Set-Cookie")?.hasSuffix("; Secure") == isSecure, "\(headers)")
            }
        }
    }
}
