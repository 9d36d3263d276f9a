import Glibc
import LookaheadTesting
import Testing

@testable import HTTPServer

@Suite struct StaticFilesTests {
    /// A site with a secret outside it.
    private struct Site {
        let folder = TemporaryFolder()
        var root: String { folder.file("site") }

        init() {
            folder.add("site/sub/picture.png")
            folder.write("<!doctype html><p>hello", to: "site/index.html")
            folder.write(String(repeating: "export const a = 1;\n", count: 500), to: "site/app.js")
            folder.write("0123456789", to: "site/sub/picture.png")
            folder.write("", to: "site/empty.css")
            folder.add("site/build-0123456789abcdef/app.js")
            folder.add("site/build-0123456789ABCDEF/app.js")
            folder.add("site/sub/build-0123456789abcdef/app.js")
            folder.write("hidden", to: "site/.hidden")
            folder.write("secret", to: "secret.txt")
            folder.addLink("site/leaves.txt", to: "../secret.txt")
            folder.addLink("site/absolute.txt", to: "/etc/hostname")
            folder.addLink("site/up", to: "..")
            folder.addLink("site/stays.png", to: "sub/picture.png")
            folder.addPipe("site/pipe")
        }
    }

    private func withSite(_ body: (Site, RawClient, Int) throws -> Void) throws {
        let site = Site()
        let files = try #require(StaticFiles(root: site.root))
        try withServer(routes: { $0.files(files) }) { port, _ in try body(site, RawClient(port: port), port) }
    }

    @Test func `where nothing is a person gets a page with a way home, and a program problem details`() throws {
        let site = Site()
        let files = try #require(StaticFiles(root: site.root, home: "/photos/"))
        try withServer(routes: { $0.files(files) }) { port, _ in
            let client = RawClient(port: port)
            let (korean, english) = ("사진 보러 가기", "Go to the pictures")
            for (language, words) in [("ko-KR,ko", korean), ("de, en", english), ("", english)] {
                let answer = client.ask(
                    "GET", "/no/such", port: port,
                    headers: ["Accept: text/html,application/xhtml+xml", "Accept-Language: \(language)"])
                #expect(answer?.status == 404)
                #expect(answer?.header("Content-Type") == "text/html; charset=utf-8")
                #expect(answer?.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
                #expect(answer?.text.contains("<a href=\"/photos/\">\(words)</a>") == true)
            }
            for (target, accept) in [("/no/such", "*/*"), ("/api/v1/nothing", "text/html")] {
                let answer = client.ask("GET", target, port: port, headers: ["Accept: \(accept)"])
                #expect(answer?.status == 404)
                #expect(answer?.header("Content-Type") == "application/problem+json")
            }
        }
    }

    @Test func `files come with their types, and the index for a folder`() throws {
        try withSite { _, client, port in
            for (target, type, text) in [
                ("/", "text/html; charset=utf-8", "<!doctype html><p>hello"),
                ("/index.html", "text/html; charset=utf-8", "<!doctype html><p>hello"),
                ("/sub/picture.png", "image/png", "0123456789"), ("/%73ub/picture.png", "image/png", "0123456789"),
                ("/stays.png", "image/png", "0123456789"), ("/empty.css", "text/css; charset=utf-8", ""),
            ] {
                let answer = client.ask("GET", target, port: port)
                #expect(answer?.status == 200)
                #expect(answer?.header("Content-Type") == type)
                #expect(answer?.text == text)
                let head = client.ask("HEAD", target, port: port)
                #expect(head?.header("Content-Length") == "\(text.utf8.count)")
            }
        }
    }

    @Test func `browsers keep what lies in a build, and ask again for the rest`() throws {
        try withSite { _, client, port in
            for (target, caching) in [
                ("/build-0123456789abcdef/app.js", "public, max-age=31536000, immutable"),
                ("/build-0123456789ABCDEF/app.js", "no-cache"), ("/sub/build-0123456789abcdef/app.js", "no-cache"),
                ("/app.js", "no-cache"), ("/", "no-cache"),
            ] {
                #expect(client.ask("GET", target, port: port)?.header("Cache-Control") == caching, "\(target)")
            }
        }
    }

    @Test func `the page's files may load each other, whether they are sent or known`() throws {
        try withSite { _, client, port in
            for headers in [[], ["If-None-Match: *"], ["Range: bytes=0-1"]] {
                let answer = client.ask("GET", "/app.js", port: port, headers: headers)
                for (name, value) in SecurityHeaders(guests: GuestOrigins([])).page {
                    #expect(answer?.header("\(name)") == "\(value)", "\(answer?.status ?? 0)")
                }
            }
        }
    }

    @Test func `nothing outside the folder is served, and nothing that is no file`() throws {
        try withSite { _, client, port in
            for target in [
                "/../secret.txt", "/sub/../../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/leaves.txt",
                "/absolute.txt", "/up/secret.txt", "/up/site/index.html", "/pipe", "/sub", "/sub/", "/.hidden",
                "//index.html", "/./index.html", "/sub%2fpicture.png", "/index.html/", "/nothing",
                "/%ff",
            ] {
                let status = client.ask("GET", target, port: port)?.status
                #expect(status == 404 || status == 400, "\(target) was answered \(status ?? 0)")
            }
        }
    }

    @Test func `without the kernel's help no link is followed at all`() throws {
        let site = Site()
        let folder = try #require(ServedFolder(path: site.root))
        for (segments, opens) in [
            (["index.html"], true), (["sub", "picture.png"], true), (["stays.png"], false), (["leaves.txt"], false),
            (["up", "secret.txt"], false),
        ] {
            let file = folder.walk(segments)
            #expect((file >= 0) == opens, "\(segments)")
            if file >= 0 { close(file) }
        }
    }

    @Test func `what the browser has is not sent again until it changes`() throws {
        try withSite { site, client, port in
            for encoding in ["identity", "gzip"] {
                let headers = ["Accept-Encoding: \(encoding)"]
                let first = client.ask("GET", "/app.js", port: port, headers: headers)
                let tag = try #require(first?.header("ETag"))
                for field in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
                    let again = client.ask(
                        "GET", "/app.js", port: port, headers: headers + ["If-None-Match: \(field)"])
                    #expect(again?.status == 304)
                    #expect(again?.header("ETag") == tag)
                }
                let other = client.ask("GET", "/app.js", port: port, headers: headers + ["If-None-Match: \"x\""])
                #expect(other?.status == 200)
            }
            let old = client.ask("GET", "/app.js", port: port)?.header("ETag") ?? ""
            site.folder.write(String(repeating: "export const b = 2;\n", count: 500), to: "site/app.js")
            let changed = client.ask("GET", "/app.js", port: port, headers: ["If-None-Match: \(old)"])
            #expect(changed?.status == 200)
            #expect(changed?.text.hasPrefix("export const b") == true)
        }
    }

    @Test func `text is packed for those who take it, under a tag of its own`() throws {
        try withSite { _, client, port in
            let plain = client.ask("GET", "/app.js", port: port)
            let packed = client.ask("GET", "/app.js", port: port, headers: ["Accept-Encoding: gzip, deflate, br"])
            #expect(plain?.header("Content-Encoding") == nil)
            #expect(packed?.header("Content-Encoding") == "gzip")
            #expect(plain?.header("Vary") == "Accept-Encoding")
            #expect(packed?.header("Vary") == "Accept-Encoding")
            #expect(plain?.header("ETag") != packed?.header("ETag"))
            #expect((packed?.body.count ?? .max) < (plain?.body.count ?? 0) / 10)
            let picture = client.ask(
                "GET", "/sub/picture.png", port: port, headers: ["Accept-Encoding: gzip"])
            #expect(picture?.header("Content-Encoding") == nil)
        }
    }

    @Test func `a part can be asked for`() throws {
        try withSite { _, client, port in
            let tag = try #require(client.ask("GET", "/sub/picture.png", port: port)?.header("ETag"))
            for (range, status, text, contentRange) in [
                ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=8-", 206, "89", "bytes 8-9/10"),
                ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=4-99", 206, "456789", "bytes 4-9/10"),
                ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=10-", 416, nil, "bytes */10"),
                ("bytes=-0", 416, nil, "bytes */10"), ("bytes=3-2", 200, "0123456789", nil),
                ("bytes=0-1,3-4", 200, "0123456789", nil), ("lines=0-1", 200, "0123456789", nil),
                ("bytes=a-b", 200, "0123456789", nil), ("bytes=-", 200, "0123456789", nil),
                ("bytes=99999999999999999999-", 416, nil, "bytes */10"),
            ] as [(String, Int, String?, String?)] {
                let answer = client.ask("GET", "/sub/picture.png", port: port, headers: ["Range: \(range)"])
                #expect(answer?.status == status, "\(range)")
                if let text { #expect(answer?.text == text, "\(range)") }
                #expect(answer?.header("Content-Range") == contentRange, "\(range)")
            }
            for (condition, status) in [(tag, 206), ("\"other\"", 200), ("W/\(tag)", 200)] {
                let answer = client.ask(
                    "GET", "/sub/picture.png", port: port,
                    headers: ["Range: bytes=0-3", "If-Range: \(condition)"])
                #expect(answer?.status == status)
            }
        }
    }

    @Test func `a folder that is not there serves nothing`() {
        #expect(StaticFiles(root: "/nowhere/at/all") == nil)
    }
}
