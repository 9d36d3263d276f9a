import LookaheadTesting
import Prefetching
import SeededRandom
import Testing

/// When the scheduler asks for its next tick. A deadline that a tick does not move on makes the engine's timer spin.
@Suite struct DeadlineTests {
    @Test(arguments: 0..<24)
    func `after a tick the next deadline is later than now, whatever came before`(seed: UInt64) {
        var life = FailingLife(seed: seed)
        for step in 0..<600 {
            life.step()
            let now = life.harness.now
            if let deadline = life.harness.scheduler.nextDeadline, deadline <= now {
                Issue.record("seed \(seed), step \(step): at \(now) the next tick is due at \(deadline)")
                return
            }
        }
    }

    @Test func `a source that fails wakes no timer once the last viewer of its collection has left`() {
        var harness = SchedulerHarness(loaders: 2) { $0.breakerFailures = 1 }
        harness.see([1, 2])
        harness.end(1, .failedForNow)
        harness.end(2, .failedForNow)
        harness.now = Instant(seconds: 1.5)
        harness.see(viewer: 2, wants: (50...53).map { Want(SchedulerHarness.key($0, collection: 2), isVisible: true) })
        harness.end(50, .failedForNow)
        harness.end(51, .failedForNow)
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(1), now: $1, actions: &$2) }
        harness.advance(1)
        #expect(harness.scheduler.nextDeadline == Instant(seconds: 3.5), "when the other source's pause is over")
    }
}

/// Viewers of three collections whose loads mostly fail for now, with few starts a second: every deadline there is.
private struct FailingLife {
    var random: SeededRandom
    var harness: SchedulerHarness

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let loaders = 1 + random.below(4)
        harness = SchedulerHarness(loaders: loaders) {
            $0.abandonment = .afterGrace(.milliseconds(100))
            $0.breakerFailures = 2
            $0.startsPerSecond = 4
            $0.startBurst = 2
            $0.hiddenPatience = .seconds(1)
        }
        harness.stopsAtOnce = false
    }

    mutating func step() {
        switch random.below(10) {
        case 0...2: look()
        case 3...6: endOne()
        case 7: stopOne()
        case 8:
            let viewer = SchedulerHarness.viewer(1 + random.below(4))
            harness.run { $0.viewerLeft(viewer, now: $1, actions: &$2) }
        default:
            let collection = UInt16(1 + random.below(3))
            harness.run { $0.cancelLoads(of: collection, now: $1, actions: &$2) }
        }
        harness.now = harness.now + .milliseconds(random.below(1200))
        harness.run { $0.tick(now: $1, actions: &$2) }
    }

    /// An item's collection follows from its number.
    private func key(_ item: Int) -> LoadKey {
        let key = SchedulerHarness.key(item, collection: UInt16(1 + item % 3))
        return item % 5 == 0 ? key.preview : key
    }

    private mutating func look() {
        let viewer = 1 + random.below(4)
        let wants = (0..<random.below(9)).map { _ in
            Want(key(random.below(60)), isVisible: random.below(2) == 0)
        }
        harness.see(viewer: viewer, wants: wants, attention: random.below(4) == 0 ? .hidden : .active)
    }

    private mutating func endOne() {
        guard let load = harness.running.randomElement(using: &random) else { return }
        harness.end(
            load.item, [.failedForNow, .failedForNow, .failedForNow, .loaded, .notYet, .failed][random.below(6)])
    }

    private mutating func stopOne() {
        guard let load = harness.stopping.randomElement(using: &random) else { return }
        harness.endStopping(load.item)
    }
}
