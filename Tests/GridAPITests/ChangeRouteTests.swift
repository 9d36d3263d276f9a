import CollectionModel
import GridEngine
import LookaheadTesting
import Testing

@Suite struct ChangeRouteTests {
    private let moves = "/api/v1/collections/c/moves"

    @Test func `a move answers with its patch and the new version`() async throws {
        let house = try await APIHarness()
        let version = try #require(try house.ask("GET", "/api/v1/collections/c").json["version"]?.number)
        let answer = try house.ask("POST", moves, #"{"item":"i5","to":[0,0]}"#)
        #expect(answer.status == 200)
        // The first append of the store that this server shares.
        let stamp = "0000000000000001"
        #expect(answer.header("ETag") == "\"\(version + 1)-\(stamp)\"")
        #expect(
            answer.json.compact
                == #"{"collection":"c","from":\#(version),"to":\#(version + 1),"stamp":"\#(stamp)","#
                + #""moves":[{"item":"i5","from":[0,5],"to":[0,0]}]}"#)
        let item = try house.ask("GET", "/api/v1/collections/c/items/i5")
        #expect(item.json["indexPath"]?.compact == "[0,0]")
        let patches = try house.ask("GET", "/api/v1/collections/c/patches?from=\(version)")
        #expect(patches.json["patches"]?[0] == answer.json)
        let none = try house.ask("GET", "/api/v1/collections/c/patches?from=\(version + 1)")
        #expect(none.json["patches"]?.count == 0)
        #expect(try house.ask("GET", "/api/v1/collections/c/patches?from=\(version + 2)").status == 422)
        #expect(try house.ask("GET", "/api/v1/collections/c/patches").status == 422)
    }

    @Test func `a change may be conditional, and its repetition harmless`() async throws {
        let house = try await APIHarness()
        let body = #"{"item":"i5","to":[0,0]}"#
        let first = try house.ask("POST", moves, headers: ["Idempotency-Key: k1"], body)
        #expect(first.status == 200)
        let again = try house.ask("POST", moves, headers: ["Idempotency-Key: k1"], body)
        #expect(again.text == first.text)
        let tag = try #require(first.header("ETag"))
        let stale = try house.ask("POST", moves, headers: ["If-Match: \"0\""], body)
        #expect(stale.status == 412)
        // The version as the change itself had it.
        #expect(stale.header("ETag") == tag && tag.hasPrefix("\"2-"))
        #expect(stale.json["version"]?.number == 2 && stale.json["stamp"]?.text.map { "\"2-\($0)\"" } == tag)
        let odd = try house.ask("POST", moves, headers: ["If-Match: nonsense"], body)
        #expect(odd.status == 400, "a tag is in quotes")
        let held = try house.ask("POST", moves, headers: ["If-Match: \(tag)"], #"{"item":"i7","to":[0,1]}"#)
        #expect(held.status == 200)
    }

    @Test func `a key that was used for another request is refused, and changes nothing`() async throws {
        let house = try await APIHarness()
        let key = "Idempotency-Key: k7"
        let first = try house.ask("POST", moves, headers: [key], #"{"item":"i5","to":[0,0]}"#)
        let collection = "/api/v1/collections/c"
        let merge = [key, "Content-Type: application/merge-patch+json"]
        func others(_ house: APIHarness) throws -> [RawClient.Answer] {
            [
                try house.ask("POST", moves, headers: [key], #"{"item":"i7","to":[0,0]}"#),
                try house.ask("POST", collection + "/undo", headers: [key], "{}"),
                try house.ask("POST", collection + "/batch", headers: [key], #"{"reloads":[[0,1]]}"#),
                try house.ask("POST", collection + "/marks", headers: [key], #"{"items":["i1"],"stars":1}"#),
                try house.ask("PATCH", collection + "/items/i1", headers: merge, #"{"attributes":{"rating":"like"}}"#),
                try house.ask("PUT", collection + "/snapshot", headers: [key], #"{"sections":[]}"#),
            ]
        }
        for answer in try others(house) {
            #expect(answer.status == 422 && answer.json["code"]?.text == "idempotency-key-reused", "\(answer.text)")
        }
        house.engine.close()
        let next = try await APIHarness(store: house.store)
        for answer in try others(next) { #expect(answer.status == 422, "\(answer.text)") }
        let again = try next.ask("POST", moves, headers: [key], #"{"item":"i5","to":[0,0]}"#)
        #expect(again.status == 200 && again.json["moves"] == first.json["moves"] && again.json["to"]?.number == 2)
        #expect(try next.ask("GET", collection).json["version"]?.number == 2)
    }

    @Test func `what cannot be is refused with words and a pointer`() async throws {
        let house = try await APIHarness()
        house.source.script.withLock { $0.pinned = ["i9"] }
        for (body, status, pointer) in [
            (#"{"item":"i9","to":[0,0]}"#, 403, nil), (#"{"item":"none","to":[0,0]}"#, 404, nil),
            (#"{"item":"i1","to":[0,100]}"#, 422, "/to/1"), (#"{"item":"i1","to":[7,0]}"#, 422, "/to/0"),
            (#"{"item":"i1"}"#, 422, "/to"), (#"{"to":[0,0]}"#, 422, "/item"),
            (#"{"item":5,"to":[0,0]}"#, 422, "/item"), (#"{"item":"i1","to":[0]}"#, 422, "/to"),
            (#"{"item":"i1","to":[0,0]"#, 400, nil), ("nonsense", 400, nil), (#"{"item":"i1","to":[0,0]} x"#, 400, nil),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", moves, body)
            #expect(answer.status == status, "\(body) \(answer.text)")
            #expect(answer.header("Content-Type") == "application/problem+json")
            #expect(answer.json["status"]?.number == status)
            #expect(answer.json["detail"]?.text?.isEmpty == false)
            if let pointer { #expect(answer.json["pointer"]?.text == pointer, "\(body)") }
        }
        #expect(try house.ask("POST", "/api/v1/collections/none/moves", #"{"item":"a","to":[0,0]}"#).status == 404)
        #expect(try house.ask("POST", moves, headers: ["Content-Type: text/plain"], "{}").status == 415)
        #expect(try house.ask("GET", moves).status == 405)
    }

    @Test func `a batch is all or nothing`() async throws {
        let house = try await APIHarness(capabilities: Capabilities(delete: true))
        let batch = "/api/v1/collections/c/batch"
        let answer = try house.ask(
            "POST", batch,
            #"{"deletes":[[0,1],[0,2]],"moves":[{"from":[0,9],"to":[0,0]}],"reloads":[[0,5]],"reconfigures":["i7"]}"#)
        #expect(answer.status == 200)
        #expect(answer.json["deletes"]?.compact == "[[0,1],[0,2]]")
        #expect(answer.json["reloads"]?.compact == #"["i5"]"#)
        #expect(answer.json["reconfigures"]?[0]?["id"]?.text == "i7")
        let twice = try house.ask("POST", batch, #"{"deletes":[[0,1],[0,1]]}"#)
        #expect(twice.status == 422)
        #expect(twice.json["pointer"]?.text == "/deletes/1")
        #expect(try house.ask("POST", batch, #"{"reconfigures":["none"]}"#).status == 422)
        #expect(try house.ask("POST", batch, #"{"upserts":[]}"#).status == 422)
        #expect(try house.ask("POST", batch, #"{"inserts":[{"at":[0,0],"item":{"id":"x"}}]}"#).status == 403)
        let empty = try house.ask("POST", batch, "{}")
        #expect(empty.status == 200)
        #expect(empty.json["from"] == empty.json["to"])
    }

    @Test func `deleting is refused where the collection does not let it`() async throws {
        let house = try await APIHarness()
        #expect(try house.ask("POST", "/api/v1/collections/c/batch", #"{"deletes":[[0,1]]}"#).status == 403)
    }

    @Test func `a rating is a merge patch of the item`() async throws {
        let house = try await APIHarness()
        let target = "/api/v1/collections/c/items/i3"
        let merge = ["Content-Type: application/merge-patch+json"]
        let liked = try house.ask("PATCH", target, headers: merge, #"{"attributes":{"rating":"like"}}"#)
        #expect(liked.status == 200)
        #expect(liked.json["reconfigures"]?[0]?["attributes"]?["rating"]?.text == "like")
        #expect(try house.ask("GET", target).json["attributes"]?["rating"]?.text == "like")
        let wrong = try house.ask("PATCH", target, headers: merge, #"{"attributes":{"rating":"meh"}}"#)
        #expect(wrong.status == 422)
        #expect(wrong.json["pointer"]?.text == "/attributes/rating")
        #expect(try house.ask("PATCH", target, headers: merge, #"{"title":"x"}"#).status == 403)
        #expect(try house.ask("PATCH", target, headers: merge, #"{"name":"x"}"#).status == 422)
        let cleared = try house.ask("PATCH", target, headers: merge, #"{"attributes":{"rating":null}}"#)
        #expect(cleared.status == 200)
        #expect(try house.ask("GET", target).json["attributes"]?["rating"] == nil)
    }

    @Test func `ranges are marked with a short request, and labels are listed`() async throws {
        let house = try await APIHarness()
        let target = "/api/v1/collections/c/marks"
        let body = #"{"version":1,"ranges":[[0,49]],"stars":4,"labels":{"add":[{"name":"Print","colour":"green"}]}}"#
        let marked = try house.ask("POST", target, headers: ["Prefer: return=minimal"], body)
        #expect(marked.status == 200)
        #expect(marked.json.compact == #"{"collection":"c","from":1,"to":2,"stamp":"0000000000000001"}"#)
        let attributes = try house.ask("GET", "/api/v1/collections/c/items/i3").json["attributes"]
        #expect(attributes?.compact == #"{"stars":4,"labels":[{"name":"Print","colour":"green"}]}"#)
        let labels = try house.ask("GET", "/api/v1/collections/c/labels")
        #expect(labels.json.compact == #"{"labels":[{"name":"Print","colour":"green"}]}"#)
        for (body, status, pointer) in [
            (#"{"items":["i1"],"stars":6}"#, 422, "/stars"), (#"{"items":["none"],"stars":1}"#, 404, nil),
            (#"{"ranges":[[0,1]],"stars":1}"#, 422, "/version"), (#"{"stars":1}"#, 422, "/items"),
            (#"{"items":["i1"],"title":"x"}"#, 422, "/title"),
            (#"{"version":2,"ranges":[[0,100]],"stars":1}"#, 422, "/ranges/0"),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", target, body)
            #expect(answer.status == status, "\(body) \(answer.text)")
            #expect(answer.json["pointer"]?.text == pointer, "\(body) \(answer.text)")
        }
    }

    @Test func `moves are undone and done again`() async throws {
        let house = try await APIHarness()
        #expect(try house.ask("POST", "/api/v1/collections/c/undo").status == 409)
        _ = try house.ask("POST", moves, #"{"item":"i5","to":[0,0]}"#)
        #expect(try house.ask("POST", "/api/v1/collections/c/undo").status == 200)
        #expect(try house.ask("GET", "/api/v1/collections/c/items/i5").json["indexPath"]?.compact == "[0,5]")
        #expect(try house.ask("POST", "/api/v1/collections/c/redo").status == 200)
        #expect(try house.ask("GET", "/api/v1/collections/c/items/i5").json["indexPath"]?.compact == "[0,0]")
        #expect(try house.ask("POST", "/api/v1/collections/c/redo").status == 409)
    }

    @Test func `undo is of an actor, a browser's cookie or programs, and says what it took back`() async throws {
        let house = try await APIHarness()
        let collection = "/api/v1/collections/c"
        let session = try house.ask("POST", "/api/v1/session")
        let cookie = try #require(session.header("Set-Cookie")?.split(separator: ";").first)
        #expect(cookie.hasPrefix("lookahead-actor="))
        let (anna, ben) = (["Lookahead-Actor: anna"], ["Cookie: \(cookie)"])
        _ = try house.ask("POST", moves, headers: anna, #"{"item":"i5","to":[0,0]}"#)
        _ = try house.ask("POST", moves, headers: ben, #"{"item":"i7","to":[0,0]}"#)
        _ = try house.ask("POST", moves, #"{"item":"i9","to":[0,0]}"#)
        for (headers, item) in [(anna, "i5"), (ben, "i7"), ([], "i9")] {
            let history = try house.ask("GET", collection + "/history", headers: headers)
            #expect(
                history.json["undo"]?["item"]?["id"]?.text == item && history.json["newest"]?["kind"]?.text == "move")
            let undone = try house.ask("POST", collection + "/undo", headers: headers)
            #expect(undone.json["change"]?["item"]?["id"]?.text == item, "\(undone.text)")
            #expect(undone.json["moves"]?[0]?["item"]?.text == item && undone.json["change"]?["own"]?.compact == "true")
            let none = try house.ask("POST", collection + "/undo", headers: headers)
            #expect(none.status == 409 && none.json["code"]?.text == "nothing-to-undo")
        }
        let long = String(repeating: "x", count: 65)
        for actor in [long, "two words", "é"] {
            let answer = try house.ask("POST", collection + "/undo", headers: ["Lookahead-Actor: \(actor)"])
            #expect(answer.status == 422, "\(actor)")
        }
        // A named one, whoever made it.
        _ = try house.ask("POST", moves, headers: anna, #"{"item":"i5","to":[0,1]}"#)
        let newest = try house.ask("GET", collection + "/history", headers: ben).json["newest"]
        #expect(newest?["own"]?.compact == "false")
        let name = try #require(newest?["name"]?.text)
        #expect(try house.ask("POST", collection + "/undo?change=\(name)", headers: ben).status == 200)
        #expect(try house.ask("GET", collection + "/items/i5").json["indexPath"]?.compact == "[0,5]")
    }

    @Test func `undo of many items is answered in short, unless all is asked for`() async throws {
        let house = try await APIHarness(sections: [("a", (0..<3000).map { "i\($0)" })])
        let collection = "/api/v1/collections/c"
        let marks = #"{"version":1,"ranges":[[0,2999]],"flag":"pick"}"#
        _ = try house.ask("POST", collection + "/marks", headers: ["Prefer: return=minimal"], marks)
        let undone = try house.ask("POST", collection + "/undo")
        #expect(undone.status == 200 && undone.text.utf8.count < 400, "\(undone.text.utf8.count)")
        #expect(undone.header("Preference-Applied") == "return=minimal")
        #expect(undone.json["change"]?["count"]?.number == 3000 && undone.json["to"]?.number == 3)
        let redone = try house.ask("POST", collection + "/redo", headers: ["Prefer: return=representation"])
        #expect(redone.json["reconfigures"]?.count == 3000)
    }

    @Test func `where an item would land is asked without a movement`() async throws {
        let house = try await APIHarness(sections: [("a", ["1", "2", "3"]), ("b", ["4"])])
        house.source.script.withLock { $0.pinned = ["2"] }
        let target = "/api/v1/collections/c/items/1/target"
        #expect(try house.ask("POST", target, #"{"to":[1,1],"version":1}"#).text == #"{"target":[1,1],"version":1}"#)
        #expect(try house.ask("POST", target, #"{"to":[1,9]}"#).status == 422)
        #expect(try house.ask("POST", "/api/v1/collections/c/items/9/target", #"{"to":[0,0]}"#).status == 404)
        let refused = try house.ask("POST", "/api/v1/collections/c/items/2/target", #"{"to":[0,1]}"#)
        #expect(refused.status == 403 && refused.json["detail"]?.text == "2 is pinned.")
        // Its place is one of the version that the page has.
        #expect(try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"3","to":[0,0]}"#).status == 200)
        #expect(try house.ask("POST", target, #"{"to":[0,1],"version":1}"#).json["version"]?.compact == "2")
        #expect(house.engine.statistics().movements == 0, "nothing has begun")
    }

    @Test func `an item is picked up, led about and dropped`() async throws {
        let house = try await APIHarness(sections: [("a", ["1", "2", "3"]), ("b", ["4"])])
        house.source.script.withLock { $0.pinned = ["2"] }
        let movements = "/api/v1/collections/c/movements"
        let refused = try house.ask("POST", movements, #"{"item":"2"}"#)
        #expect(refused.status == 403)
        #expect(refused.json["detail"]?.text == "2 is pinned.")
        let begun = try house.ask("POST", movements, #"{"item":"1"}"#)
        #expect(begun.status == 201)
        #expect(begun.json["from"]?.compact == "[0,0]")
        let movement = movements + "/" + (begun.json["movement"]?.text ?? "")
        #expect(begun.header("Location") == movement)
        let led = try house.ask("PATCH", movement, #"{"to":[1,1]}"#)
        #expect(led.text == #"{"target":[1,1],"version":1}"#)
        #expect(try house.ask("PATCH", movement, #"{"to":[1,9]}"#).status == 422)
        let key = "Idempotency-Key: k3"
        let dropped = try house.ask("POST", movement + "/end", headers: [key])
        #expect(dropped.status == 200)
        #expect(dropped.json["moves"]?.compact == #"[{"item":"1","from":[0,0],"to":[1,1]}]"#)
        #expect(try house.ask("POST", movement + "/end").status == 404)
        let again = try house.ask("POST", movement + "/end", headers: [key])
        #expect(again.status == 200 && again.text == dropped.text, "its answer may have been lost")
        #expect(try house.ask("POST", movement + "/end", headers: ["Idempotency-Key: k4"]).status == 404)
        let second = try house.ask("POST", movements, #"{"item":"3"}"#).json["movement"]?.text ?? ""
        #expect(try house.ask("DELETE", "\(movements)/\(second)").status == 204)
        #expect(try house.ask("DELETE", "\(movements)/\(second)").status == 404)
    }

    @Test func `a change that cannot be stored says so`() async throws {
        let house = try await APIHarness()
        house.store.fail(with: .diskFull)
        #expect(try house.ask("POST", moves, #"{"item":"i5","to":[0,0]}"#).status == 507)
        house.store.fail(with: nil)
        #expect(try house.ask("POST", moves, #"{"item":"i5","to":[0,0]}"#).status == 200)
    }
}
