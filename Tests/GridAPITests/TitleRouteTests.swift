import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Titles, kinds, sizes and pictures of posted items, and the titles of sections and collections.
@Suite struct TitleRouteTests {
    static let trip = "/api/v1/collections/trip"
    static let posted =
        #"{"id":"trip","title":"Trip","sections":[{"id":"d1","title":"Day 1","items":[{"id":"a","title":"Harbour"},{"id":"b"}]},{"id":"d2"}]}"#

    private func house(sharing store: MemoryStore = MemoryStore()) async throws -> APIHarness {
        let house = try await APIHarness(store: store)
        #expect(try house.ask("POST", "/api/v1/collections", Self.posted).status == 201)
        return house
    }

    private func titles(_ house: APIHarness) throws -> [String?] {
        [
            try house.ask("GET", Self.trip).json["title"]?.text,
            try house.ask("GET", Self.trip + "/sections").json["sections"]?[0]?["title"]?.text,
            try house.ask("GET", Self.trip + "/items/a").json["title"]?.text,
        ]
    }

    @Test func `each title is a change of its own, which is undone, redone and found again after a restart`()
        async throws
    {
        let database = MemoryDatabase()
        var house = try await house(sharing: MemoryStore(sharing: database))
        let item = try house.ask("PATCH", Self.trip + "/items/a", #"{"title":"Old harbour"}"#)
        #expect(item.json["reconfigures"]?[0]?["title"]?.text == "Old harbour")
        let section = try house.ask("PATCH", Self.trip + "/sections/d1", #"{"title":"First day"}"#)
        #expect(
            section.text
                == #"{"collection":"trip","from":2,"to":3,"stamp":"0000000000000002","#
                + #""reconfigureSections":[{"id":"d1","title":"First day"}]}"#)
        let collection = try house.ask("PATCH", Self.trip, #"{"title":"Busan"}"#)
        #expect(collection.text == #"{"collection":"trip","from":3,"to":4,"stamp":"0000000000000003","title":"Busan"}"#)
        #expect(collection.header("ETag")?.hasPrefix("\"4-") == true)
        #expect(try titles(house) == ["Busan", "First day", "Old harbour"])

        house = try await APIHarness(store: MemoryStore(sharing: database))
        #expect(try titles(house) == ["Busan", "First day", "Old harbour"])
        for expected in [
            ["Trip", "First day", "Old harbour"], ["Trip", "Day 1", "Old harbour"], ["Trip", "Day 1", "Harbour"],
        ] {
            #expect(try house.ask("POST", Self.trip + "/undo").status == 200)
            #expect(try titles(house) == expected)
        }
        for _ in 0..<3 { #expect(try house.ask("POST", Self.trip + "/redo").status == 200) }
        #expect(try titles(house) == ["Busan", "First day", "Old harbour"])
    }

    @Test func `a title that is there already is no version, and a condition on another one refuses it`() async throws {
        let house = try await house()
        for (target, body) in [
            ("", #"{"title":"Trip"}"#), ("/sections/d1", #"{"title":"Day 1"}"#), ("/items/a", #"{"title":"Harbour"}"#),
        ] {
            let same = try house.ask("PATCH", Self.trip + target, body)
            #expect(same.text == #"{"collection":"trip","from":1,"to":1}"#)
            let refused = try house.ask(
                "PATCH", Self.trip + target, headers: ["If-Match: \"9\"", "Content-Type: application/json"],
                #"{"title":"x"}"#)
            #expect(refused.status == 412)
        }
        #expect(try house.ask("PATCH", Self.trip + "/sections/none", #"{"title":"x"}"#).status == 404)
        #expect(try house.ask("PATCH", Self.trip, #"{"titel":"x"}"#).status == 422)
        let source = try house.ask("PATCH", "/api/v1/collections/c", #"{"title":"x"}"#)
        #expect(source.status == 403 && source.json["code"]?.text == "titles-unsupported")
        let item = try house.ask("PATCH", "/api/v1/collections/c/items/i1", #"{"title":"x"}"#)
        #expect(item.status == 403 && item.json["code"]?.text == "content-unsupported")
    }

    @Test func `patches of titles lead any follower to the same document`() async throws {
        let house = try await house()
        _ = try house.ask("PATCH", Self.trip + "/sections/d2", #"{"title":"Second"}"#)
        _ = try house.ask("POST", Self.trip + "/batch", #"{"moveSections":[{"from":0,"to":1}]}"#)
        _ = try house.ask("PATCH", Self.trip, #"{"title":"Busan"}"#)
        let operations = try house.ask(
            "GET", Self.trip + "/patches?from=1", headers: ["Accept: application/json-patch+json"])
        #expect(operations.text.contains(#"{"op":"replace","path":"/sections/0/title","value":"Second"}"#))
        #expect(try house.ask("GET", Self.trip + "/patches?from=1").json["patches"]?.count == 3)
    }

    @Test func `results find an item by the new title of its section`() async throws {
        let house = try await house()
        let query = #"{"where":{"field":"folder","in":["Beach"]}}"#
        var found = try house.ask("POST", Self.trip + "/queries", query)
        while found.status == 503 { found = try house.ask("POST", Self.trip + "/queries", query) }
        let result = try #require(found.json["id"]?.text)
        #expect(found.json["itemCount"]?.number == 0)
        #expect(try house.ask("PATCH", Self.trip + "/sections/d1", #"{"title":"Beach"}"#).status == 200)
        #expect(try house.ask("GET", "/api/v1/collections/\(result)").json["itemCount"]?.number == 2)
    }

    @Test func `an item gets a picture, another and none: each is another content`() async throws {
        let house = try await house()
        let without = try house.ask("GET", Self.trip + "/items/a/image")
        #expect(without.status == 404 && without.json["code"]?.text == "item-without-picture")
        #expect(without.json["type"]?.text == "/problems/item-without-picture")
        #expect(try house.ask("GET", Self.trip + "/items/none/image").json["type"]?.text == "about:blank")

        let given = try house.ask(
            "PATCH", Self.trip + "/items/a", #"{"picture":"https://photos.example/1.jpg","width":40,"height":30}"#)
        #expect(given.text.hasSuffix(#""reloads":["a"]}"#), "\(given.text)")
        let first = try house.ask("GET", Self.trip + "/items/a").json
        #expect(first["kind"]?.text == "photo" && first["width"]?.number == 40)
        #expect(first["picture"]?.text == "https://photos.example/1.jpg")
        _ = try house.ask("PATCH", Self.trip + "/items/a", #"{"picture":"https://photos.example/2.jpg"}"#)
        let second = try house.ask("GET", Self.trip + "/items/a").json
        #expect(second["width"] == nil && second["revision"] != first["revision"])
        #expect(try house.ask("POST", Self.trip + "/undo").text.contains(#""reloads":["a"]"#))
        #expect(try house.ask("GET", Self.trip + "/items/a").json["picture"] == first["picture"])
        _ = try house.ask("PATCH", Self.trip + "/items/a", #"{"picture":null}"#)
        let none = try house.ask("GET", Self.trip + "/items/a").json
        #expect(none["kind"]?.text == "plain" && none["picture"] == nil && none["title"]?.text == "Harbour")
    }

    @Test(arguments: [
        "ftp://a.example/1.jpg", "https://", "https:///1.jpg", "//a.example/1.jpg", "https://a.example/a b",
        "file:///etc/passwd",
        "upload:../../etc/passwd", "upload:0123", "javascript:alert(1)",
    ]) func `what is no address of a picture is refused`(address: String) async throws {
        let house = try await house()
        for (method, target, body) in [
            ("PATCH", Self.trip + "/items/a", #"{"picture":"\#(address)"}"#),
            (
                "POST", "/api/v1/collections",
                #"{"id":"x","sections":[{"id":"s","items":[{"id":"i","picture":"\#(address)"}]}]}"#
            ),
        ] {
            let answer = try house.ask(method, target, body)
            #expect(
                answer.status == 422 && answer.json["pointer"]?.text?.hasSuffix("/picture") == true, "\(answer.text)")
        }
    }

    @Test func `an upload needs a place for files, and an item`() async throws {
        let house = try await house()
        let refused = try house.ask(
            "PUT", Self.trip + "/items/a/picture", headers: ["Content-Type: image/png"], "GIF89a and more")
        #expect(refused.status == 403 && refused.json["code"]?.text == "uploads-unsupported")
        let text = try house.ask(
            "PUT", Self.trip + "/items/a/picture", headers: ["Content-Type: image/png"], "no picture")
        #expect(text.status == 415 && text.json["code"]?.text == "not-a-picture")
        #expect(try house.ask("PUT", Self.trip + "/items/none/picture", "GIF89a").status == 404)
        #expect(try house.ask("PUT", "/api/v1/collections/c/items/i1/picture", "GIF89a").status == 403)
    }
}
