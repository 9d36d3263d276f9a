import CollectionModel
import GridEngine
import LookaheadTesting
import Testing

@Suite struct ViewerRouteTests {
    private func event(_ sequence: Int, _ fields: String) -> String { #"{"seq":\#(sequence),\#(fields)}"# }

    @Test func `a range event is answered with the cells of the window`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let range = "/api/v1/viewers/\(viewer)/range"
        let version = try #require(try house.ask("GET", "/api/v1/collections/c").json["version"]?.number)
        let answer = try house.ask(
            "POST", range,
            event(
                57,
                #""time":1.5,"version":\#(version),"rect":[0,0,400,300],"velocity":[0,1200.5],"phase":"dragging","unknown":[{"a":1}]"#
            ))
        #expect(answer.status == 200)
        #expect(answer.json["seq"]?.number == 57)
        #expect(answer.json["version"]?.number == version)
        #expect(answer.json["visible"]?.compact == "[0,11]")
        #expect(answer.json["contentSize"]?.compact == "[400,2500]")
        let cell = try #require(answer.json["cells"]?[5])
        #expect(cell["id"]?.text == "i5")
        #expect(cell["index"]?.number == 5)
        #expect(cell["indexPath"]?.compact == "[0,5]")
        #expect(cell["frame"]?.compact == "[100,100,100,100]")
        #expect(cell["image"]?.text == "/api/v1/collections/c/items/i5/image?w=160&rev=1")
        #expect(cell["item"]?["title"]?.text == "i5")
        #expect(answer.json["patches"]?.count == 0)
        #expect((answer.json["prefetch"]?.count ?? 0) > 0)

        let window = try #require(answer.json["window"])
        let held = try house.ask(
            "POST", range, event(58, #""version":\#(version),"rect":[0,0,400,300],"have":\#(window.compact)"#))
        #expect(held.json["cells"]?.count == 0)
    }

    @Test func `a viewer that is created with a range event has its answer at once`() async throws {
        let house = try await APIHarness()
        let created = try house.ask(
            "POST", "/api/v1/collections/c/viewers",
            #"{"layout":{"kind":"column","minColumnWidth":100,"cellHeight":100,"spacing":0,"inset":0},"#
                + #""width":400,"height":300,"range":{"seq":0,"version":0,"rect":[0,0,400,300],"phase":"settled"}}"#)
        #expect(created.status == 201)
        let answer = try #require(created.json["range"])
        let version = try #require(created.json["version"]?.number)
        #expect(answer["version"]?.number == version)
        #expect(answer["visible"]?.compact == "[0,11]")
        #expect(answer["patches"]?.count == 0)
        let name = try #require(created.json["viewer"]?.text)
        let next = try house.ask(
            "POST", "/api/v1/viewers/\(name)/range",
            event(1, #""version":\#(version),"rect":[0,0,400,300],"have":\#(try #require(answer["window"]).compact)"#))
        #expect(next.json["cells"]?.count == 0)
        #expect(try house.ask("GET", "/api/v1/viewers/\(name)").json["range"] == nil)
    }

    @Test func `a first range event that makes no sense is refused with the viewer`() async throws {
        let house = try await APIHarness()
        let refused = try house.ask(
            "POST", "/api/v1/collections/c/viewers", #"{"width":400,"height":300,"range":{"rect":[0,0,400,300]}}"#)
        #expect(refused.status == 422)
        #expect(refused.text.contains("/range/seq"))
        #expect(try house.ask("GET", "/api/v1/viewers").json["viewers"]?.count == 0)
    }

    @Test func `who sends faster than 200 a second waits for a turn, which the newest takes`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let range = "/api/v1/viewers/\(viewer)/range"
        func body(_ sequence: Int) -> String { event(sequence, #""rect":[0,0,400,300]"#) }
        // The engine's clock is stopped: no turn comes by itself.
        for sequence in 1...100 { #expect(try house.ask("POST", range, body(sequence)).status == 200) }
        let (older, newer) = (house.client(), house.client())
        for (client, sequence) in [(older, 101), (newer, 102)] {
            let text = body(sequence)
            client.send(
                "POST \(range) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        let refused = try #require(older.receive())
        #expect(refused.status == 429)
        #expect(refused.header("Content-Type") == "application/problem+json")
        #expect(refused.header("Retry-After") == "1")
        house.clock.advance(by: .milliseconds(5))
        let answered = try #require(newer.receive())
        #expect(answered.status == 200)
        #expect(answered.json["seq"]?.number == 102)
    }

    @Test func `a script may say items in place of a rect, and nothing at all when there is none`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let range = "/api/v1/viewers/\(viewer)/range"
        let answer = try house.ask("POST", range, event(1, #""visible":[40,47]"#))
        #expect(answer.json["visible"]?.compact == "[40,47]")
        let empty = try await APIHarness(sections: [])
        let lonely = try empty.viewer()
        let nothing = try empty.ask("POST", "/api/v1/viewers/\(lonely)/range", event(1, #""rect":[0,0,400,300]"#))
        #expect(nothing.status == 200)
        #expect(nothing.json["visible"]?.compact == "[0,-1]")
        #expect(nothing.json["cells"]?.count == 0)
    }

    @Test func `what changed since the browser's version comes along`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let version = try #require(try house.ask("GET", "/api/v1/collections/c").json["version"]?.number)
        let change = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i5","to":[0,0]}"#)
        let answer = try house.ask(
            "POST", "/api/v1/viewers/\(viewer)/range",
            event(1, #""version":\#(version),"rect":[0,0,400,300],"have":[0,50]"#))
        #expect(answer.json["version"]?.number == version + 1)
        // A viewer has no use for stamps.
        let patch = answer.json["patches"]?[0]
        #expect(patch?["moves"] == change.json["moves"] && patch?["to"] == change.json["to"])
        #expect(answer.json["cells"]?[0]?["id"]?.text == "i5")
    }

    @Test func `a bad range event is refused and moves nothing`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        for (body, status, pointer) in [
            (#"{"rect":[0,0,1,1]}"#, 422, "/seq"), (#"{"seq":1}"#, 422, "/rect"),
            (#"{"seq":1,"rect":[0,0,1]}"#, 422, "/rect"), (#"{"seq":1,"rect":[0,0,1,1,1]}"#, 422, "/rect"),
            (#"{"seq":1,"rect":[0,0,-1,1]}"#, 422, "/rect"), (#"{"seq":1,"rect":[0,0,1e300,1]}"#, 422, "/rect"),
            (#"{"seq":"1","rect":[0,0,1,1]}"#, 422, "/seq"),
            (#"{"seq":1,"rect":[0,0,1,1],"phase":"flying"}"#, 422, "/phase"),
            (#"{"seq":1,"visible":[-5,1]}"#, 422, "/visible"), (#"{"seq":1,"rect":[0,0,1,1"#, 400, nil),
            ("[]", 422, nil), ("", 400, nil), (#"{"seq":1e99,"rect":[0,0,1,1]}"#, 422, "/seq"),
            (#"{"seq":1,"rect":[0,0,1,1],"version":-3}"#, 200, nil),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", "/api/v1/viewers/\(viewer)/range", body)
            #expect(answer.status == status, "\(body): \(answer.text)")
            if let pointer {
                #expect(answer.json["pointer"]?.text?.hasPrefix(pointer) == true, "\(body): \(answer.text)")
            }
        }
        for name in ["0000000000000000", "x", "00000000000000000", "GGGGGGGGGGGGGGGG"] {
            let answer = try house.ask("POST", "/api/v1/viewers/\(name)/range", #"{"seq":1,"rect":[0,0,1,1]}"#)
            #expect(answer.status == 404, "\(name)")
        }
    }

    @Test func `a viewer's layout, size and policy can change, and it can end`() async throws {
        let house = try await APIHarness()
        let name = try house.viewer()
        let changed = try house.ask(
            "PATCH", "/api/v1/viewers/\(name)",
            #"{"layout":{"kind":"list","rowHeight":40},"policy":"nearest","reach":2}"#)
        #expect(changed.status == 200)
        #expect(changed.json["policy"]?.text == "nearest")
        #expect(changed.json["reach"]?.number == 2)
        #expect(changed.json["width"]?.number == 400)
        #expect(try house.ask("GET", "/api/v1/viewers/\(name)").json == changed.json)
        for (body, pointer) in [
            (#"{"policy":"best"}"#, "/policy"), (#"{"layout":{"kind":"spiral"}}"#, "/layout/kind"),
            (#"{"layout":{"spacing":-1}}"#, "/layout/spacing"), (#"{"width":0}"#, "/width"),
            (#"{"pixelRatio":100}"#, "/pixelRatio"), (#"{"reach":0.1}"#, "/reach"),
            (#"{"layout":{"spacing":"x"}}"#, "/layout/spacing"),
        ] {
            let answer = try house.ask("PATCH", "/api/v1/viewers/\(name)", body)
            #expect(answer.status == 422, "\(body)")
            #expect(answer.json["pointer"]?.text == pointer, "\(body)")
        }
        #expect(try house.ask("DELETE", "/api/v1/viewers/\(name)").status == 204)
        #expect(try house.ask("GET", "/api/v1/viewers/\(name)").status == 404)
        let other = try house.viewer()
        #expect(try house.ask("POST", "/api/v1/viewers/\(other)/leave").status == 204)
        #expect(try house.ask("GET", "/api/v1/viewers/\(other)").status == 404)
    }

    @Test func `a picture is held until it is ready, and then kept for ever`() async throws {
        let house = try await APIHarness()
        let target = "/api/v1/collections/c/items/i5/image?w=300&rev=1"
        let client = house.client()
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
        while !house.loader.finish("i5") { await Task.yield() }
        let answer = try #require(client.receive())
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "image/webp")
        #expect(answer.header("Cache-Control") == "private, max-age=31536000, immutable")
        #expect(answer.text == "i5")
        let tag = try #require(answer.header("ETag"))
        #expect(try house.ask("GET", target, headers: ["If-None-Match: \(tag)"]).status == 304)
        let old = try house.ask("GET", "/api/v1/collections/c/items/i5/image?w=300&rev=0")
        #expect(old.header("Cache-Control") == "no-cache")
        #expect(old.header("ETag") == nil)
        #expect(try house.ask("GET", "/api/v1/collections/c/items/none/image").status == 404)
        #expect(try house.ask("GET", "/api/v1/collections/c/items/i5/image?w=0").status == 422)
    }

    @Test
    func `a region is held and kept as a picture is, and those of one picture have different tags`() async throws {
        let house = try await APIHarness()
        let path = "/api/v1/collections/c/items/i5/region"
        func get(_ query: String) async throws -> (tag: String?, control: String?) {
            let client = house.client()
            client.send("GET \(path)?\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
            while !house.loader.finish("i5") { await Task.yield() }
            let answer = try #require(client.receive())
            #expect(answer.status == 200)
            return (answer.header("ETag"), answer.header("Cache-Control"))
        }
        let first = try await get("x=10&y=20&width=300&height=200&rev=1")
        let second = try await get("x=10&y=20&width=300&height=200&shrink=2&rev=1")
        #expect(first.tag != nil && second.tag != nil && first.tag != second.tag)
        #expect(first.control == "private, max-age=31536000, immutable")
        for query in [
            "", "width=5", "x=0&y=0&width=0&height=5", "width=5&height=5&shrink=3", "width=5000&height=5000",
            "x=-1&width=5&height=5", "width=5&height=5&x=99999999999",
        ] {
            #expect(try house.ask("GET", "\(path)?\(query)").status == 422, "\(query)")
        }
        #expect(try house.ask("GET", "/api/v1/collections/c/items/none/region?width=5&height=5").status == 404)
    }

    @Test func `a failed cell has the reason's sentence, code and values, in answers and events`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let range = "/api/v1/viewers/\(viewer)/range"
        #expect(try house.ask("POST", range, event(1, #""rect":[0,0,400,300]"#)).status == 200)
        let reason = Reason("picture-too-large", "Too large.", values: ["limit": "268"])
        while !house.loader.finish("i0", with: .unreadable(reason)) { await Task.yield() }
        let answer = try house.ask("POST", range, event(2, #""rect":[0,0,400,300]"#))
        let events = try house.ask(
            "GET", "/api/v1/viewers/\(viewer)/events?after=0", headers: ["Accept: application/json"])
        #expect(
            events.text.contains(
                #""error":"Too large.","reason":{"code":"picture-too-large","values":{"limit":"268"}}"#))
        #expect(answer.json["cells"]?[0]?["id"]?.text == "i0")
        #expect(answer.json["cells"]?[0]?["error"]?.text == "Too large.")
        #expect(answer.json["cells"]?[0]?["reason"]?["code"]?.text == "picture-too-large")
        #expect(answer.json["cells"]?[0]?["reason"]?["values"]?["limit"]?.text == "268")
        #expect(answer.json["cells"]?[1]?["reason"] == nil)
    }

    @Test func `a broken picture says why, and is tried again on request`() async throws {
        let house = try await APIHarness()
        let target = "/api/v1/collections/c/items/i5/image?w=300&rev=1"
        let client = house.client()
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
        let reason = Reason("picture-too-large", "Too large.", values: ["limit": "268"])
        while !house.loader.finish("i5", with: .unreadable(reason)) { await Task.yield() }
        let answer = try #require(client.receive())
        #expect(answer.status == 422)
        #expect(answer.json["detail"]?.text == "Too large.")
        #expect(answer.json["code"]?.text == "picture-too-large")
        #expect(answer.json["values"]?["limit"]?.text == "268")
        #expect(try house.ask("GET", target).status == 422)
        #expect(try house.ask("POST", "/api/v1/collections/c/items/i5/retry").status == 202)
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
        while !house.loader.finish("i5") { await Task.yield() }
        #expect(client.receive()?.status == 200)
    }
}
