import Dispatch
import GridEngine
import ItemSources
import JSONText
import LookaheadTesting
import Testing

@testable import GridAPI

@Suite struct OriginalRouteTests {
    private let folder = TemporaryFolder()

    /// Opens the folder as the collection `photos`, and returns the path of each of its items by its name.
    private func open(_ house: APIHarness, givesOriginals: Bool = true) async throws -> [String: String] {
        let source = PhotoFolder(id: "photos", folders: [folder.path], givesOriginals: givesOriginals)
        let opened = await withCheckedContinuation { continuation in
            house.engine.add(source) { continuation.resume(returning: $0) }
        }
        _ = try opened.get()
        guard case .array(let items)? = try house.ask("GET", "/api/v1/collections/photos/items").json["items"] else {
            throw UnexpectedAnswer(text: "no items")
        }
        var paths: [String: String] = [:]
        for item in items {
            paths[item["title"]?.text ?? ""] =
                "/api/v1/collections/photos/items/\(item["id"]?.text ?? "")/original"
        }
        return paths
    }

    @Test func `a file is sent as it is, to be saved under its name`() async throws {
        folder.addFolder("Sommer")
        folder.write("0123456789", to: "Sommer/한강 \"1\".jpg")
        let house = try await APIHarness()
        let path = try #require(try await open(house)["한강 \"1\".jpg"])
        let answer = try house.ask("GET", path)
        #expect(answer.status == 200 && answer.text == "0123456789")
        #expect(answer.header("Content-Type") == "image/jpeg")
        #expect(
            answer.header("Content-Disposition")
                == "attachment; filename=\"__ _1_.jpg\"; filename*=UTF-8''%ED%95%9C%EA%B0%95%20%221%22.jpg")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Content-Security-Policy")?.contains("sandbox") == true)
        let head = try house.ask("HEAD", path)
        #expect(head.status == 200 && head.header("Content-Length") == "10" && head.text.isEmpty)
        let tag = try #require(answer.header("ETag"))
        #expect(try house.ask("GET", path, headers: ["If-None-Match: \(tag)"]).status == 304)
        let date = try #require(answer.header("Last-Modified"))
        #expect(try house.ask("GET", path, headers: ["If-Modified-Since: \(date)"]).status == 304)
    }

    @Test func `nobody who reads waits for uploads`() async throws {
        folder.write("0123456789", to: "a.jpg")
        let house = try await APIHarness()
        let path = try #require(try await open(house)["a.jpg"])
        let shop = #"{"id":"w","title":"W","sections":[{"id":"s","title":"S","items":[{"id":"a"}]}]}"#
        #expect(try house.ask("POST", "/api/v1/collections", shop).status == 201)
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<2 { house.api.uploads.next.async { gate.wait() } }
        let client = house.client()
        let upload = "PUT /api/v1/collections/w/items/a/picture HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n"
        #expect(client.send(upload + "Content-Type: image/gif\r\nContent-Length: 6\r\n\r\nGIF89a"))
        for _ in 0..<9 { #expect(try house.ask("GET", path).status == 200) }
        for _ in 0..<2 { gate.signal() }
        #expect(client.receiveHead() != nil)
    }

    @Test func `a part of a file is sent when it is asked for, and the whole when the file is another`() async throws {
        folder.write("0123456789", to: "a.jpg")
        let house = try await APIHarness()
        let path = try #require(try await open(house)["a.jpg"])
        let tag = try #require(try house.ask("GET", path).header("ETag"))
        for (range, condition, status, text) in [
            ("bytes=2-4", nil, 206, "234"), ("bytes=-3", nil, 206, "789"), ("bytes=7-", "If-Range: \(tag)", 206, "789"),
            ("bytes=7-", "If-Range: \"other\"", 200, "0123456789"),
            ("bytes=7-", "If-Range: Sun, 06 Nov 1994 08:49:37 GMT", 200, "0123456789"),
            ("bytes=0-1,4-5", nil, 200, "0123456789"), ("lines=1-2", nil, 200, "0123456789"),
        ] {
            let answer = try house.ask("GET", path, headers: ["Range: \(range)"] + (condition.map { [$0] } ?? []))
            #expect(answer.status == status && answer.text == text, "\(range) \(condition ?? "")")
        }
        let beyond = try house.ask("GET", path, headers: ["Range: bytes=10-"])
        #expect(beyond.status == 416 && beyond.header("Content-Range") == "bytes */10")
    }

    @Test func `no script in a file reaches the browser: only pictures that browsers draw may be shown`() async throws {
        for name in ["a.jpg", "b.png", "c.tif", "d.heic", "e.avif"] { folder.write("<script>1</script>", to: name) }
        let house = try await APIHarness()
        let paths = try await open(house)
        for (name, type, isShown) in [
            ("a.jpg", "image/jpeg", true), ("b.png", "image/png", true), ("c.tif", "image/tiff", false),
            ("d.heic", "image/heic", false), ("e.avif", "image/avif", true),
        ] {
            let path = try #require(paths[name])
            for (query, disposition) in [("", "attachment"), ("?inline=1", isShown ? "inline" : "attachment")] {
                let answer = try house.ask("GET", path + query)
                #expect(answer.header("Content-Disposition")?.hasPrefix(disposition) == true, "\(name)\(query)")
                #expect(answer.header("Content-Type") == type && answer.header("X-Content-Type-Options") == "nosniff")
                #expect(
                    answer.header("Content-Security-Policy")
                        == "default-src 'none'; frame-ancestors 'none'; sandbox")
            }
        }
    }

    @Test func `what is gone, leads outside or is not served is refused`() async throws {
        for name in ["gone.jpg", "left.jpg"] { folder.write("0123456789", to: name) }
        let house = try await APIHarness()
        let paths = try await open(house)
        folder.remove("gone.jpg")
        folder.remove("left.jpg")
        folder.addLink("left.jpg", to: "/etc/hostname")
        let gone = try house.ask("GET", try #require(paths["gone.jpg"]))
        #expect(gone.status == 404 && gone.json["code"]?.text == "file-missing")
        let left = try house.ask("GET", try #require(paths["left.jpg"]))
        #expect(left.status == 422 && left.json["code"]?.text == "link-leaves-folder")
        let other = try house.ask("GET", "/api/v1/collections/c/items/i1/original")
        #expect(other.status == 403 && other.json["code"]?.text == "originals-not-served")
        #expect(try house.ask("GET", "/api/v1/collections/photos/items/none/original").status == 404)
    }

    @Test func `originals are not served where that is switched off`() async throws {
        folder.write("0123456789", to: "a.jpg")
        let house = try await APIHarness()
        let path = try #require(try await open(house, givesOriginals: false)["a.jpg"])
        #expect(try house.ask("GET", path).status == 403)
        let described = try house.ask("GET", "/api/v1/collections/photos").json
        #expect(described["capabilities"]?["originals"] == .bool(false))
    }
}
