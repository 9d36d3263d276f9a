import LookaheadTesting
import Testing

/// What is refused because there is too much of it, or twice of it.
@Suite struct LimitTests {
    private static let collections = "/api/v1/collections"

    @Test func `titles have at most 4 KiB, of collections, sections and items`() async throws {
        let house = try await APIHarness()
        for (count, status) in [(4096, 201), (4097, 422)] {
            let title = String(repeating: "t", count: count)
            for (index, body) in [
                #"{"id":"@","title":"\#(title)"}"#,
                #"{"id":"@","sections":[{"id":"s","title":"\#(title)"}]}"#,
                #"{"id":"@","sections":[{"id":"s","items":[{"id":"i","title":"\#(title)"}]}]}"#,
            ].enumerated() {
                let text = body.replacing("@", with: "c\(count)-\(index)")
                #expect(try house.ask("POST", Self.collections, text).status == status, "\(count), \(index)")
            }
        }
        // A title of 60 MB would be in every list of collections.
        let huge = #"{"id":"huge","title":"\#(String(repeating: "t", count: 1 << 20))"}"#
        #expect(try house.ask("POST", Self.collections, huge).status == 422)
    }

    @Test func `idempotency keys have 1 to 200 characters of ASCII`() async throws {
        let house = try await APIHarness()
        let body = #"{"item":"i5","to":[0,0]}"#
        for (key, status) in [
            (String(repeating: "k", count: 200), 200), (String(repeating: "k", count: 201), 422),
            (String(repeating: "k", count: 5000), 422), ("", 422), ("é", 422), ("a b", 200),
        ] {
            let answer = try house.ask(
                "POST", Self.collections + "/c/moves", headers: ["Idempotency-Key: \(key)"], body)
            #expect(answer.status == status, "\(key.prefix(10))")
        }
    }

    @Test func `members that are named twice are refused`() async throws {
        let house = try await APIHarness()
        for (method, target, body) in [
            ("POST", "/c/moves", #"{"item":"i5","to":[0,0],"to":[0,1]}"#),
            ("POST", "/c/moves", #"{"item":"i5","to":[0,0],"it\u0065m":"i6"}"#),
            ("POST", "/c/batch", #"{"deletes":[],"deletes":[[0,0]]}"#),
            ("POST", "/c/batch", #"{"inserts":[{"at":[0,0],"item":{"id":"a","id":"b"}}]}"#),
            ("POST", "/c/batch", #"{"inserts":[{"at":[0,0],"item":{"id":"a","attributes":{"b":1,"b":2}}}]}"#),
            ("PATCH", "/c/items/i3", #"{"attributes":{},"attributes":{"rating":"like"}}"#),
            ("POST", "", #"{"id":"n","id":"m"}"#),
        ] {
            let answer = try house.ask(method, Self.collections + target, body)
            #expect(answer.status == 422 && answer.text.contains("twice"), "\(body): \(answer.text)")
        }
    }

    @Test func `query parameters that are unknown, given twice or not UTF-8 are refused`() async throws {
        let house = try await APIHarness()
        for (target, status) in [
            ("/c/items?offset=1&limit=2", 200), ("/c/items?q=x", 422), ("/c/items?sort=title&limit=2", 422),
            ("/c/items?offset=1&offset=2", 422), ("/c/items?limit", 422), ("/c/items?", 200),
            ("/c/items?limit=2&", 200),
            ("/c/items?section=%ff", 422), ("/c/items?%6ffset=1", 422), ("/c?x", 422), ("?x=1", 422),
            ("/c/patches?from=1&from=1", 422),
        ] {
            #expect(try house.ask("GET", Self.collections + target).status == status, "\(target)")
        }
        #expect(try house.ask("POST", Self.collections + "/c/undo?really=1").status == 422)
        #expect(try house.ask("GET", "/healthz?verbose").status == 422)
        // Several viewers share a stream.
        let viewers = try [house.viewer(), house.viewer()]
        let client = house.client()
        let target = "/api/v1/events?viewer=\(viewers[0])&viewer=\(viewers[1])"
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
        #expect(client.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
    }

    @Test func `the last event's id is a number or is refused`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        for id in ["abc", "-1", "1.5", "99999999999999999999"] {
            let headers = ["Last-Event-ID: \(id)", "Accept: application/json"]
            let answer = try house.ask("GET", "/api/v1/viewers/\(viewer)/events", headers: headers)
            #expect(answer.status == 422, "\(id)")
        }
    }

    @Test func `all posted collections together have a maximum of items`() async throws {
        let house = try await APIHarness(postedItemLimit: 5)
        func post(_ id: String, _ count: Int) throws -> RawClient.Answer {
            let items = (0..<count).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
            return try house.ask(
                "POST", Self.collections, #"{"id":"\#(id)","sections":[{"id":"s","items":[\#(items)]}]}"#)
        }
        #expect(try post("a", 3).status == 201)
        let refused = try post("b", 3)
        #expect(refused.status == 429 && refused.json["code"]?.text == "too-many-items", "\(refused.text)")
        #expect(try post("b", 2).status == 201)
        #expect(try house.ask("DELETE", Self.collections + "/a").status == 204)
        let fits = try post("d", 3)
        #expect(fits.status == 201, "\(fits.text)")
    }
}
