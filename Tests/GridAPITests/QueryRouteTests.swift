import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Queries over HTTP: their forms, and what is said of bad ones.
@Suite struct QueryRouteTests {
    private let collection = "/api/v1/collections/c"

    /// A bad document, the code of the reason, and the place in the document.
    static let faults: [(document: String, code: String, pointer: String)] = [
        ("[]", "query-invalid", ""), (#"{"look":1}"#, "query-invalid", "/look"),
        (#"{"search":["sea"]}"#, "query-invalid", "/search"),
        (#"{"where":{"field":"title"}}"#, "query-invalid", "/where"),
        (#"{"where":{"any":[{"field":"title","exists":1}]}}"#, "query-invalid", "/where/any/0/exists"),
        (#"{"sort":[{"field":"title","descending":"yes"}]}"#, "query-invalid", "/sort/0/descending"),
        (#"{"group":{"by":"month"}}"#, "query-invalid", "/group"),
        (#"{"search":"\#(String(repeating: "x", count: 257))"}"#, "query-too-large", "/search"),
        (
            #"{"where":\#(String(repeating: #"{"not":"#, count: 8))\#("{}")\#(String(repeating: "}", count: 8))}"#,
            "query-too-large", "/where" + String(repeating: "/not", count: 8)
        ),
    ]

    @Test(arguments: faults.indices) func `a bad document is refused wherever it stands`(index: Int) async throws {
        let (document, code, pointer) = Self.faults[index]
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let inMember = #"{"fields":["title"],"query":\#(document)}"#
        for (method, target, body, place) in [
            ("POST", "\(collection)/queries", document, ""), ("POST", "\(collection)/facets", inMember, "/query"),
            ("POST", "\(collection)/viewers", #"{"query":\#(document)}"#, "/query"),
            ("PATCH", "/api/v1/viewers/\(viewer)", #"{"query":\#(document)}"#, "/query"),
            ("PUT", "\(collection)/queries/best", #"{"query":\#(document)}"#, "/query"),
        ] {
            let answer = try house.ask(method, target, body)
            #expect(answer.status == 422, "\(method) \(target): \(answer.text)")
            #expect(answer.json["code"]?.text == code, "\(method) \(target): \(answer.text)")
            let expected = place + pointer
            #expect(answer.json["pointer"]?.text == (expected.isEmpty ? nil : expected), "\(answer.text)")
        }
        #expect(try house.ask("POST", "\(collection)/queries", String(document.dropLast())).status == 400)
        #expect(try house.ask("GET", "\(collection)/queries").json.compact == #"{"queries":[]}"#)
    }

    @Test func `a body with a query has 64 KiB`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let long = #"{"query":{"search":"\#(String(repeating: "x", count: 66_000))"}}"#
        for (method, target) in [
            ("POST", "\(collection)/queries"), ("POST", "\(collection)/facets"), ("POST", "\(collection)/viewers"),
            ("PATCH", "/api/v1/viewers/\(viewer)"), ("PUT", "\(collection)/queries/best"),
        ] {
            #expect(try house.ask(method, target, long).status == 413, "\(method) \(target)")
        }
    }

    @Test func `the first query has the fields filled, and is to be sent again`() async throws {
        let house = try await APIHarness()
        for (method, target, body) in [
            ("GET", "\(collection)/items/i1/fields", ""), ("POST", "\(collection)/queries", "{}"),
            ("POST", "\(collection)/viewers", #"{"query":{"search":"i1"}}"#),
            ("GET", "\(collection)/facets?fields=title", ""),
        ] {
            let answer = try house.ask(method, target, body)
            guard answer.status != 503 else {
                #expect(answer.header("Retry-After") == "1" && answer.json["code"]?.text == "fields-being-read")
                continue
            }
            #expect(answer.status < 300 && target != "\(collection)/items/i1/fields", "\(answer.text)")
        }
        #expect(try house.fields()["total"]?.number == 100)
        #expect(try house.ask("POST", "\(collection)/queries", #"{"search":"i99"}"#).json["itemCount"]?.number == 1)
    }

    @Test func `one client makes a limited number of new queries a second`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        func search(_ text: String) throws -> RawClient.Answer {
            try house.ask("POST", "\(collection)/queries", #"{"search":"\#(text)"}"#)
        }
        // The clock stands still, so that no machine is too slow to be too fast.
        var answers: [RawClient.Answer] = []
        while answers.last?.status != 429, answers.count < 100 { answers.append(try search("word \(answers.count)")) }
        #expect(answers.count == 41 && answers.dropLast().allSatisfy { $0.status == 201 })
        let refused = try #require(answers.last)
        #expect(refused.json["code"]?.text == "too-fast-queries" && refused.header("Retry-After") == "1")
        // A known one costs nothing, and a little later there is room again.
        #expect(try search("word 0").status == 201)
        house.clock.advance(by: .seconds(1))
        #expect(try search("another").status == 201)
    }

    @Test func `what the fields do not allow is refused with the place in the body`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        _ = try house.fields()
        let query = #"{"where":{"all":[{"field":"title","exists":true},{"field":"a/b","exists":true}]}}"#
        for (method, target, body, pointer) in [
            ("POST", "\(collection)/queries", query, "/where/all/1/field"),
            ("PATCH", "/api/v1/viewers/\(viewer)", #"{"query":\#(query)}"#, "/query/where/all/1/field"),
            ("POST", "\(collection)/facets", #"{"fields":["title"],"query":\#(query)}"#, "/query/where/all/1/field"),
            ("POST", "\(collection)/facets", #"{"fields":["title","a/b"]}"#, "/fields/1"),
        ] {
            let answer = try house.ask(method, target, body)
            #expect(answer.status == 422 && answer.json["code"]?.text == "field-unknown", "\(answer.text)")
            #expect(answer.json["pointer"]?.text == pointer && answer.json["values"]?["field"]?.text == "a/b")
        }
    }

    @Test func `a result is named in its patches, a collection in those of its viewers`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        let query = #"{"where":{"field":"rating","in":["like"]}}"#
        let result = try house.ask("POST", "\(collection)/queries", query).json
        let viewer = try house.ask("POST", "\(collection)/viewers", #"{"query":\#(query)}"#).json
        #expect(viewer["result"] == result["id"] && viewer["collection"]?.text == "c")
        #expect(viewer["query"]?.compact == query)
        let version = try #require(result["version"]?.number)
        let rated = try house.ask("PATCH", "\(collection)/items/i7", #"{"attributes":{"rating":"like"}}"#)
        #expect(rated.status == 200)
        let events = try house.ask(
            "GET", "/api/v1/viewers/\(viewer["viewer"]?.text ?? "")/events?after=0",
            headers: ["Accept: application/json"])
        let own = try #require(events.json["events"]?[0]?["data"])
        let path = "/api/v1/collections/\(result["id"]?.text ?? "")"
        let patch = try #require(try house.ask("GET", "\(path)/patches?from=\(version)").json["patches"]?[0])
        #expect(own["collection"]?.text == "c" && patch["collection"] == result["id"])
        #expect(own["from"] == result["version"] && own["to"] == patch["to"] && own["inserts"] == patch["inserts"])
        #expect(try house.ask("GET", path).json["itemCount"]?.number == 1)
    }

    @Test func `a query that asks for nothing is no query`() async throws {
        let house = try await APIHarness()
        for body in [#"{"query":null}"#, #"{"query":{}}"#, #"{"query":{"search":" "}}"#] {
            let viewer = try house.ask("POST", "\(collection)/viewers", body)
            #expect(viewer.status == 201)
            #expect(viewer.json["query"] == nil && viewer.json["result"] == nil)
            let same = try house.ask("PATCH", "/api/v1/viewers/\(viewer.json["viewer"]?.text ?? "")", body)
            #expect(same.status == 200)
            #expect(same.json["version"] == viewer.json["version"] && same.json["query"] == nil)
        }
    }

    @Test func `facets name 1 to 32 fields`() async throws {
        let house = try await APIHarness()
        let many = (0..<33).map { "f\($0)" }
        for (body, pointer) in [
            ("{}", "/fields"), (#"{"fields":[]}"#, "/fields"), (#"{"fields":[1]}"#, "/fields/0"),
            (JSONValue.object(["fields": .array(many.map(JSONValue.string))]).compact, "/fields/32"),
            (#"{"fields":["title"],"limit":1001}"#, "/limit"), (#"{"fields":["title"],"by":1}"#, "/by"),
        ] {
            let answer = try house.ask("POST", "\(collection)/facets", body)
            #expect(answer.status == 422 && answer.json["pointer"]?.text == pointer, "\(answer.text)")
        }
        for parameters in ["", "?fields=", "?fields=,", "?fields=title&limit=0", "?fields=title&field=x"] {
            #expect(try house.ask("GET", "\(collection)/facets\(parameters)").status == 422, "\(parameters)")
        }
        let listed = many.joined(separator: ",")
        #expect(try house.ask("GET", "\(collection)/facets?fields=\(listed)").status == 422)
        let bad = try house.ask("GET", "\(collection)/facets?fields=title&query=%7B%22look%22%3A1%7D")
        #expect(bad.status == 422 && bad.json["pointer"]?.text == "/look")
    }

    @Test func `a saved query is kept as it was meant, under any name`() async throws {
        let house = try await APIHarness()
        let query = #"{"search":"sea","sort":[{"field":"taken","descending":true}]}"#
        let path = "\(collection)/queries/%EC%83%88%20a%2Fb"
        let created = try house.ask("PUT", path, #"{"title":"새","query":\#(query)}"#)
        #expect(created.status == 201)
        #expect(created.json.compact == #"{"name":"새 a/b","title":"새","query":\#(query)}"#)
        #expect(try house.ask("PUT", path, #"{"query":{"where":null,"search":"x"}}"#).status == 200)
        #expect(
            try house.ask("GET", "\(collection)/queries").json.compact
                == #"{"queries":[{"name":"새 a/b","title":"새 a/b","query":{"search":"x"}}]}"#)
        let listed = try house.ask("GET", collection).json["savedQueries"]
        #expect(listed?.compact == #"[{"name":"새 a/b","title":"새 a/b"}]"#)
        #expect(try house.ask("DELETE", path).status == 204)
        #expect(try house.ask("DELETE", path).json["code"]?.text == "query-not-found")
        #expect(try house.ask("GET", collection).json["savedQueries"] == nil)
    }

    @Test func `a saved query that cannot be stored is refused`() async throws {
        let house = try await APIHarness()
        let path = "\(collection)/queries/best"
        for (body, pointer) in [
            ("{}", "/query"), (#"{"query":{},"name":"x"}"#, "/name"), (#"{"query":{},"title":1}"#, "/title"),
        ] {
            let answer = try house.ask("PUT", path, body)
            #expect(answer.status == 422 && answer.json["pointer"]?.text == pointer, "\(answer.text)")
        }
        #expect(
            try house.ask("PUT", "\(collection)/queries/\(String(repeating: "x", count: 201))", #"{"query":{}}"#).status
                == 422)
        #expect(try house.ask("PUT", "\(collection)/queries/a%0Ab", #"{"query":{}}"#).status == 422)
        #expect(try house.ask("PUT", "/api/v1/collections/none/queries/best", #"{"query":{}}"#).status == 404)
        #expect(try house.ask("GET", "/api/v1/collections/none/queries").status == 404)
        house.store.fail(with: .diskFull)
        #expect(try house.ask("PUT", path, #"{"query":{}}"#).status == 507)
        #expect(try house.ask("GET", "\(collection)/queries").json["queries"]?.count == 0)
    }
}
