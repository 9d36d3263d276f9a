import Prefetching
import Testing

@Suite struct ManyViewersTests {
    @Test func `two viewers share the loaders evenly, whoever came first`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see(0..<40, viewer: 1)
        harness.see(100..<140, viewer: 2)
        for _ in 0..<40 {
            harness.advance(0.1)
            harness.end(harness.runningItems[0])
        }
        let second = harness.started.count { $0 >= 100 }
        #expect((18...22).contains(second), "\(second) of \(harness.started.count)")
    }

    @Test func `what is in view anywhere goes before what is predicted`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1], ahead: 2..<40, viewer: 1)
        harness.see([100, 101, 102], viewer: 2)
        for _ in 0..<4 { harness.end(harness.runningItems[0]) }
        #expect(harness.started.prefix(5) == [1, 2, 100, 101, 102])
    }

    @Test func `prediction leaves a loader free while anyone has a blank`() {
        var harness = SchedulerHarness(loaders: 3)
        harness.see([1], ahead: 2..<40)
        harness.end(1, .failedForNow)
        // 1 is a blank that waits for its next try: its loader is kept.
        #expect(harness.runningItems == [2, 3])
        harness.advance(1)
        #expect(harness.runningItems == [2, 3, 1])
    }

    @Test func `a viewer that was away has saved up no credit`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([0], viewer: 2)
        harness.finishAll()
        harness.see(100..<200, viewer: 1)
        for _ in 0..<50 {
            harness.advance(0.1)
            harness.end(harness.runningItems[0])
        }
        harness.see(0..<100, viewer: 2)
        let before = harness.started.count
        for _ in 0..<20 {
            harness.advance(0.1)
            harness.end(harness.runningItems[0])
        }
        let first = harness.started.dropFirst(before).count { $0 >= 100 }
        #expect((9...11).contains(first), "\(first)")
    }

    @Test func `a shared load costs each only its share`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see(Array(0..<20) + Array(100..<120), viewer: 1)
        harness.see(Array(0..<20) + Array(200..<220), viewer: 2)
        harness.see(300..<360, viewer: 3)
        for _ in 0..<60 {
            harness.advance(0.1)
            harness.end(harness.runningItems[0])
        }
        let third = harness.started.count { $0 >= 300 }
        #expect((15...24).contains(third), "\(third)")
    }

    @Test func `a hidden viewer keeps what is in view, after the others, and for a while only`() {
        var harness = SchedulerHarness(loaders: 1) { $0.hiddenPatience = .seconds(10) }
        harness.see([1, 2], ahead: [3], viewer: 1)
        harness.see([1, 2], ahead: [3], viewer: 1, attention: .hidden)
        #expect(harness.noLongerWanted == [3])
        harness.see([10, 11], ahead: [12], viewer: 2)
        harness.end(1)
        harness.end(10)
        harness.end(11)
        harness.end(12)
        harness.advance(1)
        #expect(harness.started == [1, 10, 11, 12, 2])
        harness.advance(11)
        #expect(harness.state(2) == .idle && harness.cancelled == [2])
        harness.see([2], viewer: 1, attention: .hidden)
        #expect(harness.state(2) == .idle)
        harness.see([2], viewer: 1)
        #expect(harness.state(2) == .loading)
    }

    @Test func `a view that is covered takes one loader while somebody looks, and all when nobody does`() {
        var harness = SchedulerHarness(loaders: 4)
        harness.see(0..<20, viewer: 1, attention: .hidden)
        #expect(harness.started == [0, 1, 2, 3])
        harness.see([100], ahead: [101], viewer: 2)
        for item in 0..<4 { harness.end(item) }
        #expect(harness.started == [0, 1, 2, 3, 100, 101])
        // While somebody moves, and half a second longer, nothing begins that nobody sees.
        harness.advance(0.4)
        harness.see([100], ahead: [101], viewer: 2)
        harness.advance(0.4)
        #expect(harness.started == [0, 1, 2, 3, 100, 101])
        harness.advance(0.2)
        #expect(harness.started == [0, 1, 2, 3, 100, 101, 4])
        harness.end(100)
        harness.end(101)
        #expect(harness.runningItems == [4])
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(2), now: $1, actions: &$2) }
        #expect(harness.runningItems == [4, 5, 6, 7])
    }

    @Test func `what a hidden view lacks keeps no loader free`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see(0..<20, viewer: 1)
        harness.see(0..<20, viewer: 1, attention: .hidden)
        harness.see([100], ahead: 101..<110, viewer: 2)
        for item in [0, 1, 100] { harness.end(item) }
        #expect(harness.runningItems == [101, 102])
    }

    @Test func `a request that somebody waits for does not wait with a hidden view`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([5], ahead: [6, 8], viewer: 2)
        harness.see([7], viewer: 1, attention: .hidden)
        harness.run { _ = $0.demand(SchedulerHarness.key(7), now: $1, actions: &$2) }
        harness.end(5)
        #expect(harness.started == [5, 7])
    }

    @Test func `work in the background is nobody's look`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2], viewer: 1, attention: .hidden)
        let want = Want(SchedulerHarness.key(50), isVisible: true, isUrgent: false)
        harness.run {
            $0.update(viewer: SchedulerHarness.viewer(9), wants: [want], isWork: true, now: $1, actions: &$2)
        }
        harness.end(1)
        harness.end(50)
        #expect(harness.started == [1, 50, 2])
    }

    @Test func `a viewer that rests is served as if alone while another scrubs wildly`() {
        func timeToFill(withScrubber: Bool) -> Double {
            var harness = SchedulerHarness(loaders: 4) { $0.abandonment = .afterGrace(.milliseconds(100)) }
            var remaining: [Int: Double] = [:]
            var offset = 1000
            if withScrubber {
                harness.see([], ahead: offset..<offset + 60, viewer: 2)
                harness.advance(0.02)
            }
            harness.see(0..<48, viewer: 1)
            for step in 1..<2000 {
                harness.advance(0.01)
                for item in harness.runningItems { remaining[item, default: 0] += 0.01 }
                for item in harness.runningItems where remaining[item, default: 0] >= 0.1 {
                    remaining[item] = nil
                    harness.end(item)
                }
                if withScrubber, step % 5 == 0 {
                    offset += 500
                    // Flown over: in view, but gone before it could be loaded.
                    let wants = (offset..<offset + 60).map {
                        Want(SchedulerHarness.key($0), isVisible: true, isUrgent: false)
                    }
                    harness.run { $0.update(viewer: SchedulerHarness.viewer(2), wants: wants, now: $1, actions: &$2) }
                }
                if (0..<48).allSatisfy({ harness.state($0) == .ready }) { return Double(step) * 0.01 }
            }
            return .infinity
        }
        let (alone, beside) = (timeToFill(withScrubber: false), timeToFill(withScrubber: true))
        #expect(beside <= alone * 1.2, "\(beside) s beside \(alone) s alone")
    }

    @Test func `viewers that left leave nothing behind`() {
        var harness = SchedulerHarness(loaders: 2)
        for viewer in 1...50 { harness.see([viewer], ahead: viewer + 1..<viewer + 10, viewer: viewer) }
        for viewer in 1...50 {
            harness.run { $0.viewerLeft(SchedulerHarness.viewer(viewer), now: $1, actions: &$2) }
        }
        harness.finishAll()
        #expect(harness.scheduler.keyCount == 0 && harness.scheduler.viewerCount == 0)
    }
}
