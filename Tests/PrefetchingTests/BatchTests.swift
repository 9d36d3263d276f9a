import Testing

@testable import Prefetching

/// Contents start in batches: one loader takes several.
@Suite struct BatchTests {
    private static func key(_ item: Int) -> LoadKey { SchedulerHarness.key(item).content }

    private func wants(_ visible: Range<Int>, ahead: Range<Int> = 0..<0) -> [Want] {
        visible.map { Want(Self.key($0), isVisible: true) } + ahead.map { Want(Self.key($0), isVisible: false) }
    }

    @Test func `what is in view starts on one loader, what is predicted on the next`() {
        var harness = SchedulerHarness(loaders: 4)
        harness.see(viewer: 1, wants: wants(0..<20, ahead: 20..<300))
        #expect(harness.started == Array(0..<300))
        // 20, then 256, then the rest.
        #expect(harness.scheduler.runningCount == 3)
    }

    @Test func `a batch has at most its limit`() {
        var harness = SchedulerHarness(loaders: 1) { $0.batchLimit = 8 }
        harness.see(viewer: 1, wants: wants(0..<20))
        #expect(harness.started == Array(0..<8))
        for item in (0..<8).reversed() { harness.end(item) }
        #expect(harness.started == Array(0..<16))
    }

    @Test func `pictures do not start with contents`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see(
            viewer: 1, wants: [Want(Self.key(1), isVisible: true), Want(SchedulerHarness.key(1), isVisible: true)])
        #expect(harness.started.count == 1 && harness.scheduler.runningCount == 1)
    }

    @Test func `each content of a batch is cancelled by itself`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see(viewer: 1, wants: wants(0..<4))
        harness.see(viewer: 1, wants: wants(2..<4))
        #expect(harness.cancelled.sorted() == [0, 1])
        harness.end(3)
        harness.end(2)
        #expect(harness.scheduler.state(of: Self.key(2)) == .ready)
        #expect(harness.scheduler.state(of: Self.key(0)) == .idle)
    }

    @Test func `a batch takes one start, costs its time once, and counts as one failure`() {
        var harness = SchedulerHarness(loaders: 1) { $0.breakerFailures = 2 }
        harness.see(viewer: 1, wants: wants(0..<10))
        harness.now += .seconds(1)
        for item in (0..<10).reversed() { harness.end(item, .failedForNow) }
        #expect(abs(harness.scheduler.statistics.busySeconds - 1) < 1e-6)
        // All of them come back together.
        harness.now += .seconds(2)
        harness.run { $0.tick(now: $1, actions: &$2) }
        #expect(harness.started.count == 20 && harness.scheduler.runningCount == 1)
    }

    @Test func `to wait for one content takes as long as its batch`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see(viewer: 1, wants: wants(0..<10))
        harness.now += .milliseconds(40)
        for item in (0..<10).reversed() { harness.end(item) }
        #expect(abs(harness.scheduler.costs.expected(Self.key(0), .unknown) - 0.04) < 1e-6)
    }
}
