import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Whole collections in lines: imported, exported, and the same again.
@Suite struct ImportRouteTests {
    private static let shop = "/api/v1/collections/shop"
    private static let ndjson = "Content-Type: application/x-ndjson"
    private static let lines = """
        {"id":"shop","title":"Shop"}
        {"section":"tea","title":"Tea"}
        {"id":"a","title":"Sencha","width":40,"height":30,"picture":"https://photos.example/a.jpg","attributes":{"price":9}}
        {"id":"b"}
        {"section":"cups"}
        {"section":"pots","title":"Pots"}
        {"id":"c","kind":"card","attributes":{"colour":"#ff0000"}}
        {"end":true,"items":3}

        """

    private func take(
        _ house: APIHarness, _ lines: String, to path: String = shop, asked query: String = "", headers: [String] = []
    ) throws -> RawClient.Answer {
        try house.ask("POST", path + "/import" + query, headers: [Self.ndjson] + headers, lines)
    }

    private func export(_ house: APIHarness, _ path: String = shop) throws -> String {
        try house.ask("GET", path + "/export?as=collection").text
    }

    @Test func `an export is what was imported, and its import changes nothing`() async throws {
        let house = try await APIHarness()
        let created = try take(house, Self.lines)
        #expect(created.status == 201 && created.json["itemCount"]?.number == 3, "\(created.text)")
        #expect(created.header("ETag") == "\"1\"")
        #expect(try export(house) == Self.lines)
        let again = try take(house, try export(house))
        #expect(again.status == 200 && again.header("ETag") == "\"1\"")
        // Another name in the path is another collection with the same content.
        #expect(try take(house, Self.lines, to: "/api/v1/collections/copy").status == 201)
        let copy = try export(house, "/api/v1/collections/copy")
        #expect(copy == Self.lines.replacing("\"id\":\"shop\"", with: "\"id\":\"copy\""))
    }

    @Test func `an import is one difference: what is the same stays, marks that people set stay on it`() async throws {
        let house = try await APIHarness()
        _ = try take(house, Self.lines)
        _ = try house.ask("POST", Self.shop + "/marks", #"{"items":["a","b"],"stars":4}"#)
        let marked = try export(house)
        #expect(marked.hasSuffix("{\"end\":true,\"items\":3}\n"))
        #expect(marked.contains(#"{"id":"b","attributes":{"stars":4}}"#))
        // What people see comes back as what they set, and is no change.
        #expect(try take(house, marked).header("ETag") == "\"2-0000000000000001\"")
        let changed = """
            {"title":"Tea shop"}
            {"section":"pots","title":"Teapots"}
            {"id":"b","title":"Bancha"}
            {"id":"d"}
            {"section":"tea","title":"Tea"}
            {"id":"a","title":"Sencha","width":40,"height":30,"picture":"https://photos.example/a2.jpg","attributes":{"price":9}}
            """
        #expect(try take(house, changed).status == 200)
        let patch = try #require(try house.ask("GET", Self.shop + "/patches?from=2").json["patches"]?[0])
        #expect(patch["title"]?.text == "Tea shop")
        #expect(patch["reconfigureSections"]?.compact == #"[{"id":"pots","title":"Teapots"}]"#)
        #expect(patch["reloads"]?.compact == #"["a"]"#)
        #expect(patch["reconfigures"]?[0]?["attributes"]?["stars"]?.number == 4)
        #expect(patch["inserts"]?.count == 1)
        #expect(try house.ask("POST", Self.shop + "/undo").status == 200)
        #expect(try export(house) == marked)
    }

    @Test func `the line at fault is said, and nothing has changed`() async throws {
        let house = try await APIHarness()
        _ = try take(house, Self.lines)
        for (line, body) in [
            (1, "not json\n"), (1, ""), (2, "{}\n{\"id\":\"a\"}\n"),
            (4, "{}\n{\"section\":\"s\"}\n{\"id\":\"a\"}\n{\"id\":\"a\"}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"id\":\"a\",\"picture\":\"x\"}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"section\":\"s\"}\n"),
            (4, "{}\n{\"section\":\"s\"}\n{\"id\":\"a\"}\n{\"end\":true,\"items\":2}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"end\":true}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"end\":false,\"items\":0}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"id\":\"a\",\"items\":0}\n"),
            (3, "{}\n{\"section\":\"s\"}\n{\"end\":true,\"items\":0,\"title\":\"s\"}\n"),
            (4, "{}\n{\"section\":\"s\"}\n{\"end\":true,\"items\":0}\n{\"id\":\"a\"}\n"),
        ] {
            let answer = try take(house, body)
            #expect([400, 422].contains(answer.status), "\(answer.text)")
            #expect(answer.json["line"]?.number == line, "\(answer.text)")
        }
        #expect(try export(house) == Self.lines)
        #expect(try take(house, Self.lines, to: "/api/v1/collections/c").json["code"]?.text == "import-unsupported")
        #expect(try take(house, Self.lines, headers: ["If-Match: \"9\""]).status == 412)
        #expect(try take(house, "{}", to: "/api/v1/collections/new", headers: ["If-Match: \"1\""]).status == 404)
        #expect(try house.ask("GET", "/api/v1/collections/new").status == 404)
        #expect(try house.ask("GET", Self.shop + "/export?as=collection&ranges=0-1&version=1").status == 422)
    }

    private func numbered(_ count: Int) -> String {
        "{}\n{\"section\":\"s\"}\n" + (0..<count).map { "{\"id\":\"i\($0)\"}\n" }.joined()
    }

    @Test func `lines that end early delete nothing, unless that is asked for or their end says that they are whole`()
        async throws
    {
        let house = try await APIHarness()
        _ = try take(house, numbered(2000))
        let refused = try take(house, numbered(1000))
        #expect(refused.status == 409 && refused.json["code"]?.text == "deletes-unconfirmed", "\(refused.text)")
        #expect(refused.json["values"]?.compact == #"{"count":"1000","total":"2000"}"#)
        #expect(try house.ask("GET", Self.shop + "/items?limit=1").json["total"]?.number == 2000)
        // A tenth, or a hundred, may go without a question.
        #expect(try take(house, numbered(1800)).status == 200)
        #expect(try take(house, numbered(1619)).status == 409)
        let whole = try take(house, numbered(1000) + "{\"end\":true,\"items\":1000}")
        #expect(whole.status == 200 && whole.json["itemCount"]?.number == 1000, "\(whole.text)")
        #expect(try take(house, numbered(500), to: Self.shop, asked: "?deletes=no").status == 422)
        let accepted = try take(house, numbered(100), to: Self.shop, asked: "?deletes=accept")
        #expect(accepted.status == 200 && accepted.json["itemCount"]?.number == 100, "\(accepted.text)")
        #expect(try take(house, numbered(0)).status == 200)
    }

    @Test func `a snapshot that would delete much is asked about likewise`() async throws {
        let house = try await APIHarness()
        _ = try take(house, numbered(2000))
        let part = #"{"sections":[{"id":"s","items":[{"id":"i0"},{"id":"i1"}]}]}"#
        let refused = try house.ask("PUT", Self.shop + "/snapshot", part)
        #expect(refused.status == 409 && refused.json["code"]?.text == "deletes-unconfirmed", "\(refused.text)")
        #expect(refused.json["values"]?.compact == #"{"count":"1998","total":"2000"}"#)
        #expect(try house.ask("PUT", Self.shop + "/snapshot?deletes=accept", part).status == 200)
        #expect(try house.ask("GET", Self.shop + "/items?limit=1").json["total"]?.number == 2)
    }

    @Test func `attributes with the names of marks are marks, however an item is given`() async throws {
        let house = try await APIHarness()
        _ = try take(house, numbered(2))
        func given(_ attributes: String) throws -> [RawClient.Answer] {
            let item = #"{"id":"i9","attributes":\#(attributes)}"#
            return [
                try take(house, numbered(2) + item),
                try house.ask(
                    "POST", "/api/v1/collections", #"{"id":"n","sections":[{"id":"s","items":[\#(item)]}]}"#),
                try house.ask("PUT", Self.shop + "/snapshot", #"{"sections":[{"id":"s","items":[\#(item)]}]}"#),
                try house.ask("POST", Self.shop + "/batch", #"{"inserts":[{"at":[0,0],"item":\#(item)}]}"#),
                try house.ask("PATCH", Self.shop + "/items/i0", #"{"attributes":\#(attributes)}"#),
            ]
        }
        for (name, value) in [
            ("stars", "9"), ("stars", "\"many\""), ("flag", "true"), ("rating", "4.5"), ("labels", "\"red\""),
            ("labels", "[\"\"]"),
        ] {
            for answer in try given("{\"price\":9,\"\(name)\":\(value)}") {
                #expect(answer.status == 422, "\(name) \(value): \(answer.text)")
                #expect(answer.json["pointer"]?.text?.hasSuffix("/attributes/\(name)") == true, "\(answer.text)")
            }
        }
        #expect(try house.ask("GET", Self.shop + "/items").json["total"]?.number == 2)
        // No stars, however that is said.
        let marks = #"{"stars":0,"flag":null,"labels":[],"rating":null,"price":1}"#
        for answer in try given(marks).prefix(3) { #expect([200, 201].contains(answer.status), "\(answer.text)") }
        for path in [Self.shop + "/items/i9", "/api/v1/collections/n/items/i9"] {
            #expect(try house.ask("GET", path).json["attributes"]?.compact == #"{"price":1}"#)
        }
        _ = try house.ask("PATCH", Self.shop + "/items/i9", #"{"attributes":{"stars":0}}"#)
        #expect(try house.ask("GET", Self.shop + "/items/i9").json["attributes"]?.compact == #"{"price":1}"#)
    }

    @Test func `pages by cursor have each item once, whatever is moved meanwhile`() async throws {
        let house = try await APIHarness()
        _ = try take(house, "{}\n{\"section\":\"s\"}\n" + (0..<50).map { "{\"id\":\"i\($0)\"}\n" }.joined())
        var (seen, target): ([String], String?) = ([], Self.shop + "/items?limit=7")
        var round = 0
        while let next = target {
            let page = try house.ask("GET", next)
            #expect(page.json["version"]?.number == 1 && page.json["total"]?.number == 50, "\(page.text)")
            if case .array(let items)? = page.json["items"] { seen += items.compactMap { $0["id"]?.text } }
            target = page.json["next"]?.text.map { Self.shop + "/items?limit=7&cursor=\($0)" }
            round += 1
            _ = try house.ask("POST", Self.shop + "/moves", #"{"item":"i\#(49 - round)","to":[0,0]}"#)
            if round == 3 {
                _ = try house.ask(
                    "POST", Self.shop + "/batch", #"{"deletes":[[0,49]],"inserts":[{"at":[0,0],"item":{"id":"new"}}]}"#)
            }
        }
        // The last of the order was deleted after the third page.
        let gone = try house.ask("GET", Self.shop + "/items?limit=100").json["items"]
        #expect(
            seen.count == Set(seen).count
                && seen == (0..<50).map { "i\($0)" }.filter { gone?.compact.contains("\"id\":\"\($0)\"") == true })
        #expect(seen.count == 49)
        for wrong in ["cursor=1", "cursor=a.b", "cursor=1.0&offset=0", "cursor=999.0"] {
            #expect(try house.ask("GET", Self.shop + "/items?" + wrong).status == 422, "\(wrong)")
        }
    }
}
