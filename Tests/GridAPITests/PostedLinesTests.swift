import CollectionModel
import GridEngine
import LookaheadTesting
import Testing

/// Collections that are posted line by line, and large ones.
@Suite struct PostedLinesTests {
    private static let collections = "/api/v1/collections"
    private static let lines = "Content-Type: application/x-ndjson"
    private static let trip = """
        {"id":"trip","title":"Trip"}\r

        {"section":"day-1","title":"Day 1"}
          {"id":"a","title":"Harbour","attributes":{"colour":"#ff0000","note":null}}\t
        \r
        {"id":"b"}
        {"title":"Day 2","section":"day-2"}
        {"section":"day-3"}
        {"kind":"note","width":30,"height":20,"id":"c"}
        """

    /// Sends the body in chunks of this size.
    private func post(_ house: APIHarness, _ body: String, chunk: Int, headers: [String] = []) throws
        -> RawClient.Answer
    {
        let client = house.client()
        let head = ["POST \(Self.collections) HTTP/1.1", "Host: 127.0.0.1:\(house.port)", Self.lines] + headers
        client.send(head.joined(separator: "\r\n") + "\r\nTransfer-Encoding: chunked\r\n\r\n")
        let bytes = Array(body.utf8)
        var sent: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let part = bytes[start..<min(start + chunk, bytes.count)]
            sent += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
        }
        client.send(sent + Array("0\r\n\r\n".utf8))
        return try #require(client.receive())
    }

    @Test func `lines make the collection that one body makes, wherever they are split`() async throws {
        let house = try await APIHarness()
        for (chunk, end) in [(1, ""), (7, "\n"), (1 << 20, "\r\n\r\n")] {
            let answer = try post(house, Self.trip + end, chunk: chunk)
            #expect(answer.status == 201 && answer.header("ETag") == "\"1\"", "\(answer.text)")
            let items = try house.ask("GET", Self.collections + "/trip/items").json["items"]
            #expect(
                items?.compact == ##"""
                    [{"id":"a","revision":1,"title":"Harbour","kind":"colour","attributes":{"colour":"#ff0000"},"indexPath":[0,0]},\##
                    {"id":"b","revision":1,"title":"b","kind":"plain","attributes":{},"indexPath":[0,1]},\##
                    {"id":"c","revision":1,"title":"c","kind":"note","width":30,"height":20,"attributes":{},"indexPath":[2,0]}]
                    """##)
            let sections = try house.ask("GET", Self.collections + "/trip/sections").json
            #expect(sections.compact.contains(#""title":"Day 2""#) && sections.compact.contains(#""id":"day-3""#))
            #expect(try house.ask("DELETE", Self.collections + "/trip").status == 204)
        }
    }

    @Test func `the line at fault is said, with the member in it`() async throws {
        let house = try await APIHarness()
        let head = #"{"id":"x"}"# + "\n" + #"{"section":"s"}"# + "\n"
        let long = String(repeating: "t", count: 4097)
        for (body, status, line, pointer) in [
            ("", 422, 1, nil), ("\n\r\n", 422, 3, nil), (#"{"id":"c"}"#, 409, nil, nil),
            (#"{"title":"x"}"#, 422, 1, "/id"), (#"{"id":"x","sections":[]}"#, 422, 1, "/sections"),
            (#"{"id":"x"}"# + "\n" + #"{"id":"1"}"#, 422, 2, nil),
            (head + #"{"id":"1"}"# + "\n\n" + #"{"id":"1"}"# + "\n" + #"{"#, 422, 5, "/id"),
            (head + #"{"section":"s"}"#, 422, 3, "/section"), (head + #"{"section":"t","id":"1"}"#, 422, 3, nil),
            (head + #"{"section":"t","kind":"note"}"#, 422, 3, nil),
            (head + #"{"id":"1","title":"\#(long)"}"#, 422, 3, "/title"),
            (head + #"{"id":"1","id":"2"}"#, 422, 3, "/id"),
            (head + #"{"id":"1","attributes":{"a":1,"a":2}}"#, 422, 3, "/attributes/a"),
            (head + #"{"id":"1","url":"http://x"}"#, 422, 3, "/url"), (head + #"{"id":""}"#, 422, 3, "/id"),
            (head + #"{"id":"1""# + "\n" + "}\n", 400, 3, nil), (head + #"{"id":"1"} {"id":"2"}"#, 400, 3, nil),
            (head + #"{"id":"1"}"# + "\nno", 400, 4, nil), (head + "[]", 422, 3, nil),
            (head + #"{"id":"1"#, 400, 3, nil),
        ] as [(String, Int, Int?, String?)] {
            let answer = try post(house, body, chunk: 1000)
            #expect(answer.status == status, "\(body): \(answer.text)")
            #expect(answer.json["line"]?.number == line, "\(body): \(answer.text)")
            if let pointer { #expect(answer.json["pointer"]?.text == pointer, "\(body): \(answer.text)") }
            if let line { #expect(answer.json["detail"]?.text?.hasPrefix("line \(line): ") == true, "\(answer.text)") }
        }
        #expect(try house.ask("GET", Self.collections + "/x").status == 404)
    }

    @Test func `a line has at most a mebibyte`() async throws {
        let house = try await APIHarness()
        let spaces = String(repeating: " ", count: 1 << 20)
        let refused = try post(house, #"{"id":"x"}"# + "\n" + spaces + spaces, chunk: 1 << 16)
        #expect(refused.status == 413 && refused.json["line"]?.number == 2, "\(refused.text)")
    }

    @Test func `many megabytes go through little memory, and others are served meanwhile`() async throws {
        let house = try await APIHarness()
        // The connection pauses several times: what is read of it takes longer than what is sent.
        let items = (0..<60_000).map { #"{"id":"item \#($0)","title":"\#(String(repeating: "t", count: 100))"}"# }
        let body = #"{"id":"many"}"# + "\n" + #"{"section":"s"}"# + "\n" + items.joined(separator: "\n")
        let answer = try post(house, body, chunk: 50_000)
        #expect(answer.status == 201 && answer.json["itemCount"]?.number == 60_000, "\(answer.text)")
        let last = try house.ask("GET", Self.collections + "/many/items?offset=59999").json["items"]?[0]
        #expect(last?["title"]?.text?.count == 100)
    }

    @Test func `a large body points at its fault, from a file as from memory`() async throws {
        let house = try await APIHarness()
        func body(_ id: String, _ last: String) -> String {
            let items = (0..<100_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
            return #"{"id":"\#(id)","sections":[{"items":[\#(items),\#(last)],"id":"s"}]}"#
        }
        for (last, status, pointer) in [
            (#"{"id":"x"}"#, 201, nil), (#"{"id":"7"}"#, 422, "/sections/0/items/100000/id"),
            (#"{"id":"x","id":"y"}"#, 422, "/sections/0/items/100000/id"),
            (#"{"id":"x","width":0}"#, 422, "/sections/0/items/100000/width"), (#"{"id":"x","#, 400, nil),
        ] as [(String, Int, String?)] {
            let answer = try house.ask("POST", Self.collections, body("c\(status)", last))
            #expect(answer.status == status, "\(last): \(answer.text)")
            if let pointer { #expect(answer.json["pointer"]?.text == pointer, "\(last): \(answer.text)") }
        }
        // Not JSON, after what is only of the wrong shape.
        let malformed = try house.ask("POST", Self.collections, body("x", #"{"width":0},"#))
        #expect(malformed.status == 400)
    }

    @Test func `a key makes a repetition harmless, and other changes go on as usual`() async throws {
        let house = try await APIHarness()
        let key = ["Idempotency-Key: once"]
        #expect(try post(house, Self.trip, chunk: 100, headers: key).status == 201)
        #expect(try post(house, Self.trip, chunk: 100, headers: key).status == 201)
        #expect(try post(house, Self.trip + "\n", chunk: 100, headers: key).status == 422)
        #expect(try post(house, Self.trip, chunk: 100).status == 409)
        let patched = try house.ask(
            "PATCH", Self.collections + "/trip/items/a", headers: ["Content-Type: application/merge-patch+json"],
            #"{"attributes":{"rating":"like"}}"#)
        #expect(patched.status == 200)
        let inserts =
            ##"{"inserts":[{"at":[0,0],"item":{"id":"d","attributes":{"colour":"#00ff00"}}}],"deletes":[[0,1]]}"##
        #expect(try house.ask("POST", Self.collections + "/trip/batch", inserts).status == 200)
        let back = #"{"inserts":[{"at":[0,0],"item":{"id":"b","title":"Bay"}}]}"#
        #expect(try house.ask("POST", Self.collections + "/trip/batch", back).status == 200)
        let items = try house.ask("GET", Self.collections + "/trip/items").text
        #expect(items.contains(##""attributes":{"colour":"#ff0000","rating":"like"}"##))
        #expect(items.contains(##"{"id":"b","revision":2,"title":"Bay""##))
        house.engine.close()
        let next = try await APIHarness(store: house.store)
        #expect(try next.ask("GET", Self.collections + "/trip/items").text == items)
        for _ in 0..<3 { #expect(try next.ask("POST", Self.collections + "/trip/undo").status == 200) }
        let undone = try next.ask("GET", Self.collections + "/trip/items/a").json
        #expect(undone["attributes"]?.compact == ##"{"colour":"#ff0000"}"##)
    }

    @Test func `posted items have a maximum of memory, which changes do not pass either`() async throws {
        let house = try await APIHarness(postedBytesLimit: 4 << 20)
        func lines(_ id: String, _ count: Int) -> String {
            #"{"id":"\#(id)"}"# + "\n" + #"{"section":"s"}"# + "\n"
                + (0..<count).map { #"{"id":"item number \#($0)","title":"Number \#($0)"}"# }.joined(separator: "\n")
        }
        #expect(try post(house, lines("a", 10_000), chunk: 50_000).status == 201)
        let refused = try post(house, lines("b", 100_000), chunk: 50_000)
        #expect(refused.status == 429 && refused.json["code"]?.text == "too-many-megabytes", "\(refused.text)")
        // What was received of it does not count any more.
        #expect(try post(house, lines("b", 10_000), chunk: 50_000).status == 201)
        let title = String(repeating: "t", count: 4000)
        var status = 200
        var batches = 0
        while status == 200, batches < 20 {
            let inserts = (0..<100).map {
                #"{"at":[0,\#($0)],"item":{"id":"new \#(batches)-\#($0)","title":"\#(title)"}}"#
            }
            let target = Self.collections + "/b/batch"
            status = try house.ask("POST", target, #"{"inserts":[\#(inserts.joined(separator: ","))]}"#).status
            batches += 1
        }
        #expect(status == 429 && batches > 2)
        #expect(
            try house.ask("POST", Self.collections + "/b/moves", #"{"item":"item number 1","to":[0,0]}"#).status == 200)
        #expect(try house.ask("DELETE", Self.collections + "/b").status == 204)
        #expect(try post(house, lines("d", 10_000), chunk: 50_000).status == 201)
    }
}
