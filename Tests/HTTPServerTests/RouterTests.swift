import Testing

@testable import HTTPServer

@Suite struct RouterTests {
    private func match(_ patterns: [(HTTPMethod, String)], _ method: HTTPMethod, _ path: String) -> String {
        var router = Router()
        for (method, pattern) in patterns { router.on(method, pattern) { _ in .respond(.empty()) } }
        let tree = RouteTree(router)
        var parameters: [Range<Int>] = []
        let bytes = Array(path.utf8)
        return bytes.withUnsafeBufferPointer { buffer in
            switch tree.match(method, buffer, parameters: &parameters) {
            case .found(let route):
                ([route.pattern] + parameters.map { String(decoding: bytes[$0], as: UTF8.self) })
                    .joined(separator: " ")
            case .methodNotAllowed(let allow): "405 \(allow)"
            case .notFound: "404"
            }
        }
    }

    private static let patterns: [(HTTPMethod, String)] = [
        (.get, "/"), (.get, "/a"), (.get, "/a/{x}"), (.delete, "/a/{x}"), (.get, "/a/{x}/b"), (.get, "/a/c/d"),
        (.post, "/a/c/{y}/e"), (.get, "/{path*}"),
    ]

    @Test(arguments: [
        ("/", "/"), ("/a", "/a"), ("/a/1", "/a/{x} 1"), ("/a/c", "/a/{x} c"), ("/a/c/d", "/a/c/d"),
        ("/a/c/b", "/a/{x}/b c"), ("/a/1/b", "/a/{x}/b 1"), ("/a/", "/{path*} a/"), ("/z/y", "/{path*} z/y"),
        ("/a%2f1", "/{path*} a%2f1"), ("//", "/{path*} /"), ("/a/1/b/c", "/{path*} a/1/b/c"),
    ])
    func `literal goes before parameter, parameter before rest, and dead ends are left again`(
        path: String, expected: String
    ) {
        #expect(match(RouterTests.patterns, .get, path) == expected)
        #expect(match(RouterTests.patterns, .head, path) == expected)
    }

    @Test func `a rest does not claim methods that it does not serve`() {
        #expect(match(RouterTests.patterns, .post, "/z") == "404")
        #expect(match(RouterTests.patterns, .put, "/a/1") == "405 GET, DELETE, HEAD, OPTIONS")
        #expect(match(RouterTests.patterns, .post, "/a/c/1/e") == "/a/c/{y}/e 1")
    }

    @Test func `a rest does not claim paths at which other methods are served`() {
        #expect(match(RouterTests.patterns, .get, "/a/c/1/e") == "405 POST, OPTIONS")
        #expect(match(RouterTests.patterns, .head, "/a/c/1/e") == "405 POST, OPTIONS")
        #expect(match(RouterTests.patterns, .get, "/a/c/1/f") == "/{path*} a/c/1/f")
    }

    @Test func `parameters are never empty`() {
        let patterns: [(HTTPMethod, String)] = [(.get, "/a/{x}"), (.get, "/a/{x}/b")]
        #expect(match(patterns, .get, "/a/") == "404")
        #expect(match(patterns, .get, "/a//b") == "404")
        #expect(match(patterns, .get, "") == "404")
    }

    @Test func `a pattern that no request could have, or another route has, is named as a fault`() {
        var router = Router()
        for (method, pattern) in RouterTests.patterns { router.on(method, pattern) { _ in .respond(.empty()) } }
        for (pattern, fault) in [
            ("", .withoutSlash), ("a", .withoutSlash), ("/{", .badParameter), ("/{}", .badParameter),
            ("/{*}", .badParameter), ("/x{y}", .badParameter), ("/{x}y", .badParameter), ("/{x", .badParameter),
            ("/x}", .badParameter), ("/{{x}}", .badParameter), ("/{x*}/y", .badParameter), ("/{x*y}", .badParameter),
            ("/{x}/{x}", .repeatedParameter("x")), ("/größe", .notOfAddress), ("/a b", .notOfAddress),
            ("/a?b", .notOfAddress), ("/a", .taken), ("/a/{other}", .taken), ("/{rest*}", .taken),
        ] as [(String, PatternFault)] {
            #expect(router.fault(of: .get, pattern) == fault, "\(pattern)")
        }
        for pattern in ["/b", "/a/", "/a/{x}/{y}", "/a/{rest*}", "/gr%C3%B6%C3%9Fe", "/a.b-c~d:e"] {
            #expect(router.fault(of: .get, pattern) == nil, "\(pattern)")
        }
        #expect(router.fault(of: .delete, "/a") == nil)
    }

    @Test func `what is encoded decodes to itself`() {
        for text in ["", "a/b", "ä ö%&=+", "日本", "..", "a\u{1}"] {
            #expect(PercentCoding.decode(Array(PercentCoding.encode(text).utf8)) == text)
        }
        for bad in ["%", "%4", "%zz", "%00", "%ff", "%c3%28"] {
            #expect(PercentCoding.decode(Array(bad.utf8)) == nil)
        }
    }
}
