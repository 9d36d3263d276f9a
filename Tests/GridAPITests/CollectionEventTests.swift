import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// The events of a collection, without a viewer.
@Suite struct CollectionEventTests {
    private static let line = "/api/v1/collections/c/events"

    private func open(_ house: APIHarness, _ target: String = line, headers: [String] = []) -> EventReader {
        let client = house.client()
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(house.port)"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(client.receiveHead()?.contains("text/event-stream") == true)
        return EventReader(client)
    }

    private func move(_ house: APIHarness, _ item: String) throws -> String {
        try house.ask("POST", "/api/v1/collections/c/moves", #"{"item":"\#(item)","to":[0,0]}"#).text
    }

    @Test func `a stream begins with the version, and has each patch that others get as an answer`() async throws {
        let house = try await APIHarness()
        let events = open(house)
        let begun = try #require(events.first(1).first)
        #expect(begun["event"] == "version" && begun["id"] == "1")
        #expect(begun["data"] == #"{"collection":"c","version":1}"#)
        let patches = [try move(house, "i5"), try move(house, "i6")]
        let found = events.first(3).dropFirst()
        #expect(found.map { $0["data"] } == patches)
        #expect(found.map { $0["id"] } == ["2-0000000000000001", "3-0000000000000002"])
        #expect(found.allSatisfy { $0["event"] == "patch" })
    }

    @Test func `a stream goes on after the version that was seen last`() async throws {
        let house = try await APIHarness()
        let patches = [try move(house, "i5"), try move(house, "i6"), try move(house, "i7")]
        #expect(open(house, headers: ["Last-Event-ID: 2"]).first(2).map { $0["data"] } == Array(patches.dropFirst()))
        #expect(open(house, Self.line + "?after=3").first(1).map { $0["data"] } == [patches[2]])
        let stamped = ["2-0123456789abcde", "2-0123456789abcdeg", "2-0123456789abcdef-", "2-+123456789abcdef"]
        for text in ["x", "2-", "-2"] + stamped {
            #expect(try house.ask("GET", Self.line, headers: ["Last-Event-ID: \(text)"]).status == 422, "\(text)")
        }
        #expect(try house.ask("GET", "/api/v1/collections/none/events").status == 404)
    }

    @Test func `a version that never was begins anew`() async throws {
        let house = try await APIHarness()
        let events = open(house, headers: ["Last-Event-ID: 99"])
        let reset = try #require(events.first(1).first)
        #expect(reset["event"] == "reset" && reset["data"] == #"{"collection":"c","version":1}"#)
        let patch = try move(house, "i5")
        #expect(events.first(2).last?["data"] == patch)
    }

    @Test func `a stamp that this server's versions do not have begins anew`() async throws {
        let house = try await APIHarness()
        _ = try move(house, "i5")
        let events = open(house, headers: ["Last-Event-ID: 2-0123456789abcdef"])
        let reset = try #require(events.first(1).first)
        #expect(reset["event"] == "reset" && reset["id"] == "2-0000000000000001")
        let patches = "/api/v1/collections/c/patches?from=2"
        #expect(try house.ask("GET", patches).status == 200)
        #expect(try house.ask("GET", patches + "-0123456789abcdef").status == 410)
        #expect(try house.ask("GET", patches + "-1").status == 422)
        let undo = "/api/v1/collections/c/undo"
        let refused = try house.ask("POST", undo, headers: [#"If-Match: "2-0123456789abcdef""#], "{}")
        #expect(refused.status == 412 && refused.header("ETag") == #""2-0000000000000001""#)
        #expect(try house.ask("POST", undo, headers: [#"If-Match: "2""#], "{}").status == 200)
    }

    @Test func `a collection that is deleted says so`() async throws {
        let house = try await APIHarness()
        _ = try house.ask("POST", "/api/v1/collections", #"{"id":"p"}"#)
        let events = open(house, "/api/v1/collections/p/events")
        #expect(events.first(1).first?["event"] == "version")
        #expect(try house.ask("DELETE", "/api/v1/collections/p").status == 204)
        #expect(events.first(2).last?["event"] == "removed")
    }
}
