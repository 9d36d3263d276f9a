import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Albums over HTTP: what is refused, and with which words.
@Suite struct AlbumRouteTests {
    private func album(_ house: APIHarness) throws -> String {
        let made = try house.ask("POST", "/api/v1/albums", #"{"title":"Wall"}"#)
        #expect(made.status == 201 && made.json["album"] == .bool(true))
        let id = made.json["id"]?.text ?? ""
        #expect(made.header("Location") == "/api/v1/collections/\(id)")
        return "/api/v1/collections/\(id)"
    }

    @Test func `an addition says what was added, and a minimal response the versions only`() async throws {
        let house = try await APIHarness()
        let path = try album(house)
        let added = try house.ask("POST", path + "/additions", #"{"collection":"c","items":["i3","i1"]}"#)
        #expect(added.json["inserts"]?[0]?["item"]?["id"] == .string("c/i3"))
        #expect(added.json["inserts"]?[0]?["item"]?["original"]?["item"] == .string("i3"))
        let more = try house.ask(
            "POST", path + "/additions", headers: ["Prefer: return=minimal", "Content-Type: application/json"],
            #"{"collection":"c","version":1,"ranges":[[0,49]],"to":[0,1]}"#)
        #expect(more.json["inserts"] == nil && more.json["to"] == .int(3))
        let items = try house.ask("GET", path + "/items?limit=3").json
        #expect(items["total"] == .int(50) && items["items"]?[1]?["id"] == .string("c/i0"))
    }

    @Test func `marks of many items in an album are refused with the route that sets them`() async throws {
        let house = try await APIHarness()
        let path = try album(house)
        _ = try house.ask("POST", path + "/additions", #"{"collection":"c","items":["i3"]}"#)
        let refused = try house.ask(
            "PATCH", path + "/items", headers: ["Content-Type: application/x-ndjson"],
            #"{"id":"c/i3","attributes":{"stars":3}}"#)
        #expect(refused.status == 403 && refused.json["code"]?.text == "album-marks-elsewhere")
        let marked = try house.ask("POST", path + "/marks", #"{"items":["c/i3"],"stars":3}"#)
        #expect(marked.status == 200, "\(marked.text)")
    }

    @Test func `a deleted album is restored, and nothing else is`() async throws {
        let house = try await APIHarness()
        let path = try album(house)
        let restore = path.replacing("collections", with: "albums") + "/restore"
        #expect(try house.ask("POST", restore).status == 200, "it is there")
        _ = try house.ask("POST", path + "/additions", #"{"collection":"c","items":["i3","i1"]}"#)
        #expect(try house.ask("DELETE", path).status == 204)
        #expect(try house.ask("GET", path).status == 404)
        let list = try house.ask("GET", "/api/v1/collections").json
        #expect(list["collections"]?.count == 1)
        let restored = try house.ask("POST", restore)
        #expect(restored.status == 200 && restored.json["title"] == .string("Wall"))
        #expect(restored.json["itemCount"] == .int(2) && restored.header("Location") == path)
        #expect(try house.ask("GET", path + "/items").json["items"]?[0]?["id"] == .string("c/i3"))
        for other in ["album~x", "c"] {
            #expect(try house.ask("POST", "/api/v1/albums/\(other)/restore").status == 404)
        }
    }

    @Test func `what cannot be added or removed is refused with words`() async throws {
        let house = try await APIHarness()
        let path = try album(house)
        for (target, body, status) in [
            ("/additions", #"{"items":["i1"]}"#, 422), ("/additions", #"{"collection":"x"}"#, 404),
            ("/additions", #"{"collection":"c","items":["x"]}"#, 404),
            ("/additions", #"{"collection":"c","ranges":[[0,1]]}"#, 422),
            ("/additions", #"{"collection":"c","version":9,"ranges":[[0,1]]}"#, 409),
            ("/additions", #"{"collection":"c","version":1,"ranges":[[0,100]]}"#, 422),
            ("/additions", #"{"collection":"c","to":[1,0]}"#, 422),
            ("/additions", #"{"collection":"c","to":[0,1]}"#, 422),
            ("/additions", #"{"collection":"c","section":"x"}"#, 404),
            ("/additions", #"{"collection":"c","x":1}"#, 422),
            ("/removals", "{}", 422), ("/removals", #"{"items":["c/i1"]}"#, 404),
            ("/removals", #"{"version":1,"ranges":[[0,0]]}"#, 422),
            ("/removals", #"{"items":["a"],"ranges":[[0,0]]}"#, 422),
        ] {
            let answer = try house.ask("POST", path + target, body)
            #expect(answer.status == status, "\(target) \(body): \(answer.text)")
        }
        #expect(try house.ask("POST", "/api/v1/collections/c/additions", #"{"collection":"c"}"#).status == 403)
        #expect(try house.ask("POST", "/api/v1/collections/c/removals", #"{"items":["i1"]}"#).status == 403)
        #expect(try house.ask("POST", "/api/v1/albums", #"{"title":" "}"#).status == 422)
        #expect(try house.ask("POST", "/api/v1/albums", "{}").status == 422)
        #expect(try house.ask("POST", "/api/v1/collections", #"{"id":"album~1"}"#).status == 409)
    }

    @Test func `a batch inserts references, and what is none is shown as gone`() async throws {
        let house = try await APIHarness()
        let path = try album(house)
        let batch = #"{"inserts":[{"at":[0,0],"item":{"id":"c/i7"}},{"at":[0,1],"item":{"id":"nothing"}}]}"#
        #expect(try house.ask("POST", path + "/batch", batch).status == 200)
        let items = try house.ask("GET", path + "/items").json["items"]
        #expect(items?[0]?["title"] == .string("i7") && items?[1]?["kind"] == .string("gone"))
        #expect(try house.ask("GET", path + "/items/nothing/image").status == 404)
        #expect(try house.ask("DELETE", path).status == 204)
    }
}
