import LookaheadTesting
import Testing

@testable import HTTPServer

/// Every combination of who asks, from where, and with what, on real sockets, against the rules written a second time.
@Suite struct AccessMatrixTests {
    private enum Bind: CaseIterable {
        case loopback, loopbackWithToken, everyAddress, loopbackWithGuests, loopbackWithTokenAndGuests

        var hasToken: Bool { self != .loopback && self != .loopbackWithGuests }
        var hasGuests: Bool { self == .loopbackWithGuests || self == .loopbackWithTokenAndGuests }
    }

    private struct Case {
        var bind: Bind
        var method: String
        var host: String
        var isHostOurs: Bool
        var secret: Secret
        var origin: (text: String?, kind: Origin)
        var site: String?
        var type: String?

        enum Secret: CaseIterable { case none, right, wrong }
        enum Origin { case absent, own, guest, foreign }

        /// The rules, in the order in which the gate promises them.
        var expected: Int {
            if !isHostOurs { return 421 }
            let isGuest = bind.hasGuests && origin.kind == .guest
            if isGuest, method == "OPTIONS" { return 204 }
            if bind.hasToken, secret != .right { return 401 }
            if method == "GET" { return 200 }
            if !isGuest {
                if origin.kind == .guest || origin.kind == .foreign { return 403 }
                if let site, site != "same-origin", site != "none" { return 403 }
            }
            if method == "OPTIONS" { return 204 }
            return type == "application/json" || type == "Application/JSON; charset=utf-8" ? 200 : 415
        }
    }

    private static let token = "the right secret of this test"
    private static let guest = "https://photos.example:8443"

    private func cases(_ bind: Bind, port: Int) -> [Case] {
        let hosts = [
            ("127.0.0.1:\(port)", true), ("LocalHost:\(port)", true), ("evil.example:\(port)", false),
            ("127.0.0.1.evil.example:\(port)", false), ("192.168.1.1:\(port)", bind == .everyAddress),
        ]
        let types = [
            "application/json", "Application/JSON; charset=utf-8", "text/plain",
            "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", nil,
        ]
        var cases: [Case] = []
        for method in ["GET", "POST", "OPTIONS"] {
            for (host, isOurs) in hosts {
                let origins: [(String?, Case.Origin)] = [
                    (nil, .absent), ("http://\(host)", .own), (Self.guest, .guest), ("https://evil.example", .foreign),
                    ("null", .foreign), ("https://photos.example", .foreign),
                    ("https://photos.example:8443.evil.example", .foreign),
                ]
                for secret in Case.Secret.allCases {
                    for origin in origins {
                        for site in [nil, "same-origin", "none", "same-site", "cross-site"] {
                            for type in method == "POST" ? types : [nil] {
                                cases.append(
                                    Case(
                                        bind: bind, method: method, host: host, isHostOurs: isOurs, secret: secret,
                                        origin: origin, site: site, type: type))
                            }
                        }
                    }
                }
            }
        }
        return cases
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func `who may do what, in every combination`(number: Int) throws {
        let bind = Bind.allCases[number]
        try withServer(
            {
                $0.host = bind == .everyAddress ? "0.0.0.0" : "127.0.0.1"
                $0.token = bind.hasToken ? AccessToken(Self.token) : nil
                $0.guestOrigins = bind.hasGuests ? [Self.guest] : []
                $0.connectionsPerAddress = 0
            },
            routes: { router in
                router.on(.get, "/x") { _ in .respond(.text("read")) }
                router.on(.post, "/x", accepts: ["application/json"]) { _ in .respond(.text("changed")) }
            }
        ) { port, _ in
            var client = RawClient(port: port)
            for entry in cases(bind, port: port) {
                var head = "\(entry.method) /x HTTP/1.1\r\nHost: \(entry.host)\r\n"
                if let origin = entry.origin.text { head += "Origin: \(origin)\r\n" }
                if let site = entry.site { head += "Sec-Fetch-Site: \(site)\r\n" }
                if let type = entry.type { head += "Content-Type: \(type)\r\n" }
                switch entry.secret {
                case .none: break
                case .right: head += "Authorization: Bearer \(Self.token)\r\n"
                case .wrong: head += "Authorization: Bearer \(Self.token.dropLast())X\r\n"
                }
                client.send(head + (entry.method == "POST" ? "Content-Length: 2\r\n\r\n{}" : "\r\n"))
                let answer = client.receive()
                #expect(answer?.status == entry.expected, "\(entry)")
                let mayRead = entry.isHostOurs && bind.hasGuests && entry.origin.kind == .guest
                #expect(
                    answer?.header("Access-Control-Allow-Origin") == (mayRead ? Self.guest : nil), "\(entry)")
                // What was sent to another server's name ends the connection.
                if answer == nil || answer?.status == 421 { client = RawClient(port: port) }
            }
        }
    }

    @Test func `an origin is written as browsers write it`() {
        for (text, isOne) in [
            ("https://a.example", true), ("http://a.example:8080", true), ("http://[::1]:80", true),
            ("a.example", false), ("https://", false), ("https://a.example/", false), ("https://*.example", false),
            ("*", false), ("null", false), ("file://x", false), ("https://a b", false),
        ] {
            #expect(HTTPServer.isOrigin(text) == isOne, "\(text)")
        }
    }
}
