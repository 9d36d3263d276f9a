import Prefetching
import Testing

@Suite struct LoadFailureTests {
    @Test func `a failure for now is tried again with growing pauses, three times in all`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1])
        #expect(harness.end(1, .failedForNow) == .willRetry)
        #expect(harness.state(1) == .queued && harness.runningItems.isEmpty)
        harness.advance(0.3)
        #expect(harness.started == [1])
        harness.advance(0.4)
        #expect(harness.started == [1, 1])
        harness.end(1, .failedForNow)
        harness.advance(0.7)
        #expect(harness.started == [1, 1])
        harness.advance(0.6)
        #expect(harness.started == [1, 1, 1])
        #expect(harness.end(1, .failedForNow) == .published(.failed))
        harness.advance(60)
        #expect(harness.started == [1, 1, 1] && harness.state(1) == .failed)
        harness.run { $0.retry(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(harness.started.count == 4)
        #expect(harness.end(1, .failedForNow) == .willRetry)
    }

    @Test func `a load's tries and pauses have one time together, and none begins in its second half`() {
        var harness = SchedulerHarness(loaders: 1) {
            $0.timeLimit = .seconds(20)
            $0.tries = 100
        }
        harness.see([1])
        func timeLeft() -> Duration? {
            harness.scheduler.timeLeft(of: harness.running[0].token, now: harness.now)
        }
        #expect(timeLeft() == .seconds(20))
        harness.advance(4)
        #expect(timeLeft() == .seconds(16))
        #expect(harness.end(1, .failedForNow) == .willRetry)
        harness.advance(4)
        #expect(harness.started == [1, 1] && timeLeft() == .seconds(12), "the second try has what the first one left")
        harness.advance(2)
        #expect(harness.end(1, .failedForNow) == .published(.failed))
        // A person who tries again has all the time again.
        harness.run { $0.retry(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(timeLeft() == .seconds(20))
        harness.end(1)
        harness.run { $0.invalidate(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(timeLeft() == .seconds(20))
    }

    @Test func `a source that says when to come back is asked then, not earlier, and not beyond the load's time`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1])
        #expect(harness.end(1, .busy(pause: .seconds(7))) == .willRetry)
        harness.advance(6.9)
        #expect(harness.started == [1])
        harness.advance(0.2)
        #expect(harness.started == [1, 1])
        // At once is as soon as after any other failure.
        #expect(harness.end(1, .busy(pause: .zero)) == .willRetry)
        harness.advance(0.5)
        #expect(harness.started == [1, 1])
        harness.advance(1)
        #expect(harness.started == [1, 1, 1])
        harness.see([2])
        #expect(harness.end(2, .busy(pause: .seconds(31))) == .published(.failed))
    }

    @Test func `what is still being written is tried again as often as it takes, and is nobody's failure`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2])
        for attempt in 1...40 {
            #expect(harness.runningItems == [1], "attempt \(attempt)")
            #expect(harness.end(1, .notYet) == .willRetry)
            // It holds up nothing meanwhile, and the source is not left alone for it.
            #expect(harness.runningItems == (attempt == 1 ? [2] : []))
            harness.end(2)
            harness.advance(2)
        }
        #expect(harness.end(1) == .published(.ready))
    }

    @Test func `a broken picture fails once, and disturbs no other`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2])
        #expect(harness.end(1, .failed) == .published(.failed))
        harness.see([1, 2], ahead: [3])
        harness.finishAll()
        #expect(harness.started == [1, 2, 3] && harness.state(1) == .failed)
        harness.run { $0.retry(SchedulerHarness.key(1), now: $1, actions: &$2) }
        #expect(harness.started == [1, 2, 3, 1])
    }

    @Test func `while one waits for its next try the loaders work on others`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1, 2], ahead: [3, 4])
        harness.end(1, .failedForNow)
        #expect(harness.runningItems == [2, 3])
    }

    @Test func `what waits for its next try is forgotten with the last interest`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1])
        harness.end(1, .failedForNow)
        harness.see([])
        #expect(harness.noLongerWanted == [1])
        #expect(harness.scheduler.nextDeadline == nil && harness.scheduler.keyCount == 0)
    }

    @Test func `an unwanted load that fails leaves nothing behind`() {
        for outcome in [LoadOutcome.failed, .failedForNow, .stopped, .loaded] {
            var harness = SchedulerHarness(loaders: 1) { $0.abandonment = .never }
            harness.see([1])
            harness.see([])
            harness.end(1, outcome)
            #expect(harness.scheduler.keyCount == 0 && harness.scheduler.runningCount == 0)
        }
    }

    @Test func `a source that fails again and again is left alone, then tested with one load`() {
        var harness = SchedulerHarness(loaders: 4) {
            $0.breakerFailures = 4
            $0.tries = 100
        }
        harness.see(1...20)
        for item in 1...4 { harness.end(item, .failedForNow) }
        let tried = harness.started.count
        while let next = harness.runningItems.first { harness.end(next, .failedForNow) }
        harness.advance(1.9)
        #expect(harness.started.count == tried)
        harness.advance(0.2)
        #expect(harness.runningItems.count == 1)
        harness.end(harness.runningItems[0], .failedForNow)
        harness.advance(3.9)
        #expect(harness.runningItems.isEmpty)
        harness.advance(0.2)
        #expect(harness.runningItems.count == 1)
        harness.end(harness.runningItems[0])
        #expect(harness.runningItems.count == 4)
    }

    @Test func `what the caller has no means for is tried again and is not the source's fault`() {
        var harness = SchedulerHarness(loaders: 1) { $0.breakerFailures = 1 }
        harness.see([1, 2])
        harness.end(1, .exhausted)
        #expect(harness.runningItems == [2], "the source is not left alone")
        harness.end(2, .failedForNow)
        harness.advance(2.1)
        let tested = harness.runningItems
        #expect(tested.count == 1)
        harness.end(tested[0], .exhausted)
        #expect(harness.runningItems.count == 1, "another one tests the source")
    }

    @Test func `a test load that is called off hands the test on`() {
        var harness = SchedulerHarness(loaders: 1) { $0.breakerFailures = 1 }
        harness.see([1, 2])
        harness.end(1, .failedForNow)
        harness.advance(2.1)
        #expect(harness.runningItems.count == 1)
        harness.see([7])
        #expect(harness.runningItems == [7])
    }

    @Test func `one failing source does not stop another`() {
        var harness = SchedulerHarness(loaders: 2) { $0.breakerFailures = 1 }
        harness.see([1, 2, 3])
        harness.end(1, .failedForNow)
        harness.end(2, .failedForNow)
        #expect(harness.runningItems.isEmpty)
        let other = (50...51).map { Want(SchedulerHarness.key($0, collection: 2), isVisible: true) }
        harness.run { $0.update(viewer: SchedulerHarness.viewer(2), wants: other, now: $1, actions: &$2) }
        #expect(harness.runningItems == [50, 51])
    }

    @Test func `a storm of starts and stops is slowed, work called off in the queue costs nothing`() {
        var harness = SchedulerHarness(loaders: 1) {
            $0.startsPerSecond = 10
            $0.startBurst = 5
        }
        for item in 1...5 { harness.see([item]) }
        harness.see([6])
        #expect(harness.started == [1, 2, 3, 4, 5] && harness.runningItems.isEmpty)
        for item in 7...50 { harness.see([item]) }
        harness.advance(0.11)
        #expect(harness.runningItems == [50])
    }

    @Test func `loads that end well are never slowed`() {
        var harness = SchedulerHarness(loaders: 2) {
            $0.startsPerSecond = 1
            $0.startBurst = 4
        }
        harness.see(1...500)
        harness.finishAll()
        #expect(harness.started.count == 500)
    }
}
