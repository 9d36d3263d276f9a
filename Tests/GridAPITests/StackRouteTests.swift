import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Stacks over HTTP.
@Suite struct StackRouteTests {
    private let collection = "/api/v1/collections/c"

    private func house() async throws -> APIHarness {
        try await APIHarness(
            sections: [("s", ["a.jpg", "a.raw", "b.jpg", "c.jpg"])], pairs: [["a.jpg", "a.raw"], ["b.jpg", "b.raw"]])
    }

    @Test func `a folded result says what it folds, and its items which stack they are in`() async throws {
        let house = try await house()
        let made = try house.ask("POST", "\(collection)/queries", #"{"stacks":"folded"}"#)
        #expect(
            made.status == 201 && made.json["folded"] == .int(1) && made.json["itemCount"] == .int(3), "\(made.text)")
        #expect(made.json["query"]?.compact == #"{"stacks":"folded"}"#)
        let id = try #require(made.json["id"]?.text)
        let summary = try house.ask("GET", "/api/v1/collections/\(id)").json
        #expect(summary["folded"] == .int(1) && summary["capabilities"]?["stacks"] == .bool(true))
        let stack = #"{"id":"a.jpg","kind":"pair","count":2,"face":"a.jpg"}"#
        let item = try house.ask("GET", "\(collection)/items/a.raw").json
        #expect(item["stack"]?.compact == stack)
        #expect(try house.ask("GET", "\(collection)/items/c.jpg").json["stack"] == nil)
        let members = try house.ask("GET", "\(collection)/items/a.raw/stack").json
        #expect(members["stack"]?.compact == stack)
        #expect(members["items"]?[0]?["id"]?.text == "a.jpg" && members["items"]?[1]?["id"]?.text == "a.raw")
        let alone = try house.ask("GET", "\(collection)/items/c.jpg/stack").json
        #expect(alone["stack"] == nil && alone["items"]?[0]?["id"]?.text == "c.jpg")
        #expect(try house.ask("GET", "\(collection)/items/nobody/stack").status == 404)
    }

    @Test func `a viewer folds, opens one stack, and shows everything again`() async throws {
        let house = try await house()
        let layout = #""layout":{"kind":"column"},"width":400,"height":400"#
        let made = try house.ask("POST", "\(collection)/viewers", #"{\#(layout),"query":{"stacks":"folded"}}"#)
        #expect(made.json["itemCount"] == .int(3) && made.json["folded"] == .int(1), "\(made.text)")
        let name = try #require(made.json["viewer"]?.text)
        let viewer = "/api/v1/viewers/\(name)"
        let open = try house.ask("PATCH", viewer, #"{"query":{"stacks":"folded","openStacks":["a.jpg"]}}"#)
        #expect(open.json["itemCount"] == .int(4) && open.json["folded"] == nil, "\(open.text)")
        let all = try house.ask("PATCH", viewer, #"{"query":null}"#)
        #expect(all.status == 200 && all.json["itemCount"] == .int(4), "\(all.text)")
    }

    @Test func `people stack items, and bad requests are told so`() async throws {
        let house = try await house()
        let made = try house.ask("POST", "\(collection)/stacks", #"{"items":["b.jpg","c.jpg"],"face":"c.jpg"}"#)
        #expect(made.status == 200, "\(made.text)")
        let item = try house.ask("GET", "\(collection)/items/b.jpg/stack").json
        #expect(item["stack"]?.compact == #"{"id":"b.jpg","kind":"hand","count":2,"face":"c.jpg"}"#)
        for (body, code, pointer) in [
            (#"{"items":["b.jpg"]}"#, "stack-size", ""),
            (#"{"items":["a.jpg","b.jpg"],"face":"c.jpg"}"#, "face-not-in-stack", "/face"),
        ] {
            let answer = try house.ask("POST", "\(collection)/stacks", body)
            #expect(answer.status == 422 && answer.json["code"]?.text == code, "\(answer.text)")
            #expect((answer.json["pointer"]?.text ?? "") == pointer, "\(answer.text)")
        }
        for body in [
            #"{"items":["b.jpg"],"action":"burn"}"#, #"{"items":["b.jpg"],"stacks":"shut"}"#, #"{"face":"b.jpg"}"#,
            #"{"items":["b.jpg"],"action":"leave","face":"b.jpg"}"#,
        ] {
            #expect(try house.ask("POST", "\(collection)/stacks", body).status == 422, "\(body)")
        }
        #expect(try house.ask("POST", "\(collection)/stacks", #"{"items":["b.jpg"],"action":"unstack"}"#).status == 200)
        #expect(try house.ask("GET", "\(collection)/items/b.jpg").json["stack"] == nil)
    }

    @Test func `of pictures that nobody has measured, the sharpest are refused`() async throws {
        let house = try await house()
        let refused = try house.ask(
            "POST", "\(collection)/marks", #"{"items":["a.jpg","b.jpg"],"flag":"pick","sharpest":1}"#)
        #expect(refused.status == 409 && refused.json["code"]?.text == "unmeasured", "\(refused.text)")
        for sharpest in ["0", "-1", #""all""#] {
            let body = #"{"items":["a.jpg"],"flag":"pick","sharpest":\#(sharpest)}"#
            #expect(try house.ask("POST", "\(collection)/marks", body).status == 422, "\(body)")
        }
    }

    @Test func `a list of a folded result has both files, or the faces`() async throws {
        let house = try await house()
        let id = try #require(
            try house.ask("POST", "\(collection)/queries", #"{"stacks":"folded"}"#).json["id"]?.text)
        func lines(_ more: String) throws -> Int {
            try house.ask("GET", "/api/v1/collections/\(id)/export?as=jsonl\(more)").text.split(separator: "\n").count
        }
        _ = try house.fields()
        #expect(try lines("") == 4)
        #expect(try lines("&stacks=faces") == 3)
        #expect(try house.ask("GET", "/api/v1/collections/\(id)/export?as=jsonl&stacks=all").status == 422)
    }
}
