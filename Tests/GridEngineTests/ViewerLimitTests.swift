import LookaheadTesting
import Testing

@testable import GridEngine

/// Who goes when there are too many viewers.
@Suite struct ViewerLimitTests {
    @Test func `a viewer that nobody listened to gives its place to a new one, the one seen longest ago first`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])], viewerLimit: 4)
        let engine = harness.engine
        let listening = try harness.viewer()
        let line = try engine.subscribe(to: [listening], after: nil) { _ in true }
        // Heard once, and between two connections now.
        let polling = try harness.viewer()
        _ = try engine.events(of: polling, after: engine.lastEventID)
        harness.clock.advance(by: .seconds(1))
        let first = try harness.viewer()
        harness.clock.advance(by: .seconds(1))
        let second = try harness.viewer()
        let third = try harness.viewer()
        #expect(throws: GridError.notFound(.viewer, id: first.description)) { try engine.viewer(first) }
        for _ in 0..<100 {
            harness.clock.advance(by: .milliseconds(1))
            _ = try harness.viewer()
        }
        #expect(throws: GridError.self) { try engine.viewer(second) }
        #expect(throws: GridError.self) { try engine.viewer(third) }
        _ = try engine.viewer(listening)
        _ = try engine.viewer(polling)
        engine.unsubscribe(line, from: [listening])
    }

    @Test func `a viewer that was listened to once keeps its place ten seconds longer, whatever else it sends`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])], viewerLimit: 3)
        let engine = harness.engine
        let listening = try harness.viewer()
        let line = try engine.subscribe(to: [listening], after: nil) { _ in true }
        let once = [try harness.viewer(), try harness.viewer()]
        for viewer in once {
            engine.unsubscribe(try engine.subscribe(to: [viewer], after: nil) { _ in true }, from: [viewer])
        }
        harness.clock.advance(by: .seconds(9))
        #expect(throws: GridError.tooMany(.viewers, limit: 3)) { try harness.viewer() }
        // Somebody scrolls in it, and nobody receives what that brings.
        for (number, viewer) in once.enumerated() {
            _ = try engine.range(viewer, RangeEvent(sequence: number, version: 1, visible: .items(0...1)))
            harness.clock.advance(by: .seconds(1))
        }
        for viewer in once {
            let new = try harness.viewer()
            #expect(throws: GridError.notFound(.viewer, id: viewer.description)) { try engine.viewer(viewer) }
            _ = try engine.events(of: new, after: engine.lastEventID)
        }
        _ = try engine.viewer(listening)
        engine.unsubscribe(line, from: [listening])
    }

    @Test func `when all are listened to, another is refused`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])], viewerLimit: 2)
        let viewers = [try harness.viewer(), try harness.viewer()]
        let line = try harness.engine.subscribe(to: viewers, after: nil) { _ in true }
        #expect(throws: GridError.tooMany(.viewers, limit: 2)) { try harness.viewer() }
        harness.engine.unsubscribe(line, from: viewers)
    }
}
