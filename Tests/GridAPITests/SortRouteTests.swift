import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// A sort as the collection's own order, over HTTP.
@Suite struct SortRouteTests {
    private let path = "/api/v1/collections/c/sort"

    @Test func `the response is the patch, or its versions alone`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        let sort = #"{"sort":[{"field":"name","descending":true}]}"#
        let answer = try house.ask("POST", path, headers: ["Idempotency-Key: newest"], sort)
        #expect(answer.status == 200 && answer.json["from"]?.number == 1 && answer.json["to"]?.number == 2)
        #expect((answer.json["moves"]?.count ?? 0) > 50)
        let repeated = try house.ask("POST", path, headers: ["Idempotency-Key: newest"], sort)
        #expect(repeated.json == answer.json)
        let back = try house.ask(
            "POST", path, headers: ["Prefer: return=minimal"], #"{"sort":[{"field":"name"}],"search":null}"#)
        #expect(back.status == 200 && back.json["to"]?.number == 3 && back.json["moves"] == nil)
    }

    @Test func `undo and redo of a sort call it one, also after a restart`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        let sorted = try house.ask("POST", path, #"{"sort":[{"field":"name","descending":true}]}"#)
        #expect(sorted.status == 200)
        let undone = try house.ask("POST", "/api/v1/collections/c/undo")
        #expect(undone.json["change"]?["kind"]?.text == "sort", "\(undone.text.prefix(300))")
        house.engine.close()
        let next = try await APIHarness(store: house.store)
        let redone = try next.ask("POST", "/api/v1/collections/c/redo")
        #expect(redone.json["change"]?["kind"]?.text == "sort", "\(redone.text.prefix(300))")
    }

    @Test func `a document that sorts nothing is refused with its place`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        for (body, code, pointer) in [
            ("{}", "query-invalid", "/sort"), (#"{"sort":[]}"#, "query-invalid", "/sort"),
            (#"{"sort":null}"#, "query-invalid", "/sort"), (#"{"sort":"name"}"#, "query-invalid", "/sort"),
            (#"{"sort":[{"field":"name"}],"group":{"field":"taken"}}"#, "query-invalid", "/group"),
            (#"{"sort":[{"field":"colour"}]}"#, "field-unknown", "/sort/0/field"),
            (#"{"sort":[{"field":"name"}],"version":1}"#, "query-invalid", "/version"),
        ] {
            let answer = try house.ask("POST", path, body)
            #expect(answer.status == 422, "\(body): \(answer.text)")
            #expect(answer.json["code"]?.text == code && answer.json["pointer"]?.text == pointer, "\(answer.text)")
        }
        #expect(try house.ask("POST", path, #"{"sort":[{"field":"name"}]"#).status == 400)
        #expect(
            try house.ask("POST", path, headers: ["If-Match: \"9\""], #"{"sort":[{"field":"name"}]}"#).status == 412)
    }
}
