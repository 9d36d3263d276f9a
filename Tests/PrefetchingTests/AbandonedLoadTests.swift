import Testing

@testable import Prefetching

/// What becomes of a running load that nobody wants any more.
@Suite struct AbandonedLoadTests {
    @Test func `a running load that nobody wants has a grace, and a reversal takes it back`() {
        var harness = SchedulerHarness(loaders: 1) {
            $0.abandonment = .afterGrace(.milliseconds(100))
            $0.firstCost = 1
        }
        harness.see([1])
        harness.see([2])
        harness.advance(0.09)
        harness.see([1])
        harness.advance(1)
        #expect(harness.cancelled.isEmpty)
        harness.end(1)
        harness.see([2])
        harness.see([3])
        harness.advance(0.11)
        #expect(harness.cancelled == [2] && harness.runningItems == [3])
    }

    @Test func `an unwanted load that is half done finishes and is published to the cache`() {
        var harness = SchedulerHarness(loaders: 1) {
            $0.abandonment = .afterGrace(.milliseconds(100))
            $0.firstCost = 1
        }
        harness.see([1])
        harness.advance(0.5)
        harness.see([2])
        harness.advance(1.4)
        #expect(harness.cancelled.isEmpty && harness.runningItems == [1])
        #expect(harness.end(1) == .published(.ready))
        #expect(harness.runningItems == [2])
    }

    @Test func `an unwanted load that takes twice its expected time is stopped, as from a silent server`() {
        var harness = SchedulerHarness(loaders: 2) {
            $0.abandonment = .afterGrace(.milliseconds(100))
            $0.firstCost = 1
        }
        harness.see([1, 2])
        harness.see([2], viewer: 2)
        harness.advance(0.6)
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(1), now: $1, actions: &$2) }
        harness.advance(1.3)
        #expect(harness.cancelled.isEmpty)
        harness.advance(0.2)
        #expect(harness.cancelled == [1] && harness.runningItems == [2], "another viewer wants the other one")
        // Late already when the last viewer leaves: after the grace.
        harness.advance(10)
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(2), now: $1, actions: &$2) }
        harness.advance(0.11)
        #expect(harness.cancelled == [1, 2] && harness.scheduler.keyCount == 0)
    }

    @Test func `what a hidden page had in view is stopped when its time is over`() {
        var harness = SchedulerHarness(loaders: 2) {
            $0.abandonment = .afterGrace(.milliseconds(100))
            $0.hiddenPatience = .seconds(10)
        }
        harness.see([1], ahead: [2])
        harness.advance(1)
        harness.see([1], ahead: [2], attention: .hidden)
        harness.advance(0.9)
        #expect(harness.cancelled.isEmpty, "it could have been nearly done")
        harness.advance(0.2)
        #expect(harness.cancelled == [2])
        harness.advance(8.8)
        #expect(harness.runningItems == [1])
        harness.advance(0.3)
        #expect(harness.cancelled == [2, 1])
    }
}
