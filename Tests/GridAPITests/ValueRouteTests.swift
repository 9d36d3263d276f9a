import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Live values: shown by one object or by lines, and heard by who sees the items.
@Suite struct ValueRouteTests {
    private static let values = "/api/v1/collections/c/values"
    private static let ndjson = "Content-Type: application/x-ndjson"

    private func listen(_ house: APIHarness, _ viewer: String) throws -> EventReader {
        let range = try house.ask("POST", "/api/v1/viewers/\(viewer)/range", #"{"seq":1,"rect":[0,0,400,300]}"#)
        #expect(range.status == 200)
        let client = house.client()
        client.send("GET /api/v1/viewers/\(viewer)/events HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\n\r\n")
        #expect(client.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
        return EventReader(client)
    }

    @Test func `one object is shown to viewers that see its items, without a version`() async throws {
        let house = try await APIHarness()
        let line = try listen(house, try house.viewer())
        let before = try house.ask("GET", "/api/v1/collections/c").header("ETag")
        let answer = try house.ask("POST", Self.values, #"{"items":{"i1":{"value":17},"nowhere":{"value":1}}}"#)
        #expect(answer.status == 200 && answer.text == #"{"shown":1}"#, "\(answer.text)")
        #expect(
            line.wait { $0["event"] == "values" && $0["data"] == #"{"items":{"i1":{"value":17}}}"# })
        #expect(try house.ask("GET", "/api/v1/collections/c").header("ETag") == before)
    }

    @Test func `lines are shown when they come, while the request lasts`() async throws {
        let house = try await APIHarness()
        let line = try listen(house, try house.viewer())
        let client = house.client()
        let head = [
            "POST \(Self.values) HTTP/1.1", "Host: 127.0.0.1:\(house.port)", Self.ndjson, "Transfer-Encoding: chunked",
        ]
        client.send(head.joined(separator: "\r\n") + "\r\n\r\n")
        for number in 1...3 {
            let text = #"{"items":{"i1":{"value":\#(number)}}}"# + "\n"
            client.send(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
            #expect(line.wait { $0["event"] == "values" && $0["data"]?.contains("\"value\":\(number)") == true })
        }
        client.send("0\r\n\r\n")
        #expect(client.receive()?.text == #"{"shown":3}"#)
    }

    @Test func `what is wrong is named, with its line`() async throws {
        let house = try await APIHarness()
        for body in ["{}", #"{"items":[]}"#, #"{"items":{"i1":17}}"#, #"{"values":{}}"#] {
            #expect(try house.ask("POST", Self.values, body).status == 422, "\(body)")
        }
        #expect(try house.ask("POST", Self.values, "{").status == 400)
        let lines = #"{"items":{"i1":{"value":1}}}"# + "\n{\"items\":7}\n"
        let answer = try house.ask("POST", Self.values, headers: [Self.ndjson], lines)
        #expect(answer.status == 422 && answer.json["line"]?.number == 2, "\(answer.text)")
        let other = "/api/v1/collections/nowhere/values"
        #expect(try house.ask("POST", other, #"{"items":{}}"#).status == 404)
        #expect(try house.ask("POST", other, headers: [Self.ndjson], "{\"items\":{}}\n").status == 404)
        let large = #"{"items":{"i1":{"text":"\#(String(repeating: "x", count: 17_000))"}}}"#
        #expect(try house.ask("POST", Self.values, large).status == 422)
    }

    @Test func `a long poll brings values too`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        _ = try house.ask("POST", "/api/v1/viewers/\(viewer)/range", #"{"seq":1,"rect":[0,0,400,300]}"#)
        _ = try house.ask("POST", Self.values, #"{"items":{"i1":{"value":17}}}"#)
        try await Task.sleep(for: .milliseconds(200))
        let answer = try house.ask(
            "GET", "/api/v1/viewers/\(viewer)/events?after=0&wait=1000", headers: ["Accept: application/json"])
        #expect(answer.text.contains(#""event":"values","data":{"items":{"i1":{"value":17}}}"#), "\(answer.text)")
    }
}
