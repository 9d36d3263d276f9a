import LookaheadTesting
import SeededRandom
import Testing

@testable import Prefetching

/// Long random lives of a scheduler beside a model that knows nothing of slots, cursors or marks.
@Suite struct SchedulerModelTests {
    @Test(arguments: 0..<12)
    func `states, starts and stops are those of the slow model`(seed: UInt64) {
        var life = RandomLife(seed: seed)
        for step in 0..<1000 {
            life.step()
            if let problem = life.problem() {
                Issue.record("seed \(seed), step \(step): \(problem)")
                return
            }
        }
        if let problem = life.finish() { Issue.record("seed \(seed): \(problem)") }
    }
}

private struct RandomLife {
    static let items = 0..<60

    var random: SeededRandom
    var harness: SchedulerHarness
    /// By viewer: what is in view, what is wanted ahead.
    var wants: [Int: (visible: [Int], ahead: [Int])] = [:]
    var ready: Set<Int> = []
    var failed: Set<Int> = []
    var waiting: Set<Int> = []
    var startedBefore = 0
    var queuedUrgentBefore: Set<Int> = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let loaders = 1 + random.below(5)
        let kind = random.below(3)
        harness = SchedulerHarness(loaders: loaders) {
            $0.startsPerSecond = 1e9
            $0.startBurst = 1e9
            $0.breakerFailures = .max
            $0.abandonment = [.atOnce, .afterGrace(.milliseconds(100)), .never][kind]
        }
        harness.stopsAtOnce = false
    }

    var wanted: Set<Int> { wants.values.reduce(into: []) { $0.formUnion($1.visible + $1.ahead) } }
    var urgent: Set<Int> { wants.values.reduce(into: []) { $0.formUnion($1.visible) } }

    mutating func step() {
        startedBefore = harness.started.count
        switch random.below(12) {
        case 0...4: look()
        case 5...7: endOne([.loaded, .loaded, .loaded, .failed, .failedForNow, .notYet, .stopped][random.below(7)])
        case 8: stopOne()
        case 9: leave()
        case 10: harness.advance(Double(random.below(300)) / 1000)
        default: odd()
        }
        settle()
    }

    private mutating func look() {
        let viewer = 1 + random.below(4)
        let first = random.below(50)
        let count = random.below(8)
        let visible = Array((first..<min(60, first + count)))
        let ahead = (0..<random.below(12)).map { _ in random.below(60) }.filter { !visible.contains($0) }
        wants[viewer] = (visible, ahead)
        harness.see(visible, ahead: ahead, viewer: viewer)
        let expected = Set(ahead).filter { harness.state($0) != .ready && harness.state($0) != .failed }
        if !Set(harness.requested).isSubset(of: expected) { Issue.record("asked for \(harness.requested)") }
    }

    private mutating func endOne(_ outcome: LoadOutcome) {
        guard let load = harness.running.randomElement(using: &random) else { return }
        let end = harness.end(load.item, outcome)
        switch end {
        case .published(.ready): ready.insert(load.item)
        case .published(.failed): failed.insert(load.item)
        case .willRetry: waiting.insert(load.item)
        case .dropped:
            if wanted.contains(load.item) { Issue.record("\(load.item) was dropped, but is wanted") }
        default: Issue.record("ended as \(String(describing: end))")
        }
    }

    private mutating func stopOne() {
        guard let load = harness.stopping.randomElement(using: &random) else { return }
        let end = harness.endStopping(load.item, random.below(2) == 0 ? .loaded : .stopped)
        if end != .dropped { Issue.record("a stopped load was published") }
    }

    private mutating func leave() {
        let viewer = 1 + random.below(4)
        wants[viewer] = nil
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(viewer), now: $1, actions: &$2) }
    }

    private mutating func odd() {
        let item = random.below(60)
        let key = SchedulerHarness.key(item)
        switch random.below(4) {
        case 0:
            failed.remove(item)
            harness.run { $0.retry(key, now: $1, actions: &$2) }
        case 1:
            ready.remove(item)
            failed.remove(item)
            harness.run { $0.invalidate(key, now: $1, actions: &$2) }
        case 2:
            failed = []
            harness.run { $0.cancelLoads(of: 1, now: $1, actions: &$2) }
        default:
            let isOut = (harness.running + harness.stopping).contains { $0.item == item }
            harness.run { scheduler, _, _ in scheduler.takeByProduct(key) }
            if wanted.contains(item), !isOut {
                ready.insert(item)
                failed.remove(item)
            }
        }
    }

    private mutating func settle() {
        ready.formIntersection(wanted)
        failed.formIntersection(wanted)
        waiting.subtract(harness.runningItems)
        waiting.formIntersection(wanted)
        waiting.subtract(ready)
    }

    func problem() -> String? {
        let (wanted, urgent) = (wanted, urgent)
        let running = Set(harness.runningItems)
        let stopping = Set(harness.stopping.map(\.item))
        for item in Self.items {
            let expected: LoadState =
                running.contains(item)
                ? .loading
                : !wanted.contains(item)
                    ? .idle : ready.contains(item) ? .ready : failed.contains(item) ? .failed : .queued
            if harness.state(item) != expected { return "\(item) is \(harness.state(item)), expected \(expected)" }
        }
        let startable = wanted.filter {
            harness.state($0) == .queued && !stopping.contains($0) && !waiting.contains($0)
        }
        let news = harness.started.dropFirst(startedBefore)
        if !startable.isDisjoint(with: urgent), let early = news.first(where: { !urgent.contains($0) }) {
            return "\(early) was started while something urgent waits"
        }
        let free = harness.scheduler.configuration.loaders - running.count - stopping.count
        if free > 0, !startable.isDisjoint(with: urgent) { return "a loader idles while \(startable) wait in view" }
        let pendingUrgent = urgent.contains { harness.state($0) == .queued || harness.state($0) == .loading }
        if free > 0, !startable.isEmpty, !pendingUrgent { return "a loader idles while \(startable) wait" }
        return nil
    }

    /// No load starves: once all is quiet, everything wanted is ready or has failed.
    mutating func finish() -> String? {
        for _ in 0..<500 {
            while let load = harness.stopping.first { harness.endStopping(load.item) }
            harness.finishAll()
            harness.advance(0.5)
        }
        let left = wanted.filter { harness.state($0) != .ready && harness.state($0) != .failed }
        if !left.isEmpty { return "\(left) starve" }
        wants.keys.forEach { viewer in
            harness.run { $0.viewerLeft(SchedulerHarness.viewer(viewer), now: $1, actions: &$2) }
        }
        return harness.scheduler.keyCount == 0 ? nil : "\(harness.scheduler.keyCount) keys are left"
    }
}
