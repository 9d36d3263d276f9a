import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

@Suite struct EventRouteTests {
    private func open(_ house: APIHarness, _ target: String, headers: [String] = []) -> EventReader {
        let client = house.client()
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(house.port)"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(client.receiveHead()?.hasPrefix("HTTP/1.1 200") == true)
        return EventReader(client)
    }

    @Test func `a viewer hears of changes and of its cells, and a line that comes back misses nothing`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let line = "/api/v1/viewers/\(viewer)/events"
        let first = open(house, line + "?after=0")
        let change = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i5","to":[0,0]}"#)
        let patch = try #require(first.first(1).first)
        #expect(patch["event"] == "patch")
        #expect(patch["data"] == change.text)
        let id = try #require(patch["id"])
        let second = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i6","to":[0,0]}"#)
        let third = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i7","to":[0,0]}"#)
        let resumed = open(house, line, headers: ["Last-Event-ID: \(id)"])
        #expect(resumed.first(2).map { $0["data"] } == [second.text, third.text])
    }

    @Test func `cells are told of with their pictures`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let line = open(house, "/api/v1/viewers/\(viewer)/events?after=0")
        let range = try house.ask("POST", "/api/v1/viewers/\(viewer)/range", #"{"seq":1,"rect":[0,0,400,300]}"#)
        #expect(range.status == 200)
        let loaded = try #require(house.loader.running.first)
        house.loader.finish(loaded)
        #expect(
            line.wait { event in
                event["event"] == "cells" && event["data"]?.contains(#""id":"\#(loaded)","state":"ready""#) == true
            })
    }

    @Test func `one line carries several viewers`() async throws {
        let house = try await APIHarness()
        let (a, b) = (try house.viewer(), try house.viewer())
        let line = open(house, "/api/v1/events?viewer=\(a)&viewer=\(b)&after=0")
        _ = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i5","to":[0,0]}"#)
        let found = line.first(2)
        let viewers = found.compactMap {
            $0["data"].flatMap { try? JSONValue(decoding: Array($0.utf8)) }?["viewer"]?.text
        }
        #expect(Set(viewers) == [a, b])
        #expect(try house.ask("GET", "/api/v1/events").status == 422)
        #expect(try house.ask("GET", "/api/v1/events?viewer=x").status == 404)
        #expect(try house.ask("GET", "/api/v1/events?viewer=0000000000000000").status == 404)
    }

    @Test func `a line that missed more than a stream holds starts over, and goes on`() async throws {
        let house = try await APIHarness()
        let viewers = try (0..<3).map { _ in try house.viewer() }
        let client = house.client()
        let json = ["Content-Type: application/json"]
        for number in 0..<100 {
            let body = #"{"item":"i5","to":[0,\#(number % 2)]}"#
            let answer = client.ask(
                "POST", "/api/v1/collections/c/moves", port: house.port, headers: json, body: body)
            #expect(answer?.status == 200)
        }
        let query = viewers.map { "viewer=\($0)" }.joined(separator: "&")
        let line = open(house, "/api/v1/events?\(query)&after=0")
        #expect(line.first(3).map { $0["event"] } == ["reset", "reset", "reset"])
        let change = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i7","to":[0,0]}"#)
        #expect(change.status == 200)
        #expect(line.first(6).suffix(3).map { $0["event"] } == ["patch", "patch", "patch"])
    }

    @Test func `a long poll answers with what is there, waits for what comes, and gives up in time`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let accept = ["Accept: application/json"]
        let target = "/api/v1/viewers/\(viewer)/events"
        let nothing = try house.ask("GET", target + "?after=0&wait=1", headers: accept)
        #expect(nothing.json["events"]?.count == 0)
        let client = house.client()
        client.send(
            "GET \(target)?after=0&wait=60000 HTTP/1.1\r\nHost: 127.0.0.1:\(house.port)\r\nAccept: application/json\r\n\r\n"
        )
        let change = try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i5","to":[0,0]}"#)
        let answer = try #require(client.receive())
        #expect(answer.json["events"]?[0]?["data"] == change.json)
        let last = try #require(answer.json["last"]?.number)
        let again = try house.ask("GET", target + "?after=0", headers: accept)
        #expect(again.json == answer.json)
        let after = try house.ask("GET", target + "?after=\(last)&wait=1", headers: accept)
        #expect(after.json["events"]?.count == 0)
    }

    @Test func `a refresh is told of from its beginning to its end`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let line = open(house, "/api/v1/viewers/\(viewer)/events?after=0")
        house.source.script.withLock { _ = $0.sections[0].items.removeLast() }
        let answer = try house.ask("POST", "/api/v1/collections/c/refresh")
        #expect(answer.status == 202)
        #expect(line.wait { $0["event"] == "refresh" && $0["data"]?.contains(#""phase":"began""#) == true })
        #expect(line.wait { $0["event"] == "patch" && $0["data"]?.contains(#""deletes":[[0,99]]"#) == true })
        #expect(line.wait { $0["event"] == "refresh" && $0["data"]?.contains(#""phase":"ended""#) == true })
    }
}

/// Takes server-sent events off a connection.
final class EventReader {
    private let client: RawClient
    private var bytes: [UInt8] = []
    private var isEnded = false

    init(_ client: RawClient) { self.client = client }

    /// Reads until `count` events are there since the beginning; comments and the `retry` line are skipped.
    func first(_ count: Int) -> [[String: String]] {
        while events.count < count, read() {}
        return events
    }

    /// Reads until an event is as wished; `false` when the line ends before.
    func wait(_ isWished: ([String: String]) -> Bool) -> Bool {
        while !events.contains(where: isWished) { guard read() else { return false } }
        return true
    }

    private func read() -> Bool {
        guard let chunk = client.receiveChunk(), !chunk.isEmpty else { return false }
        bytes += chunk
        return true
    }

    /// The whole events among the bytes.
    private var events: [[String: String]] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.ranges(of: "\n\n").last?.upperBound else { return [] }
        return text[..<end].split(separator: "\n\n").map { block in
            Dictionary(
                block.split(separator: "\n").compactMap { line in
                    line.firstIndex(of: ":").map { colon in
                        (String(line[..<colon]), String(line[line.index(colon, offsetBy: 2)...]))
                    }
                }, uniquingKeysWith: { $1 })
        }.filter { $0["event"] != nil }
    }
}
