import CollectionLayout
import GridEngine
import JSONText
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@Suite struct LiveValueTests {
    /// What one viewer's stream takes.
    private final class Stream: Sendable {
        let taken = Mutex<[[String: JSONObject]]>([])
        let records = Mutex(0)

        var last: [String: JSONObject]? { taken.withLock { $0.last } }
        var count: Int { taken.withLock { $0.count } }
    }

    private func event(_ sequence: Int, y: Double) -> RangeEvent {
        RangeEvent(sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: y, width: 400, height: 300)))
    }

    private func listen(_ harness: EngineHarness, _ viewer: ViewerID) throws -> Stream {
        let stream = Stream()
        let engine = harness.engine
        _ = try engine.subscribe(to: [viewer], after: nil, resumes: true) { record in
            stream.records.withLock { $0 += 1 }
            // As a connection that is ready does, off the lock.
            if case .values = record.event {
                Task {
                    let values = engine.takeValues(of: viewer)
                    if !values.isEmpty { stream.taken.withLock { $0.append(values) } }
                }
            }
            return true
        }
        return stream
    }

    private func until(_ condition: () -> Bool) async throws {
        for _ in 0..<2000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("not within ten seconds")
    }

    private func harness() async throws -> EngineHarness {
        try await EngineHarness(sections: [("s", (0..<2000).map { "i\($0)" })])
    }

    @Test func `a viewer gets the values of items in its window, and no others`() async throws {
        let harness = try await harness()
        let (near, far) = (try harness.viewer(), try harness.viewer())
        _ = try harness.engine.range(near, event(1, y: 0))
        _ = try harness.engine.range(far, event(1, y: 40_000))
        let (first, second) = (try listen(harness, near), try listen(harness, far))
        let version = try harness.version
        #expect(try harness.engine.show(["i1": ["value": .int(17)], "nowhere": ["value": .int(1)]], in: "c") == 1)
        try await until { first.count == 1 }
        #expect(first.last == ["i1": ["value": .int(17)]])
        #expect(second.records.withLock { $0 } == 0)
        #expect(try harness.version == version)
    }

    @Test func `only names that changed are sent, null takes one away, and the last value wins`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        let stream = try listen(harness, viewer)
        try harness.engine.show(["i1": ["value": .int(1), "unit": .string("rpm")]], in: "c")
        try await until { stream.count == 1 }
        harness.clock.advance(by: .seconds(1))
        try harness.engine.show(["i1": ["value": .int(2), "unit": .string("rpm")]], in: "c")
        try await until { stream.count == 2 }
        #expect(stream.last == ["i1": ["value": .int(2)]])
        harness.clock.advance(by: .seconds(1))
        try harness.engine.show(["i1": ["unit": .null]], in: "c")
        try await until { stream.count == 3 }
        #expect(stream.last == ["i1": ["unit": .null]])
        // What is shown again says nothing new.
        harness.clock.advance(by: .seconds(1))
        try harness.engine.show(["i1": ["value": .int(2)]], in: "c")
        try await Task.sleep(for: .milliseconds(100))
        #expect(stream.count == 3)
    }

    @Test func `a hundred values at once are one event`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        _ = try harness.engine.range(viewer, event(1, y: 0))
        let stream = try listen(harness, viewer)
        try harness.engine.show(["i1": ["value": .int(0)]], in: "c")
        try await until { stream.count == 1 }
        // The clock stands still: the next event is due in 50 ms.
        for number in 1...100 { try harness.engine.show(["i1": ["value": .int(number)]], in: "c") }
        try await until { stream.last?["i1"]?["value"] == .int(100) }
        #expect(stream.count <= 8, "one in 50 ms, however long a hundred calls take here")
    }

    @Test func `who scrolls to an item, or comes later, gets its values`() async throws {
        let harness = try await harness()
        try harness.engine.show(["i1000": ["value": .int(5)], "i1": ["value": .int(6)]], in: "c")
        let viewer = try harness.viewer()
        let stream = try listen(harness, viewer)
        _ = try harness.engine.range(viewer, event(1, y: 0))
        try await until { stream.last?["i1"] == ["value": .int(6)] }
        harness.clock.advance(by: .seconds(1))
        _ = try harness.engine.range(viewer, event(2, y: 25_000))
        try await until { stream.last?["i1000"] == ["value": .int(5)] }
        let again = try listen(harness, viewer)
        try await until { again.last?["i1000"] == ["value": .int(5)] || stream.count > 2 }
    }

    @Test func `a viewer that scrolls, leaves or comes is known by the next value`() async throws {
        let harness = try await harness()
        let (one, other) = (try harness.viewer(), try harness.viewer())
        let (first, second) = (try listen(harness, one), try listen(harness, other))
        _ = try harness.engine.range(one, event(1, y: 0))
        try harness.engine.show(["i1": ["value": .int(1)]], in: "c")
        try await until { first.last?["i1"] == ["value": .int(1)] }
        // The one scrolls away, and the other one to the item.
        _ = try harness.engine.range(one, event(2, y: 40_000))
        _ = try harness.engine.range(other, event(1, y: 0))
        harness.clock.advance(by: .seconds(1))
        try harness.engine.show(["i1": ["value": .int(2)]], in: "c")
        try await until { second.last?["i1"] == ["value": .int(2)] }
        try harness.engine.removeViewer(other)
        let count = first.count
        harness.clock.advance(by: .seconds(1))
        try harness.engine.show(["i1": ["value": .int(3)]], in: "c")
        _ = try harness.engine.range(one, event(3, y: 0))
        try await until { first.last?["i1"] == ["value": .int(3)] }
        #expect(first.count > count)
    }

    @Test func `values end with their item, and what is too large is refused`() async throws {
        let harness = try await harness()
        let large = JSONObject(dictionaryLiteral: ("text", .string(String(repeating: "x", count: 17_000))))
        #expect(throws: GridError.self) { try harness.engine.show(["i1": large], in: "c") }
        #expect(throws: GridError.notFound(.collection, id: "d")) { try harness.engine.show([:], in: "d") }
    }
}
