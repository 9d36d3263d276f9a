import Dispatch
import JSONText
import LookaheadTesting
import Testing

@testable import GridAPI
@testable import GridEngine

@Suite struct SheetRouteTests {
    private func path(_ viewer: String, _ query: String) -> String { "/api/v1/viewers/\(viewer)/\(query)" }

    private func version(_ house: APIHarness) throws -> Int {
        try #require(try house.ask("GET", "/api/v1/collections/c").json["version"]?.number)
    }

    /// The line of an answer, and what follows.
    private func parts(_ answer: RawClient.Answer) throws -> (line: JSONValue, rest: [UInt8]) {
        let end = try #require(answer.body.firstIndex(of: UInt8(ascii: "\n")))
        return (try JSONValue(decoding: Array(answer.body[..<end])), Array(answer.body[(end + 1)...]))
    }

    @Test func `a sheet is a line, a picture, states and marks`() async throws {
        let house = try await APIHarness()
        let (viewer, version) = (try house.viewer(), try version(house))
        let answer = try house.ask(
            "GET", path(viewer, "sheet?version=\(version)&index=90&count=50&size=8&columns=4&marks=1"))
        #expect(answer.status == 200)
        let (line, rest) = try parts(answer)
        #expect(line["count"]?.number == 10 && line["index"]?.number == 90 && line["size"]?.number == 8)
        #expect(line["known"]?.number == 0 && line["version"]?.number == version)
        let lengths = (0..<4).compactMap { line["lengths"]?[$0]?.number }
        #expect(lengths == [4 * 8 * 3 * 8 * 3, 10, 10, 0] && rest.count == lengths.reduce(0, +))
        let colours = try parts(house.ask("GET", path(viewer, "sheet?version=\(version)&index=0&count=7&size=1")))
        #expect(colours.line["type"]?.text == "rgba" && colours.rest == Array(repeating: 0, count: 28))
        let overview = try parts(house.ask("GET", path(viewer, "overview?version=\(version)&rows=10&columns=2")))
        #expect(overview.line["count"]?.number == 20 && overview.rest.count == 80)
    }

    @Test func `a sheet that the browser has is not sent again`() async throws {
        let house = try await APIHarness()
        let (viewer, version) = (try house.viewer(), try version(house))
        for query in [
            "sheet?version=\(version)&index=0&count=10&size=16", "overview?version=\(version)&rows=3&columns=1",
        ] {
            let tag = try #require(house.ask("GET", path(viewer, query)).header("ETag"))
            let again = try house.ask("GET", path(viewer, query), headers: ["If-None-Match: \(tag)"])
            #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == tag)
        }
    }

    /// Has the texels of all 100 items known.
    private func know(_ house: APIHarness) throws -> ScriptedTexels {
        let collection = try house.engine.collection("c")
        for number in 0..<100 {
            let rendition = Rendition(
                bytes: [1], contentType: "image/webp", width: 1, height: 1, originalWidth: 1, originalHeight: 1,
                texel: .plain(UInt32(number)))
            let item = try collection.ordinal(of: "i\(number)")
            collection.texels.note(.success(rendition), of: item, 1, in: collection)
        }
        return try #require(house.loader.texels as? ScriptedTexels)
    }

    @Test func `marks travel without pixels, and a star leaves the pixels as they are`() async throws {
        let house = try await APIHarness()
        let (viewer, texels) = (try house.viewer(), try know(house))
        func tag(_ query: String) throws -> String {
            let answer = try house.ask("GET", path(viewer, "sheet?version=\(version(house))&index=0&count=40&\(query)"))
            return try #require(answer.header("ETag"))
        }
        let before = (pixels: try tag("size=8"), colours: try tag("size=1"), marks: try tag("size=0&marks=1"))
        let made = texels.sheets
        let star = try house.ask("POST", "/api/v1/collections/c/marks", #"{"items":["i7"],"stars":4}"#)
        #expect(star.status == 200)
        let (line, rest) = try parts(
            house.ask("GET", path(viewer, "sheet?version=\(version(house))&index=0&count=40&size=0&marks=1")))
        #expect(line["size"]?.number == 0 && line["type"]?.text == "none" && line["count"]?.number == 40)
        #expect((0..<4).map { line["lengths"]?[$0]?.number } == [0, 0, 40, 0])
        #expect(rest.indices.filter { rest[$0] != 0 } == [7] && rest[7] == 4)
        #expect(texels.sheets == made)
        let after = (pixels: try tag("size=8"), colours: try tag("size=1"), marks: try tag("size=0&marks=1"))
        #expect(after.pixels == before.pixels && after.colours == before.colours && after.marks != before.marks)
    }

    @Test func `sheets of a client that has left are not made, and those that wait are not begun`() async throws {
        let house = try await APIHarness()
        let (viewer, texels) = (try house.viewer(), try know(house))
        let target = path(viewer, "sheet?version=\(try version(house))&index=0&count=40&size=8")
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        texels.whenRead {
            begun.signal()
            goOn.wait()
            goOn.signal()
        }
        defer { goOn.signal() }
        func send() -> RawClient {
            let client = house.client()
            client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
            return client
        }
        let sheets = house.api.sheets
        // Four have their turns, of which each of the two threads has one.
        var clients = (0..<6).map { _ in send() }
        await blocking { for _ in 0..<2 { begun.wait() } }
        try await until("two wait") { sheets.waitingCount == 2 }
        clients.removeAll()
        try await until("none waits") { sheets.waitingCount == 0 }
        // The server looks at all connections in turns: with the second one that comes after those, it has seen that they are closed.
        for _ in 0..<2 {
            clients = [send()]
            try await until("one waits") { sheets.waitingCount == 1 }
            clients.removeAll()
            try await until("none waits") { sheets.waitingCount == 0 }
        }
        goOn.signal()
        for _ in 0..<2 { #expect(try house.ask("GET", target).status == 200) }
        #expect(texels.sheets == 2)
    }

    @Test func `sheets that make no sense are refused`() async throws {
        let house = try await APIHarness()
        let (viewer, version) = (try house.viewer(), try version(house))
        for (query, status) in [
            ("index=0&count=0&size=8", 422), ("index=0&count=10000000&size=1", 422),
            ("index=0&count=65537&size=8", 422), ("index=0&count=16385&size=16", 422),
            ("index=0&count=9&size=7", 422), ("index=0&count=9&size=0", 422), ("index=0&count=9&size=x", 422),
            ("index=0&count=65536&size=8&columns=1", 422), ("index=0&count=9&size=8&columns=8193", 422),
            ("index=-1&count=9&size=8", 422), ("index=100&count=9&size=8", 422), ("count=9&size=8", 422),
            ("index=0&count=9&size=8&spin=1", 422), ("index=0&count=9&size=0&marks=0", 422),
            ("index=0&count=2097153&size=0&marks=1", 422), ("index=0&count=9&size=-1&marks=1", 422),
        ] {
            let answer = try house.ask("GET", path(viewer, "sheet?version=\(version)&\(query)"))
            #expect(answer.status == status, "\(query): \(answer.text)")
        }
        for query in ["rows=0&columns=1", "rows=4096&columns=64", "rows=9"] {
            #expect(
                try house.ask("GET", path(viewer, "overview?version=\(version)&\(query)")).status == 422, "\(query)")
        }
        let gone = try house.ask("GET", path(viewer, "sheet?version=\(version + 9)&index=0&count=9&size=8"))
        #expect(gone.status == 412 && gone.json["code"]?.text == "version-changed")
        #expect(gone.json["version"]?.number == version)
        let nobody = try house.ask("GET", path("0123456789abcdef", "sheet?version=1&index=0&count=9&size=8"))
        #expect(nobody.status == 404)
    }

    @Test func `a range event says that the page draws texels`() async throws {
        let house = try await APIHarness()
        let (viewer, version) = (try house.viewer(), try version(house))
        let event = #"{"seq":1,"version":\#(version),"rect":[0,0,400,300],"form":"texel"}"#
        let answer = try house.ask("POST", path(viewer, "range"), event)
        #expect(answer.status == 200 && answer.json["cells"]?.count == 0)
        #expect(answer.json["window"]?.compact == "[0,11]")
        let odd = try house.ask("POST", path(viewer, "range"), event.replacing("texel", with: "pixel"))
        #expect(odd.status == 422)
    }
}
