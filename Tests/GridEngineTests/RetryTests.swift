import CollectionLayout
import GridEngine
import LookaheadTesting
import Prefetching
import Testing

/// What a source that fails does to those who look, with the engine's clock turned by hand.
@Suite struct RetryTests {
    private static let items = (0..<100).map { "i\($0)" }

    private func look(_ harness: EngineHarness, _ viewer: ViewerID, _ sequence: Int, y: Double = 0) throws -> [Cell] {
        try harness.engine.range(
            viewer,
            RangeEvent(
                sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: y, width: 400, height: 300)))
        ).cells
    }

    /// Turns the clock and lets the scheduler do what time alone brings.
    private func wait(_ harness: EngineHarness, _ seconds: Double) {
        harness.clock.advance(by: .seconds(seconds))
        harness.engine.expire()
    }

    private let busy = LoadFailure.transient(Reason("busy", "The server is busy."))

    @Test func `what fails for now is tried again after growing pauses, three times in all`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        harness.loader.finish("a", with: busy)
        #expect(try look(harness, viewer, 2)[0].state == .queued)
        wait(harness, 0.3)
        #expect(harness.loader.started.count == 1, "too early")
        wait(harness, 0.4)
        #expect(harness.loader.started.count == 2)
        harness.loader.finish("a", with: busy)
        wait(harness, 0.7)
        #expect(harness.loader.started.count == 2, "the second pause is longer")
        wait(harness, 0.6)
        #expect(harness.loader.started.count == 3)
        harness.loader.finish("a", with: busy)
        let cell = try look(harness, viewer, 3)[0]
        #expect(cell.state == .failed && cell.failure?.code == "busy")
        wait(harness, 60)
        #expect(harness.loader.started.count == 3)
    }

    @Test func `a picture that comes at the second try is told as if nothing had been`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        harness.loader.finish("a", with: busy)
        wait(harness, 1)
        harness.loader.finish("a")
        guard case .cells(let cells)? = try harness.engine.events(of: viewer, after: 0).last?.event else {
            Issue.record("no cells event")
            return
        }
        #expect(cells.map(\.state) == [.ready])
    }

    @Test func `a source that fails again and again is left alone, then tested by one load`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 8)
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        while let item = harness.loader.running.first { harness.loader.finish(item, with: busy) }
        #expect(harness.loader.started.count == 15, "the eighth failure opens the breaker; seven more were running")
        let before = harness.loader.started.count
        wait(harness, 1)
        _ = try look(harness, viewer, 2, y: 1200)
        #expect(harness.loader.started.count == before)
        wait(harness, 1.5)
        #expect(harness.loader.running.count == 1)
        let test = try #require(harness.loader.running.first)
        harness.loader.finish(test)
        #expect(harness.loader.running.count == 8, "it works again")
    }

    @Test func `a viewer that scrubs wildly takes nothing from one that rests`() async throws {
        /// Loads that end, oldest first, until the first viewer's twelve cells are ready.
        func loads(beside isScrubbed: Bool) async throws -> Int {
            let harness = try await EngineHarness(sections: [("s", (0..<4000).map { "i\($0)" })], loaders: 4)
            let (resting, wild) = (try harness.viewer(), try harness.viewer())
            func scrub(_ step: Int) throws {
                let rect = Rect(x: 0, y: 20_000 + Double(step) * 700, width: 400, height: 300)
                _ = try harness.engine.range(
                    wild,
                    RangeEvent(
                        sequence: step + 1, version: 1, visible: .rect(rect), velocity: 14_000, phase: .scrubbing))
            }
            if isScrubbed { for step in 0..<5 { try scrub(step) } }
            _ = try look(harness, resting, 1)
            for ended in 0..<200 {
                if try look(harness, resting, ended + 2).prefix(12).allSatisfy({ $0.state == .ready }) { return ended }
                harness.clock.advance(by: .milliseconds(60))
                if isScrubbed { try scrub(ended + 5) }
                if let next = harness.loader.running.first { harness.loader.finish(next) }
            }
            return .max
        }
        let (alone, beside) = (try await loads(beside: false), try await loads(beside: true))
        // The loads that ran when the resting one came are let finish: one a loader.
        #expect(alone == 12 && beside <= alone + 4, "\(beside) loads beside, \(alone) alone")
    }
}
