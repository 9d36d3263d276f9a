import HTTPServer
import JSONText
import Testing

/// Changes as programs make them that keep no places, and what they are told where there is no such route.
@Suite struct NamedChangeRouteTests {
    private static let shop = #"""
        {"id":"w","title":"W","sections":[
          {"id":"s","title":"S","items":[{"id":"a","attributes":{"n":1}},{"id":"b"},{"id":"c"}]},{"id":"t","title":"T","items":[]}]}
        """#
    private let w = "/api/v1/collections/w"

    private func posted() async throws -> APIHarness {
        let house = try await APIHarness()
        #expect(try house.ask("POST", "/api/v1/collections", NamedChangeRouteTests.shop).status == 201)
        return house
    }

    private func order(_ house: APIHarness) throws -> [String] {
        let sections = try house.ask("GET", w + "/snapshot").json["sections"]
        return (0..<2).map { section in
            let items = sections?[section]?["items"]
            return (0..<9).compactMap { items?[$0]?["id"]?.text }.joined()
        }
    }

    @Test func `an item is moved beside another, or to the end of a section`() async throws {
        let house = try await posted()
        for (body, expected) in [
            (#"{"item":"a","after":"b"}"#, ["bac", ""]), (#"{"item":"c","before":"b"}"#, ["cba", ""]),
            (#"{"item":"c","after":"a"}"#, ["bac", ""]), (#"{"item":"b","section":"s"}"#, ["acb", ""]),
            (#"{"item":"a","section":"t"}"#, ["cb", "a"]), (#"{"item":"b","before":"a"}"#, ["c", "ba"]),
            (#"{"item":"b","before":"b"}"#, ["c", "ba"]), (#"{"item":"a","after":"a"}"#, ["c", "ba"]),
        ] {
            let answer = try house.ask("POST", w + "/moves", body)
            #expect(answer.status == 200, "\(body) \(answer.text)")
            #expect(try order(house) == expected, "\(body)")
        }
        for (body, status) in [
            (#"{"item":"a","after":"z"}"#, 404), (#"{"item":"z","after":"a"}"#, 404),
            (#"{"item":"a","section":"z"}"#, 404),
            (#"{"item":"a","to":[0,0],"after":"b"}"#, 422), (#"{"item":"a","before":"b","after":"c"}"#, 422),
            (#"{"item":"a","before":"b","version":1}"#, 422),
        ] {
            #expect(try house.ask("POST", w + "/moves", body).status == status, "\(body)")
        }
        #expect(try order(house) == ["c", "ba"])
    }

    @Test func `items are inserted into a section, and one is removed`() async throws {
        let house = try await posted()
        let items = w + "/sections/s/items"
        #expect(try house.ask("POST", items, #"{"items":[{"id":"d"},{"id":"e"}]}"#).status == 200)
        #expect(try order(house) == ["abcde", ""])
        #expect(try house.ask("POST", items, #"{"items":[{"id":"f"},{"id":"g"}],"before":"b"}"#).status == 200)
        #expect(try house.ask("POST", w + "/sections/t/items", #"{"items":[{"id":"h"}]}"#).status == 200)
        #expect(try order(house) == ["afgbcde", "h"])
        let elsewhere = try house.ask("POST", items, #"{"items":[{"id":"i"}],"after":"h"}"#)
        #expect(elsewhere.status == 404, "of another section")
        #expect(try house.ask("POST", w + "/sections/z/items", #"{"items":[{"id":"i"}]}"#).status == 404)
        let misnamed = try house.ask("POST", items, #"{"item":{"id":"i"}}"#)
        #expect(misnamed.json["detail"]?.text?.contains("items") == true)
        let removed = try house.ask("DELETE", w + "/items/f")
        #expect(removed.status == 200 && removed.json["deletes"]?.compact == "[[0,1]]")
        #expect(try house.ask("DELETE", w + "/items/f").status == 404)
        #expect(try order(house) == ["agbcde", "h"])
        #expect(try house.ask("DELETE", "/api/v1/collections/c/items/i1").status == 403, "a source that lets none go")
    }

    @Test func `many items are changed in one version, all or none`() async throws {
        let house = try await posted()
        let lines = ["Content-Type: application/x-ndjson"]
        let changed = try house.ask(
            "PATCH", w + "/items", headers: lines,
            #"{"id":"a","attributes":{"n":2}}"# + "\n" + #"{"id":"b","title":"B"}"# + "\n\n")
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed.json["from"]?.number == 1 && changed.json["to"]?.number == 2)
        #expect(changed.json["reconfigures"]?[0]?["attributes"]?["n"]?.number == 2)
        #expect(changed.json["reconfigures"]?[1]?["title"]?.text == "B")
        for (body, status, line) in [
            (#"{"id":"a","attributes":{"n":3}}"# + "\n" + #"{"id":"z","title":"Z"}"#, 404, nil),
            (#"{"id":"a"}"# + "\n" + #"{"titel":"Z"}"#, 422, 2), (#"{"id":"a"}"# + "\n{", 400, 2),
            (#"{"title":"x"}"#, 422, 1),
        ] as [(String, Int, Int?)] {
            let answer = try house.ask("PATCH", w + "/items", headers: lines, body)
            #expect(answer.status == status, "\(body) \(answer.text)")
            if let line { #expect(answer.json["line"]?.number.map { Int($0) } == line, "\(answer.text)") }
        }
        #expect(try house.ask("GET", w).json["version"]?.number == 2)
        #expect(try house.ask("POST", w + "/undo").status == 200)
        #expect(try house.ask("GET", w + "/items").json["items"]?[0]?["attributes"]?["n"]?.number == 1)
    }

    @Test func `a member that there is not names the one that was meant`() async throws {
        let house = try await posted()
        for (path, body, words) in [
            ("/moves", #"{"itme":"a","to":[0,0]}"#, "did you mean item?"),
            ("/moves", #"{"item":"a","to":[0,0],"colour":1}"#, "there are after, before, item"),
            ("/batch", #"{"delets":[]}"#, "did you mean deletes?"),
            ("/marks", #"{"items":["a"],"star":1}"#, "did you mean stars?"),
            ("/removals", #"{"item":["a"]}"#, "did you mean items?"),
        ] {
            let answer = try house.ask("POST", w + path, body)
            #expect(answer.status == 422 && answer.json["detail"]?.text?.contains(words) == true, "\(answer.text)")
            #expect(answer.json["pointer"]?.text != nil)
        }
        let patch = try house.ask("PATCH", w + "/items/a", #"{"tilte":"A"}"#)
        #expect(patch.json["detail"]?.text == "is no member here; did you mean title?", "\(patch.text)")
    }

    @Test func `what is no JSON has the byte, and no pointer`() async throws {
        let house = try await posted()
        let answer = try house.ask("POST", w + "/moves", #"{"item":"a","to":[0,0"#)
        #expect(answer.status == 400 && answer.json["pointer"] == nil, "\(answer.text)")
        #expect(answer.json["byte"]?.number == 21, "\(answer.text)")
    }

    @Test func `a version without quotes is no entity tag`() async throws {
        let house = try await posted()
        let answer = try house.ask("POST", w + "/moves", headers: ["If-Match: 1"], #"{"item":"a","to":[0,1]}"#)
        #expect(answer.status == 400 && answer.json["detail"]?.text?.contains("in quotes") == true, "\(answer.text)")
        let quoted = try house.ask("POST", w + "/moves", headers: [#"If-Match: "1""#], #"{"item":"a","to":[0,1]}"#)
        #expect(quoted.status == 200)
    }

    @Test func `habits of other interfaces are told the route that does it`() async throws {
        let house = try await posted()
        for (method, path, status, words) in [
            ("POST", w + "/items", 405, "POST …/sections/{s}/items"), ("DELETE", w + "/items", 405, "POST …/removals"),
            ("PUT", "/api/v1/collections", 405, "import"), ("DELETE", w + "/sections/s", 405, "deleteSections"),
            ("PUT", w + "/items/a", 405, "PATCH"), ("GET", "/api/v1/colections", 404, "GET /api/v1/openapi.json"),
            ("POST", w + "/nothing", 404, "openapi.json"),
        ] {
            let answer = try house.ask(method, path, method == "GET" || method == "DELETE" ? "" : "{}")
            #expect(answer.status == status, "\(method) \(path) \(answer.text)")
            #expect(answer.json["detail"]?.text?.contains(words) == true, "\(method) \(path) \(answer.text)")
            if status == 405 { #expect(answer.header("Allow") != nil) }
        }
    }

    @Test func `large answers are compressed, and bodies must not be`() async throws {
        let house = try await APIHarness()
        let path = "/api/v1/collections/c/snapshot"
        let whole = try house.ask("GET", path)
        let packed = try house.ask("GET", path, headers: ["Accept-Encoding: gzip"])
        #expect(whole.header("Content-Encoding") == nil && packed.header("Content-Encoding") == "gzip")
        #expect(packed.header("Vary")?.contains("Accept-Encoding") == true)
        let refused = try house.ask("POST", w + "/moves", headers: ["Content-Encoding: gzip"], "{}")
        #expect(refused.status == 415 && refused.header("Accept-Encoding") == "identity", "\(refused.text)")
    }
}
