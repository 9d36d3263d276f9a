import CollectionModel
import GridEngine
import Testing

/// Sections without items, and moves of items that are named by ranges alone.
@Suite struct SectionRouteTests {
    private let collection = "/api/v1/collections/c"

    private func house() async throws -> APIHarness {
        try await APIHarness(sections: [
            ("s", (0..<50).map { "i\($0)" }), ("empty", []), ("t", (50..<100).map { "i\($0)" }),
        ])
    }

    @Test func `sections tell where they begin and come in pages`() async throws {
        let house = try await house()
        let all = try house.ask("GET", collection + "/sections")
        #expect(all.status == 200)
        #expect(all.json["itemCount"]?.number == 100)
        #expect(all.json["sections"]?.count == 3)
        #expect((0..<3).map { all.json["sections"]?[$0]?["first"]?.number } == [0, 50, 50])
        #expect((0..<3).map { all.json["sections"]?[$0]?["itemCount"]?.number } == [50, 0, 50])
        #expect(all.header("Link") == nil)
        let page = try house.ask("GET", collection + "/sections?offset=1&limit=1")
        #expect(page.json["sections"]?[0]?["id"]?.text == "empty")
        #expect(page.header("Link")?.contains("offset=2&limit=1") == true)
        #expect(try house.ask("GET", collection + "/sections?offset=7").json["sections"]?.count == 0)
        #expect(try house.ask("GET", collection + "/sections?limit=0").status == 422)
    }

    @Test func `a viewer's sections tell how far down they begin`() async throws {
        let house = try await house()
        let viewer = try house.viewer()
        let answer = try house.ask("GET", "/api/v1/viewers/\(viewer)/sections")
        #expect(answer.status == 200)
        // The empty one is left out; 50 items take 13 rows of 100 px.
        #expect(answer.json["sections"]?.count == 2)
        #expect(answer.json["sections"]?[0]?["top"]?.number == 0)
        #expect(answer.json["sections"]?[1]?["top"]?.number == 1300)
        #expect(answer.json["sections"]?[1]?["first"]?.number == 50)
        let one = try house.ask("GET", "/api/v1/viewers/\(viewer)/sections?limit=1")
        #expect(one.json["sections"]?.count == 1)
        #expect(try house.ask("GET", "/api/v1/viewers/0000000000000000/sections").status == 404)
    }

    @Test func `thousands of items are moved by one request, and their answer may be short`() async throws {
        let house = try await house()
        let version = try #require(try house.ask("GET", collection).json["version"]?.number)
        let body = #"{"version":\#(version),"ranges":[[0,39],[60,69]],"section":"empty"}"#
        let answer = try house.ask("POST", collection + "/moves", headers: ["Prefer: return=minimal"], body)
        #expect(answer.status == 200)
        #expect(answer.header("Preference-Applied") == "return=minimal")
        let stamp = try #require(answer.json["stamp"]).compact
        #expect(
            answer.json.compact == #"{"collection":"c","from":\#(version),"to":\#(version + 1),"stamp":\#(stamp)}"#)
        let sections = try house.ask("GET", collection + "/sections").json["sections"]
        #expect((0..<3).map { sections?[$0]?["itemCount"]?.number } == [10, 50, 40])
        let stale = try house.ask("POST", collection + "/moves", body)
        #expect(stale.status == 409)
        let back = #"{"version":\#(version + 1),"ranges":[[10,49]],"to":[0,0]}"#
        let patch = try house.ask("POST", collection + "/moves", back)
        #expect(patch.json["moves"]?.count == 40)
        #expect(try house.ask("GET", collection + "/items/i0").json["indexPath"]?.compact == "[0,0]")
    }

    @Test func `a selection that makes no sense is refused with a pointer`() async throws {
        let house = try await house()
        for (body, status, pointer) in [
            (#"{"version":1,"ranges":[[0,100]],"section":"t"}"#, 422, "/ranges/0"),
            (#"{"version":1,"ranges":[[5,9],[9,12]],"section":"t"}"#, 422, "/ranges/1"),
            (#"{"version":1,"ranges":[[5,4]],"section":"t"}"#, 422, "/ranges/0"),
            (#"{"version":1,"ranges":[[5]],"section":"t"}"#, 422, "/ranges/0"),
            (#"{"version":1,"ranges":[[5,5]]}"#, 422, "/to"), (#"{"ranges":[[5,5]],"to":[0,0]}"#, 422, "/version"),
            (#"{"version":1,"item":"i1","ranges":[[5,5]],"to":[0,0]}"#, 422, "/item"),
            (#"{"version":1,"ranges":[[0,9]],"to":[0,41]}"#, 422, "/to/1"),
            (#"{"version":1,"ranges":[[0,9]],"section":"none"}"#, 404, nil),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", collection + "/moves", body)
            #expect(answer.status == status, "\(body) \(answer.text)")
            #expect(answer.json["pointer"]?.text == pointer, "\(body) \(answer.text)")
        }
    }
}
