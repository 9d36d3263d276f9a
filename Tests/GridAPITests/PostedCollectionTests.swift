import CollectionModel
import GridEngine
import LookaheadTesting
import Testing

@Suite struct PostedCollectionTests {
    private static let body = #"""
        {"id":"mine","title":"Mine","sections":[
          {"id":"a","title":"A","items":[{"id":"1","title":"One","attributes":{"colour":"#ff0000"}},{"id":"2"},{"id":"3"}]},
          {"id":"b","items":[{"id":"4","title":"Four","kind":"note","width":30,"height":20}]}]}
        """#
    private let mine = "/api/v1/collections/mine"

    private func house() async throws -> APIHarness {
        let house = try await APIHarness()
        let created = try house.ask("POST", "/api/v1/collections", Self.body)
        #expect(created.status == 201, "\(created.text)")
        #expect(created.header("Location") == mine)
        #expect(created.header("ETag") == "\"1\"")
        return house
    }

    /// Item identifiers by section.
    private func order(_ house: APIHarness) throws -> String {
        let snapshot = try house.ask("GET", mine + "/snapshot").json
        guard case .array(let sections)? = snapshot["sections"] else { return "" }
        return sections.map { section in
            guard case .array(let items)? = section["items"] else { return "" }
            return (section["id"]?.text ?? "") + ":" + items.compactMap { $0["id"]?.text }.joined()
        }.joined(separator: " ")
    }

    @Test func `a posted collection is there at once, with everything that was given`() async throws {
        let house = try await house()
        let summary = try house.ask("GET", mine).json
        #expect(summary["title"]?.text == "Mine")
        #expect(summary["itemCount"]?.number == 4 && summary["sectionCount"]?.number == 2)
        #expect(summary["open"] == .bool(true))
        #expect(
            summary["capabilities"]?.compact
                == #"{"move":true,"insert":true,"delete":true,"refresh":false,"marks":true,"rate":["like","dislike"],"originals":false,"paths":false}"#
        )
        #expect(try order(house) == "a:123 b:4")
        let one = try house.ask("GET", mine + "/items/1").json
        #expect(
            one.compact
                == ##"{"id":"1","revision":1,"title":"One","kind":"colour","attributes":{"colour":"#ff0000"},"indexPath":[0,0]}"##
        )
        #expect(
            try house.ask("GET", mine + "/items/4").json.compact
                == #"{"id":"4","revision":1,"title":"Four","kind":"note","width":30,"height":20,"attributes":{},"indexPath":[1,0]}"#
        )
        #expect(try house.ask("GET", mine + "/items/2").json["title"]?.text == "2")
    }

    @Test func `what is posted is checked before anything is made`() async throws {
        let house = try await house()
        let long = String(repeating: "x", count: 201)
        for (body, status, pointer) in [
            (Self.body, 409, nil), (#"{"id":"c"}"#, 409, nil), (#"{"title":"x"}"#, 422, "/id"),
            (#"{"id":""}"#, 422, "/id"), (#"{"id":"\#(long)"}"#, 422, "/id"), (#"{"id":"a\u0000b"}"#, 422, "/id"),
            (#"{"id":".."}"#, 422, "/id"), (#"{"id":5}"#, 422, "/id"),
            (#"{"id":"x","sections":[{"id":"a"},{"id":"a"}]}"#, 422, "/sections/1/id"),
            (
                #"{"id":"x","sections":[{"id":"a","items":[{"id":"1"}]},{"id":"b","items":[{"id":"1"}]}]}"#, 422,
                "/sections/1/items/0/id"
            ),
            (#"{"id":"x","sections":[{"id":"a","items":[{"id":""}]}]}"#, 422, "/sections/0/items/0/id"),
            (#"{"id":"x","sections":[{"id":"a","items":[{"title":"t"}]}]}"#, 422, "/sections/0/items/0/id"),
            (#"{"id":"x","sections":[{"id":"a","items":[{"id":"1","width":1.5}]}]}"#, 422, "/sections/0/items/0/width"),
            (
                #"{"id":"x","sections":[{"id":"a","items":[{"id":"1","url":"http://x"}]}]}"#, 422,
                "/sections/0/items/0/url"
            ),
            (#"{"id":"x","sections":{}}"#, 422, "/sections"), (#"{"id":"x""#, 400, nil),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", "/api/v1/collections", body)
            #expect(answer.status == status, "\(body): \(answer.text)")
            #expect(answer.header("Content-Type") == "application/problem+json")
            if let pointer { #expect(answer.json["pointer"]?.text == pointer, "\(body): \(answer.text)") }
        }
        #expect(try house.ask("GET", "/api/v1/collections").json["collections"]?.count == 2)
        house.store.fail(with: .diskFull)
        #expect(try house.ask("POST", "/api/v1/collections", #"{"id":"x"}"#).status == 507)
        house.store.fail(with: nil)
        #expect(try house.ask("POST", "/api/v1/collections", #"{"id":"x"}"#).status == 201)
    }

    @Test func `a batch inserts, deletes and moves items and sections at once`() async throws {
        let house = try await house()
        let answer = try house.ask(
            "POST", mine + "/batch",
            #"""
            {"deletes":[[0,1]],"inserts":[{"at":[1,0],"item":{"id":"5","title":"Five","attributes":{"n":1}}},{"at":[2,2],"item":{"id":"6"}}],
             "moves":[{"from":[0,0],"to":[2,0]}],"moveSections":[{"from":1,"to":0}],
             "insertSections":[{"at":2,"section":{"id":"c","title":"C","items":[{"id":"7"},{"id":"8"}]}}],"reconfigures":["3"]}
            """#)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try order(house) == "b:4 a:53 c:1768")
        #expect(answer.json["deletes"]?.compact == "[[0,1]]")
        #expect(answer.json["insertSections"]?.compact == #"[{"at":2,"section":{"id":"c","title":"C"}}]"#)
        #expect(answer.json["inserts"]?[0]?["item"]?["title"]?.text == "Five")
        #expect(try house.ask("GET", mine + "/items/5").json["attributes"]?.compact == #"{"n":1}"#)
        let away = try house.ask("POST", mine + "/batch", #"{"deleteSections":[2]}"#)
        #expect(away.status == 200)
        #expect(away.json["deletes"] == nil && away.json["deleteSections"]?.compact == "[2]")
        #expect(try order(house) == "b:4 a:53")
        #expect(try house.ask("POST", mine + "/undo").status == 200)
        #expect(try order(house) == "b:4 a:53 c:1768")
        #expect(try house.ask("GET", mine + "/items/1").json["title"]?.text == "One")
        #expect(try house.ask("POST", mine + "/undo").status == 200)
        #expect(try order(house) == "a:123 b:4")
        #expect(try house.ask("POST", mine + "/redo").status == 200)
        #expect(try order(house) == "b:4 a:53 c:1768")
    }

    @Test func `every rule of a batch is refused by name, with the counts, and changes nothing`() async throws {
        let house = try await house()
        let before = try house.ask("GET", mine + "/snapshot").text
        for (body, pointer, words) in [
            (#"{"deletes":[[0,3]]}"#, "/deletes/0", "section 0 has 3 items before"),
            (#"{"deletes":[[2,0]]}"#, "/deletes/0", "2 sections before"),
            (
                #"{"inserts":[{"at":[0,4],"item":{"id":"x"}}]}"#, "/inserts/0",
                "section 0 has 4 items after the update (3 before)"
            ),
            (#"{"inserts":[{"at":[2,0],"item":{"id":"x"}}]}"#, "/inserts/0", "2 sections after"),
            (#"{"deletes":[[0,0]],"moves":[{"from":[0,0],"to":[1,0]}]}"#, "/moves/0", "deletes[0] and moves[0]"),
            (
                #"{"inserts":[{"at":[0,0],"item":{"id":"x"}},{"at":[0,0],"item":{"id":"y"}}]}"#, "/inserts/1",
                "both put an item"
            ),
            (#"{"deletes":[[0,0]],"reloads":[[0,0]]}"#, "/reloads/0", "which the update deletes"),
            (#"{"deleteSections":[0],"moves":[{"from":[0,0],"to":[0,0]}]}"#, "/moves/0", "out of section 0"),
            (#"{"inserts":[{"at":[0,0],"item":{"id":"4"}}]}"#, "/inserts/0", #"the item "4" would appear twice"#),
            (
                #"{"inserts":[{"at":[0,0],"item":{"id":"x"}},{"at":[0,1],"item":{"id":"x"}}]}"#, "/inserts/1",
                #""x" would appear twice"#
            ),
            (
                #"{"insertSections":[{"at":0,"section":{"id":"b"}}]}"#, "/insertSections/0",
                #"the section "b" would appear twice"#
            ),
            (
                #"{"insertSections":[{"at":3,"section":{"id":"z"}}]}"#, "/insertSections/0",
                "3 sections after the update (2 before)"
            ),
            (#"{"deleteSections":[2]}"#, "/deleteSections/0", "2 sections before"),
            (#"{"moveSections":[{"from":0,"to":0},{"from":0,"to":1}]}"#, "/moveSections/1", "both take section 0"),
            (#"{"reconfigures":["none"]}"#, "/reconfigures/0", "There is no item"),
            (#"{"inserts":[{"at":[0,0],"item":{"id":""}}]}"#, "/inserts/0/item/id", "1 to 200 bytes"),
            (#"{"inserts":[{"at":[0,0.5],"item":{"id":"x"}}]}"#, "/inserts/0/at/1", "must be an integer"),
            (#"{"inserts":[{"at":[0,-1],"item":{"id":"x"}}]}"#, "/inserts/0/at/1", "negative"),
            (#"{"inserts":[{"at":[0,0]}]}"#, "/inserts/0/item", "is missing"),
            (#"{"deletes":[[0]]}"#, "/deletes/0", "index path"),
        ] {
            let answer = try house.ask("POST", mine + "/batch", body)
            #expect(answer.status == 422, "\(body): \(answer.text)")
            #expect(answer.json["pointer"]?.text == pointer, "\(body): \(answer.text)")
            #expect(answer.json["detail"]?.text?.contains(words) == true, "\(body): \(answer.text)")
        }
        #expect(try house.ask("GET", mine + "/snapshot").text == before)
    }

    @Test func `an operation too many is too large, whatever it says`() async throws {
        let house = try await house()
        let before = try house.ask("GET", mine + "/snapshot").text
        let many = Array(repeating: "[0,0]", count: 100_001).joined(separator: ",")
        #expect(try house.ask("POST", mine + "/batch", #"{"deletes":[\#(many)]}"#).status == 413)
        let items = (0...100_000).map { #"{"id":"n\#($0)"}"# }.joined(separator: ",")
        let section = #"{"insertSections":[{"at":0,"section":{"id":"z","items":[\#(items)]}}]}"#
        #expect(try house.ask("POST", mine + "/batch", section).status == 413)
        let client = house.client()
        client.send(
            "POST \(mine)/batch HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 67108865\r\n\r\n{")
        #expect(client.receive()?.status == 413)
        #expect(try house.ask("GET", mine + "/snapshot").text == before)
    }

    @Test func `bytes that are no UTF-8 are no JSON`() async throws {
        let house = try await house()
        var body = Array(#"{"inserts":[{"at":[0,0],"item":{"id":"?"}}]}"#.utf8)
        body[body.firstIndex(of: UInt8(ascii: "?"))!] = 0xff
        let answer = try #require(
            house.client().ask(
                "POST", mine + "/batch", port: house.port, headers: ["Content-Type: application/json"], bytes: body))
        #expect(answer.status == 400)
        #expect(try house.ask("GET", mine).json["version"]?.number == 1)
    }

    @Test func `a snapshot that is put makes the smallest difference`() async throws {
        let house = try await house()
        let same = try house.ask("GET", mine + "/snapshot")
        let nothing = try house.ask("PUT", mine + "/snapshot", same.text)
        #expect(nothing.status == 200 && nothing.json["to"]?.number == 1)
        let answer = try house.ask(
            "PUT", mine + "/snapshot",
            #"{"sections":[{"id":"b","items":[{"id":"9","title":"Nine"},{"id":"4"}]},{"id":"a","items":[{"id":"2"},{"id":"3","title":"Three"},{"id":"1"}]}]}"#
        )
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try order(house) == "b:94 a:231")
        #expect(answer.json["moves"]?.compact == #"[{"item":"1","from":[0,0],"to":[1,2]}]"#)
        #expect(answer.json["moveSections"]?.count == 1 && answer.json["inserts"]?.count == 1)
        #expect(answer.json["reconfigures"]?.count == 1)
        #expect(try house.ask("GET", mine + "/items/3").json["title"]?.text == "Three")
        #expect(try house.ask("GET", mine + "/items/3").json["revision"]?.number == 2)
        #expect(try house.ask("GET", mine + "/items/1").json["title"]?.text == "One", "what is not said stays")
        let twice = try house.ask(
            "PUT", mine + "/snapshot", #"{"sections":[{"id":"a","items":[{"id":"1"},{"id":"2"},{"id":"1"}]}]}"#)
        #expect(twice.status == 422)
        #expect(twice.json["detail"]?.text?.contains("The item “1” would appear twice") == true)
        #expect(twice.json["pointer"]?.text == "/sections/0/items/2/id")
        #expect(try house.ask("POST", mine + "/undo").status == 200)
        #expect(try order(house) == "a:123 b:4")
        #expect(try house.ask("GET", mine + "/items/3").json["title"]?.text == "3")
    }

    @Test func `a snapshot made from an old version keeps what others changed since`() async throws {
        let house = try await house()
        let old = try house.ask("GET", mine + "/snapshot").json
        _ = try house.ask("POST", mine + "/batch", #"{"inserts":[{"at":[0,0],"item":{"id":"n"}}]}"#)
        // 3 goes before 1; n, which the old version did not have, stays.
        let mine1 =
            #"{"version":1,"sections":[{"id":"a","items":[{"id":"3"},{"id":"1"},{"id":"2"}]},{"id":"b","items":[{"id":"4"}]}]}"#
        let answer = try house.ask("PUT", mine + "/snapshot", mine1)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try order(house) == "a:3n12 b:4")
        #expect(old["version"]?.number == 1)
        let unconditional = try house.ask("PUT", mine + "/snapshot", headers: ["If-Match: \"1\""], mine1)
        #expect(unconditional.status == 412)
        #expect(unconditional.json["version"]?.number == 3)
        #expect(try house.ask("PUT", mine + "/snapshot", #"{"version":99,"sections":[]}"#).status == 409)
    }

    @Test func `a collection of another source takes an order, but no items`() async throws {
        let house = try await APIHarness(sections: [("s", ["1", "2", "3"])])
        let snapshot = "/api/v1/collections/c/snapshot"
        let moved = try house.ask(
            "PUT", snapshot, #"{"sections":[{"id":"s","items":[{"id":"3"},{"id":"1"},{"id":"2"}]}]}"#)
        #expect(moved.json["moves"]?.count == 1, "\(moved.text)")
        for body in [
            #"{"sections":[{"id":"s","items":[{"id":"3"},{"id":"1"},{"id":"2"},{"id":"4"}]}]}"#,
            #"{"sections":[{"id":"s","items":[{"id":"3"},{"id":"1"}]}]}"#,
            #"{"sections":[{"id":"s","items":[{"id":"3"},{"id":"1"},{"id":"2"}]},{"id":"t"}]}"#, #"{"sections":[]}"#,
        ] {
            #expect(try house.ask("PUT", snapshot, body).status == 403, "\(body)")
        }
        #expect(try house.ask("DELETE", "/api/v1/collections/c").status == 403)
        house.source.script.withLock { $0.pinned = ["2"] }
        let pinned = #"{"sections":[{"id":"s","items":[{"id":"2"},{"id":"3"},{"id":"1"}]}]}"#
        #expect(try house.ask("PUT", snapshot, pinned).status == 403)
        #expect(try house.ask("GET", "/api/v1/collections/c").json["version"]?.number == 2)
    }

    @Test func `a deleted collection is gone, and its name is free`() async throws {
        let house = try await house()
        #expect(try house.ask("DELETE", mine, headers: ["If-Match: \"7\""]).status == 412)
        #expect(try house.ask("DELETE", mine).status == 204)
        #expect(try house.ask("DELETE", mine).status == 404)
        #expect(try house.ask("GET", mine).status == 404)
        #expect(try house.ask("POST", mine + "/moves", #"{"item":"1","to":[0,1]}"#).status == 404)
        let again = try house.ask(
            "POST", "/api/v1/collections", #"{"id":"mine","sections":[{"id":"z","items":[{"id":"1"}]}]}"#)
        #expect(again.status == 201)
        #expect(try order(house) == "z:1")
        #expect(try house.ask("GET", mine + "/items/1").json["title"]?.text == "1")
    }

    @Test func `an item's date is told where its attributes have one`() async throws {
        let house = try await house()
        let dated = #"{"inserts":[{"at":[0,0],"item":{"id":"old","attributes":{"date":"1969-07-20"}}}]}"#
        #expect(try house.ask("POST", mine + "/batch", dated).status == 200)
        #expect(try house.ask("GET", mine + "/items/old/date").text == #"{"date":"1969-07-20"}"#)
        #expect(try house.ask("GET", mine + "/items/1/date").text == "{}")
        #expect(try house.ask("GET", mine + "/items/none/date").status == 404)
    }

    @Test func `a collection that has the name of a deleted one has patches of its own`() async throws {
        let house = try await house()
        #expect(try house.ask("POST", mine + "/moves", #"{"item":"1","to":[0,2]}"#).status == 200)
        let old = try house.ask("GET", mine + "/patches?from=1")
        #expect(try house.ask("DELETE", mine).status == 204)
        #expect(try house.ask("POST", "/api/v1/collections", Self.body).status == 201)
        let moved = try house.ask("POST", mine + "/moves", #"{"item":"4","to":[0,0]}"#)
        let new = try house.ask("GET", mine + "/patches?from=1")
        #expect(old.text.contains(#""item":"1""#))
        #expect(moved.text.contains(#""item":"4""#) && new.text.contains(moved.text), "\(new.text)")
    }

    @Test func `a repetition of a posting is known by its key, also after a restart`() async throws {
        let house = try await APIHarness()
        let post = { (house: APIHarness, key: String) in
            try house.ask("POST", "/api/v1/collections", headers: ["Idempotency-Key: \(key)"], Self.body)
        }
        #expect(try post(house, "k1").status == 201)
        let again = try post(house, "k1")
        #expect(again.status == 201 && again.header("Location") == mine && again.json["itemCount"]?.number == 4)
        #expect(try post(house, "k2").status == 409)
        for (path, body) in [
            ("/api/v1/collections", #"{"id":"other","title":"Other"}"#), ("/api/v1/albums", #"{"title":"Wall"}"#),
        ] {
            let other = try house.ask("POST", path, headers: ["Idempotency-Key: k1"], body)
            #expect(other.status == 422 && other.json["code"]?.text == "idempotency-key-reused", "\(other.text)")
        }
        house.engine.close()
        let next = try await APIHarness(store: house.store)
        #expect(try post(next, "k1").status == 201)
        #expect(try post(next, "k2").status == 409)
        #expect(try order(next) == "a:123 b:4")
    }

    @Test func `posted collections are there again after a restart`() async throws {
        let house = try await house()
        _ = try house.ask("POST", mine + "/moves", #"{"item":"1","to":[1,1]}"#)
        _ = try house.ask(
            "PATCH", mine + "/items/1", headers: ["Content-Type: application/merge-patch+json"],
            #"{"attributes":{"rating":"like"}}"#)
        _ = try house.ask("POST", mine + "/batch", #"{"inserts":[{"at":[0,0],"item":{"id":"5","title":"Five"}}]}"#)
        let items = try house.ask("GET", mine + "/items").text
        house.engine.close()
        let next = try await APIHarness(store: house.store)
        #expect(try next.ask("GET", mine + "/items").text == items)
        #expect(try next.ask("GET", mine).json["title"]?.text == "Mine")
        #expect(try next.ask("POST", mine + "/batch", #"{"inserts":[{"at":[0,0],"item":{"id":"6"}}]}"#).status == 200)
        #expect(try order(next) == "a:6523 b:41")
    }
}
