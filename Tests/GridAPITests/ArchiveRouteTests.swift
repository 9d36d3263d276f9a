import Glibc
import GridEngine
import ItemSources
import JSONText
import LookaheadTesting
import Testing

@Suite struct ArchiveRouteTests {
    private let folder = TemporaryFolder()
    private let path = "/api/v1/collections/photos/export?as=zip"

    @Test func `an archive has the length that was announced, and says what is missing`() async throws {
        for (name, text) in [("a/1.jpg", "one"), ("a/2.jpg", ""), ("b/1.jpg", "three")] {
            folder.add(name)
            folder.write(text, to: name)
        }
        let house = try await APIHarness()
        try await house.open(folder)
        folder.remove("a/2.jpg")
        let answer = try house.ask("GET", path + "&numbered=1")
        #expect(answer.status == 200 && answer.header("Content-Type") == "application/zip")
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"Photos.zip\"")
        #expect(answer.header("Content-Length") == "\(answer.body.count)")
        let text = String(decoding: answer.body, as: UTF8.self)
        for part in ["a/001 1.jpg", "b/003 1.jpg", "one", "three", "MISSING.txt", folder.file("a/2.jpg")] {
            #expect(text.contains(part), "\(part)")
        }
        let head = try house.ask("HEAD", path + "&numbered=1")
        #expect(head.header("Content-Length") == "\(answer.body.count)")
    }

    @Test func `a file that changes in the midst of it breaks the download`() async throws {
        // More than the connection and the pieces ahead hold, before the file that changes.
        for name in ["1.jpg", "2.jpg"] { folder.add(name, sizeBytes: 24 << 20) }
        let house = try await APIHarness()
        try await house.open(folder)
        let client = house.client()
        #expect(client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n"))
        _ = try #require(client.receiveHead())
        truncate(folder.file("2.jpg"), 5)
        // The rest never comes: the body ends before the announced length.
        #expect(client.isClosedByServer() && client.unread.count < 48 << 20)
    }

    @Test func `nothing to put into an archive is refused`() async throws {
        folder.add("1.jpg")
        let house = try await APIHarness()
        try await house.open(folder)
        folder.remove("1.jpg")
        let answer = try house.ask("GET", path)
        #expect(answer.status == 422 && answer.json["code"]?.text == "archive-empty")
    }

    @Test func `one client takes half of the archives, and each that ends leaves its place`() async throws {
        folder.add("1.jpg", sizeBytes: 24 << 20)
        let house = try await APIHarness()
        try await house.open(folder)
        var clients: [RawClient] = []
        for _ in 0..<4 {
            let client = house.client()
            #expect(client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n"))
            _ = try #require(client.receiveHead())
            clients.append(client)
        }
        let refused = try house.ask("GET", path)
        #expect(refused.status == 429 && refused.json["code"]?.text == "share-of-archives")
        clients.removeAll()
        // The server finds that they have gone within a moment.
        var status = 0
        for _ in 0..<600 where status != 200 {
            status = try house.ask("HEAD", path).status
            if status != 200 { usleep(50_000) }
        }
        #expect(status == 200)
    }
}
