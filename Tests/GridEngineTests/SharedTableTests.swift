import CollectionLayout
import CollectionModel
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

/// The shares of a running engine: who is refused, and what gives a place back.
@Suite struct SharedTableTests {
    private let greedy = Client(origin: "greedy")
    private let other = Client(origin: "other")

    private func viewer(_ harness: EngineHarness, _ client: Client) throws(GridError) -> ViewerID {
        try harness.engine.createViewer(
            of: "c",
            ViewerSettings(layout: try! LayoutDescription(kind: "column", options: [:]), width: 400, height: 300),
            for: client
        ).viewer
    }

    /// Creates viewers that are listened to until one is refused.
    private func listen(_ harness: EngineHarness, _ client: Client) throws -> [ViewerID] {
        var names: [ViewerID] = []
        do throws(GridError) {
            while true {
                names.append(try viewer(harness, client))
                _ = try harness.engine.subscribe(to: [names.last!], after: nil) { _ in true }
            }
        } catch {
            guard case .shareUsed(.viewers, _) = error else { throw error }
            return names
        }
    }

    @Test func `a client that listens to all its viewers is refused at its share, another one is not`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])], viewerLimit: 200)
        let taken = try listen(harness, greedy)
        #expect(taken.count == 100)
        let one = try viewer(harness, other)
        #expect(throws: GridError.shareUsed(.viewers, share: 99)) { try viewer(harness, greedy) }
        try harness.engine.removeViewer(one)
        // One that left gives its place back.
        try harness.engine.removeViewer(taken[0])
        _ = try viewer(harness, greedy)
    }

    @Test func `a client that only creates viewers takes places from itself alone`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])], viewerLimit: 200)
        let first = try viewer(harness, other)
        for _ in 0..<500 { _ = try viewer(harness, greedy) }
        #expect(harness.engine.viewers.count <= 101)
        _ = try harness.engine.viewer(first)
    }

    @Test func `viewers that expire give their places back`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])], viewerLimit: 100)
        for _ in 0..<50 {
            let name = try viewer(harness, greedy)
            _ = try harness.engine.events(of: name, after: harness.engine.lastEventID)
        }
        #expect(throws: GridError.shareUsed(.viewers, share: 50)) { try viewer(harness, greedy) }
        harness.clock.advance(by: .seconds(61))
        harness.engine.expire()
        #expect(try listen(harness, greedy).count == 50)
    }

    @Test func `one client's movements leave room for another's, and come back when they end`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        let engine = harness.engine
        var names: [String] = []
        for _ in 0..<5000 { names.append(try engine.beginMovement(of: "a", in: "c", for: greedy).movement) }
        #expect(throws: GridError.shareUsed(.movements, share: 5000)) {
            try engine.beginMovement(of: "a", in: "c", for: greedy)
        }
        let drag = try engine.beginMovement(of: "b", in: "c", for: other).movement
        // One of its own goes once it rests; not the other client's, which rests longer.
        try engine.cancelMovement(names[0], in: "c")
        harness.clock.advance(by: .seconds(2))
        for _ in 0..<100 { _ = try engine.beginMovement(of: "a", in: "c", for: greedy) }
        _ = try engine.updateMovement(drag, in: "c", toAfter: IndexPath(0, 0))
        try await harness.change { try engine.endMovement(drag, in: "c", completion: $0) }
        harness.clock.advance(by: .seconds(31))
        engine.expire()
        for _ in 0..<5000 { _ = try engine.beginMovement(of: "a", in: "c", for: other) }
    }
}
