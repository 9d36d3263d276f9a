import CollectionLayout
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

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

    /// As `wait`; viewers stay that are silent for so long.
    private func pass(_ harness: EngineHarness, _ seconds: Double) {
        harness.clock.advance(by: .seconds(seconds))
        harness.engine.loads.tick()
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
        wait(harness, 29)
        #expect(harness.loader.started.count == 3)
    }

    @Test func `what failed and may pass is tried again while it is seen, with longer and longer pauses`() async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        for pause in [30.0, 60, 120, 240, 480, 600, 600] {
            #expect(harness.loader.finish("a", with: .unavailable(.noPermission)))
            #expect(try look(harness, viewer, 2)[0].failure == .noPermission)
            pass(harness, pause - 1)
            #expect(harness.loader.running.isEmpty, "too early")
            pass(harness, 1)
        }
        harness.loader.finish("a")
        #expect(try look(harness, viewer, 3)[0].state == .ready)
    }

    @Test func `what nobody sees is tried again by the next request, and a request does not wait for the same failure`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        let answers = Mutex<[LoadFailure?]>([])
        func ask() throws {
            _ = try harness.engine.image(of: "a", in: "c", width: 160, revision: nil) { result in
                answers.withLock {
                    if case .failure(let failure) = result { $0.append(failure) } else { $0.append(nil) }
                }
            }
        }
        try ask()
        harness.loader.finish("a", with: .missing)
        wait(harness, 20)
        try ask()
        #expect(answers.withLock { $0 } == [.missing, .missing], "it was not there, and is not called damaged")
        wait(harness, 10)
        #expect(harness.loader.started.count == 1, "nobody looks")
        try ask()
        harness.loader.finish("a", with: .unavailable(.noPermission))
        wait(harness, 12.5)
        try ask()
        #expect(
            answers.withLock { $0.last } == .unavailable(.noPermission, pause: .seconds(47.5)),
            "once more, so for twice as long")
        wait(harness, 47.5)
        try ask()
        harness.loader.finish("a")
        #expect(answers.withLock { $0.last } == .some(nil) && harness.loader.started.count == 3)
    }

    @Test func `a picture whose content cannot be read is not tried again`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a"])])
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        harness.loader.finish("a", with: .unreadable(.notAPicture))
        pass(harness, 3600)
        #expect(harness.loader.started.count == 1)
    }

    @Test func `a source that is listed again has the pictures tried that failed while it was away, seen or not`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 12)
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        let seen = Set(harness.loader.running)
        while let item = harness.loader.running.first {
            harness.loader.finish(item, with: item == "i3" ? .unreadable(.notAPicture) : .missing)
        }
        harness.engine.forgetPassingFailures(of: try harness.engine.collection("c"))
        #expect(seen.count == 12 && Set(harness.loader.running).isSuperset(of: seen.subtracting(["i3"])))
        #expect(!harness.loader.running.contains("i3"))
    }

    @Test func `want of descriptors does not close the source to others, and passes in seconds`() async throws {
        let harness = try await EngineHarness(sections: [("s", Self.items)], loaders: 4)
        let viewer = try harness.viewer()
        _ = try look(harness, viewer, 1)
        for _ in 0..<40 {
            while let item = harness.loader.running.first {
                harness.loader.finish(item, with: .exhausted(.tooManyFilesOpen))
            }
            wait(harness, 0.2)
            if harness.loader.started.count >= 36 { break }
        }
        #expect(harness.loader.started.count >= 36, "no breaker stops them: three tries each")
        wait(harness, 5)
        while let item = harness.loader.running.first { harness.loader.finish(item) }
        wait(harness, 5)
        while let item = harness.loader.running.first { harness.loader.finish(item) }
        #expect(try look(harness, viewer, 2).prefix(12).allSatisfy { $0.state == .ready })
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
