import CollectionLayout
import GridEngine
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@Suite struct LifecycleTests {
    private final class Reports: Sendable {
        private let reports = Mutex<[LifecycleReport]>([])

        func take(_ report: LifecycleReport) { reports.withLock { $0.append(report) } }
        var last: LifecycleReport? { reports.withLock { $0.last } }

        /// Everything that happened, in order: the step's name and its item.
        var steps: [String] {
            reports.withLock { $0.flatMap(\.steps) }.map { "\($0.kind.rawValue) \($0.item)" }
        }
    }

    private func event(_ sequence: Int, top: Double) -> RangeEvent {
        RangeEvent(
            sequence: sequence, version: 1, visible: .rect(Rect(x: 0, y: top, width: 400, height: 300)))
    }

    private func watched(
        items: Int = 200
    ) async throws -> (harness: EngineHarness, viewer: ViewerID, reports: Reports, watch: Int) {
        let harness = try await EngineHarness(sections: [("s", (0..<items).map { "i\($0)" })], loaders: 2)
        let viewer = try harness.viewer()
        let reports = Reports()
        let watch = try harness.engine.watchLifecycle(of: viewer) { report in
            reports.take(report)
            return true
        }
        return (harness, viewer, reports, watch)
    }

    @Test func `cells come into view and leave it, each told once`() async throws {
        let (harness, viewer, reports, _) = try await watched()
        _ = try harness.engine.range(viewer, event(1, top: 0))
        harness.clock.advance(by: .milliseconds(100))
        _ = try harness.engine.range(viewer, event(2, top: 100))
        harness.engine.reportLifecycle()
        let shown = reports.steps.filter { $0.hasPrefix("willDisplay") }
        #expect(shown == (0..<16).map { "willDisplay i\($0)" })
        #expect(
            Set(reports.steps.filter { $0.hasPrefix("didEndDisplaying") })
                == ["didEndDisplaying i0", "didEndDisplaying i1", "didEndDisplaying i2", "didEndDisplaying i3"])
    }

    @Test func `a late event brings nothing into view`() async throws {
        let (harness, viewer, reports, _) = try await watched()
        _ = try harness.engine.range(viewer, event(5, top: 0))
        _ = try harness.engine.range(viewer, event(4, top: 2000))
        harness.engine.reportLifecycle()
        #expect(reports.last?.visible == 0..<12)
        #expect(reports.steps.filter { $0.hasPrefix("willDisplay") } == (0..<12).map { "willDisplay i\($0)" })
        #expect(!reports.steps.contains { $0.hasPrefix("didEndDisplaying") })
    }

    @Test func `a load's life is told from its beginning to its end`() async throws {
        let (harness, viewer, reports, _) = try await watched()
        _ = try harness.engine.range(viewer, event(1, top: 0))
        let first = try #require(harness.loader.running.first)
        harness.loader.finish(first)
        harness.loader.finish(harness.loader.running[0], with: .unreadable(.notAPicture))
        harness.engine.reportLifecycle()
        let began = reports.steps.filter { $0.hasPrefix("loadBegan") }
        #expect(began.count == 4, "two loaders, twice: \(began)")
        #expect(reports.steps.contains("loadEnded \(first)"))
        #expect(reports.steps.filter { $0.hasPrefix("loadFailed") }.count == 1)
        let report = try #require(reports.last)
        #expect(report.wants.contains { $0.state == .ready })
        #expect(report.wants.contains { $0.state == .failed })
        #expect(report.wants.filter { $0.state == .loading }.count == 2)
        #expect(report.wants.contains { $0.state == .queued })
        #expect(report.statistics.running == 2)
    }

    @Test func `a jump away calls prefetches off and cancels the loads of what nobody wants`() async throws {
        let (harness, viewer, reports, _) = try await watched(items: 4000)
        _ = try harness.engine.range(viewer, event(1, top: 0))
        let running = harness.loader.running
        harness.clock.advance(by: .milliseconds(100))
        var jump = event(2, top: 60_000)
        jump.phase = .jump
        _ = try harness.engine.range(viewer, jump)
        harness.clock.advance(by: .milliseconds(200))
        harness.engine.expire()
        for item in running { harness.loader.finish(item, with: .cancelled) }
        harness.engine.reportLifecycle()
        #expect(
            Set(reports.steps.filter { $0.hasPrefix("loadCancelled") }) == Set(running.map { "loadCancelled \($0)" }))
        #expect(reports.steps.contains { $0.hasPrefix("cancel ") || $0.hasPrefix("cancelPrefetch ") })
        #expect(reports.last?.visible == 2400..<2412)
    }

    @Test func `where the scroll is expected to end is told in items`() async throws {
        let (harness, viewer, reports, _) = try await watched()
        var fling = event(1, top: 0)
        fling.phase = .decelerating
        fling.velocity = 2000
        fling.end = 1000
        _ = try harness.engine.range(viewer, fling)
        harness.engine.reportLifecycle()
        #expect(reports.last?.predicted == 40..<52)
    }

    @Test func `another policy or reach is planned for at once, though the page stands still`() async throws {
        let (harness, viewer, reports, _) = try await watched(items: 4000)
        func wanted() throws -> Int {
            harness.engine.reportLifecycle()
            return try #require(reports.last).wants.count
        }
        _ = try harness.engine.range(viewer, event(7, top: 0))
        let predicted = try wanted()
        harness.clock.advance(by: .milliseconds(100))
        _ = try harness.engine.updateViewer(viewer) { (settings) throws(GridError) in settings.policy = .none }
        #expect(try wanted() == 12, "what is in view, of more than that: \(predicted)")
        #expect(predicted > 12)
        _ = try harness.engine.updateViewer(viewer) { (settings) throws(GridError) in settings.policy = .nearest }
        let usual = try wanted()
        _ = try harness.engine.updateViewer(viewer) { (settings) throws(GridError) in settings.reach = 4 }
        #expect(try wanted() > 2 * usual)
        #expect(reports.last?.reach == 4)
        #expect(reports.last?.motion?.viewportHeight == 300)
        #expect(reports.last?.row?.columns == 4 && reports.last?.row?.height == 100)
        // The page's next event is still new.
        let next = try harness.engine.range(viewer, event(8, top: 1000))
        #expect(next.visible == 40..<52)
        #expect(try wanted() > 0 && reports.last?.visible == 40..<52)
        #expect(throws: GridError.self) {
            try harness.engine.updateViewer(viewer) { (settings) throws(GridError) in settings.reach = 5 }
        }
    }

    @Test func `nobody is told anything once the watch has ended`() async throws {
        let (harness, viewer, reports, watch) = try await watched()
        harness.engine.stopWatching(watch)
        _ = try harness.engine.range(viewer, event(1, top: 0))
        harness.engine.reportLifecycle()
        #expect(reports.last == nil)
    }

    @Test func `a watcher that says no, and one whose viewer has left, is forgotten`() async throws {
        let (harness, viewer, _, _) = try await watched()
        let calls = Mutex(0)
        _ = try harness.engine.watchLifecycle(of: viewer) { _ in
            calls.withLock { $0 += 1 }
            return false
        }
        harness.engine.reportLifecycle()
        harness.engine.reportLifecycle()
        #expect(calls.withLock { $0 } == 1)
        try harness.engine.removeViewer(viewer)
        harness.engine.reportLifecycle()
        #expect(throws: GridError.self) { try harness.engine.watchLifecycle(of: viewer) { _ in true } }
    }
}
