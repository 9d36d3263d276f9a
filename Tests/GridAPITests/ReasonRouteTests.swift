import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

@testable import GridAPI

/// What a page needs to word a refusal itself.
@Suite struct ReasonRouteTests {
    private let moves = "/api/v1/collections/c/moves"

    @Test func `a refusal has a code, and the values that its words name`() async throws {
        let house = try await APIHarness(capabilities: Capabilities(delete: false))
        house.source.script.withLock { $0.pinned = ["i9"] }
        for (target, body, code, values) in [
            (moves, #"{"item":"i9","to":[0,0]}"#, "item-pinned", #"{"item":"i9"}"#),
            (moves, #"{"item":"none","to":[0,0]}"#, "item-not-found", #"{"id":"none"}"#),
            (moves, #"{"item":"i1","to":[7,0]}"#, "section-outside", #"{"count":"1"}"#),
            (moves, #"{"item":"i1","to":[0,0],"version":9}"#, "version-unknown", #"{"version":"1"}"#),
            ("/api/v1/collections/c/undo", "", "nothing-to-undo", nil),
            ("/api/v1/collections/c/redo", "", "nothing-to-redo", nil),
            ("/api/v1/collections/c/batch", #"{"deletes":[[0,0]]}"#, "deletes-unsupported", #"{"title":"Scripted"}"#),
            (
                "/api/v1/collections/c/batch", #"{"moves":[{"from":[0,0],"to":[0,100]}]}"#, "batch-contradictory",
                #"{"operation":"moves[0]"}"#
            ),
        ] as [(String, String, String, String?)] {
            let answer = try house.ask("POST", target, body)
            #expect(answer.json["code"]?.text == code, "\(body): \(answer.text)")
            #expect(answer.json["values"]?.compact == values, "\(body): \(answer.text)")
        }
    }

    @Test func `a refresh that failed is a problem of its collection, with the reason beside the sentence`()
        async throws
    {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        house.source.script.withLock { $0.sections = [] }
        #expect(try house.ask("POST", "/api/v1/collections/c/refresh").status == 202)
        var after = 0
        var end: JSONValue?
        while end == nil {
            let poll = "/api/v1/viewers/\(viewer)/events?after=\(after)&wait=5000"
            let events = try house.ask("GET", poll, headers: ["Accept: application/json"]).json
            after = events["last"]?.number ?? after
            guard case .array(let list) = events["events"] else { break }
            end = list.compactMap { $0["data"] }.last { $0["phase"]?.text == "ended" }
        }
        let sentence = try #require(end?["error"]?.text)
        #expect(sentence.contains("Check whether its disk is mounted."))
        #expect(end?["reason"]?["code"]?.text == "source-empty")
        #expect(end?["reason"]?["values"]?["count"]?.text == "100")
        let collection = try house.ask("GET", "/api/v1/collections/c").json
        #expect(collection["problem"]?.text == sentence)
        #expect(collection["problemReason"] == end?["reason"])
    }

    @Test func `fields of the engine are places of the body`() {
        let pointers: [(GridError.Field, String)] = [
            (.width, "/width"), (.targetSection, "/to/0"), (.targetItem, "/to/1"), (.range(3), "/ranges/3"),
            (.mark("/attributes/rating"), "/attributes/rating"), (.sectionID(2), "/sections/2/id"),
            (.itemID(section: 2, item: 5), "/sections/2/items/5/id"),
            (.operation(.init(.reconfigures, 4)), "/reconfigures/4"),
        ]
        for (field, pointer) in pointers { #expect(field.pointer == pointer) }
    }
}
