import Testing

@testable import Prefetching

/// Requests that the server holds until their picture is ready.
@Suite struct LoadDemandTests {
    @Test func `a request that is held counts as demand after its range has gone`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2])
        harness.run { $0.demand(SchedulerHarness.key(2), now: $1, actions: &$2) }
        harness.see([3])
        #expect(harness.state(2) == .queued || harness.state(2) == .loading)
        harness.finishAll()
        #expect(harness.started.contains(2))
        harness.run { $0.demandEnded(SchedulerHarness.key(2), now: $1, actions: &$2) }
        #expect(harness.state(2) == .idle)
    }

    @Test func `a request that is held for what a viewer sees waits in the viewer's order`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2, 3, 4])
        harness.run { $0.demand(SchedulerHarness.key(4), now: $1, actions: &$2) }
        harness.end(1)
        harness.end(2)
        #expect(harness.started == [1, 2, 3])
        // It has left the view, and is still asked for.
        harness.see([5, 6])
        harness.finishAll()
        #expect(harness.started.contains(4))
        #expect(harness.scheduler.brokenInvariant() == nil)
    }

    @Test func `a request for a full picture whose preview is seen does not go before a missing preview`() {
        var harness = SchedulerHarness(loaders: 1)
        let (seen, missing) = (SchedulerHarness.key(1).preview, SchedulerHarness.key(2).preview)
        harness.run { scheduler, now, actions in
            scheduler.update(
                viewer: SchedulerHarness.viewer(1), wants: [Want(seen, isVisible: true)], now: now,
                known: { $0 == seen ? .ready : .unknown }, actions: &actions)
        }
        harness.see([], ahead: [], viewer: 2)
        harness.run { $0.demand(SchedulerHarness.key(9), now: $1, actions: &$2) }
        harness.run { $0.demand(SchedulerHarness.key(1), now: $1, actions: &$2) }
        harness.run { scheduler, now, actions in
            scheduler.update(
                viewer: SchedulerHarness.viewer(2), wants: [Want(missing, isVisible: true)], now: now, actions: &actions
            )
        }
        #expect(harness.started == [9])
        harness.finishAll()
        #expect(harness.started == [9, 2, 1])
        harness.run { $0.demandEnded(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(harness.scheduler.brokenInvariant() == nil)
    }

    @Test func `two held requests for one key are one load, wanted until the second has ended`() {
        var harness = SchedulerHarness()
        for _ in 0..<2 { harness.run { $0.demand(SchedulerHarness.key(9), now: $1, actions: &$2) } }
        harness.run { $0.demandEnded(SchedulerHarness.key(9), now: $1, actions: &$2) }
        #expect(harness.started == [9] && harness.cancelled.isEmpty)
        harness.run { $0.demandEnded(SchedulerHarness.key(9), now: $1, actions: &$2) }
        #expect(harness.cancelled == [9])
    }

    @Test func `a ready key that is asked for again has left the cache and is loaded anew`() {
        var harness = SchedulerHarness()
        harness.see([1])
        harness.finishAll()
        harness.run { $0.demand(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(harness.started == [1, 1])
    }
}
