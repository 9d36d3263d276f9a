import Testing

@testable import Prefetching

/// The life of a load, step by step.
@Suite struct LoadSchedulerTests {
    @Test func `what is in view goes first, then what comes, nearest first`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1, 2, 3], ahead: [4, 5])
        #expect(harness.started == [1, 2])
        harness.finishAll()
        #expect(harness.started == [1, 2, 3, 4, 5])
        #expect(harness.requested == [4, 5])
        #expect([1, 2, 3, 4, 5].allSatisfy { harness.state($0) == .ready })
    }

    @Test func `the same event again starts nothing`() {
        var harness = SchedulerHarness()
        for _ in 0..<3 { harness.see([1, 2], ahead: [3]) }
        #expect(harness.started == [1, 2, 3])
        #expect(harness.requested.isEmpty && harness.noLongerWanted.isEmpty)
        harness.finishAll()
        harness.see([1, 2, 3], ahead: [])
        #expect(harness.started == [1, 2, 3])
    }

    @Test func `what comes into view overtakes what waits, and its running load is promoted`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1], ahead: [2, 3, 4, 5])
        harness.see([2, 5], ahead: [3, 4])
        #expect(harness.promoted == [2])
        harness.end(2)
        #expect(harness.started == [1, 2, 5, 3])
    }

    @Test func `what left all windows is called off, running or queued`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1], ahead: [2, 3, 4])
        harness.see([4], ahead: [5])
        #expect(harness.cancelled == [1, 2])
        #expect(harness.noLongerWanted == [1, 2, 3])
        #expect(harness.runningItems == [4, 5])
        #expect(harness.state(1) == .idle && harness.state(3) == .idle)
        #expect(harness.scheduler.statistics.cancelledQueued == 1)
    }

    @Test func `a load is stopped only when the last viewer has lost interest`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1], viewer: 1)
        harness.see([1], viewer: 2)
        harness.see([], viewer: 1)
        #expect(harness.cancelled.isEmpty && harness.noLongerWanted.isEmpty)
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(2), now: $1, actions: &$2) }
        #expect(harness.cancelled == [1] && harness.started == [1])
        #expect(harness.scheduler.keyCount == 0)
    }

    @Test func `a stopped load keeps its loader until it reports, and its result is dropped`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.stopsAtOnce = false
        harness.see([1])
        harness.see([2])
        #expect(harness.runningItems.isEmpty && harness.state(2) == .queued)
        #expect(harness.endStopping(1, .loaded) == .dropped)
        #expect(harness.runningItems == [2] && harness.state(1) == .idle)
    }

    @Test func `a key wanted again while its old load is being stopped starts anew, after it`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.stopsAtOnce = false
        harness.see([1])
        harness.see([])
        harness.see([1])
        #expect(harness.started == [1])
        let old = harness.stopping[0].token
        #expect(harness.endStopping(1, .loaded) == .dropped)
        #expect(harness.started == [1, 1])
        #expect(harness.report(old, .loaded) == .dropped)
        #expect(harness.state(1) == .loading)
        #expect(harness.end(1) == .published(.ready))
    }

    @Test func `what the cache holds is never started`() {
        var harness = SchedulerHarness()
        harness.ready = [1, 3]
        harness.see([1, 2], ahead: [3, 4])
        #expect(harness.started == [2, 4])
        #expect(harness.requested == [4])
        #expect(harness.state(1) == .ready)
    }

    @Test func `what is got otherwise is not loaded`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([1, 2, 3])
        harness.run { scheduler, _, _ in scheduler.takeByProduct(SchedulerHarness.key(2)) }
        harness.finishAll()
        #expect(harness.started == [1, 3])
    }

    @Test func `the number of loaders can be changed while it runs`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see(1...6)
        harness.run { $0.setLoaders(3, now: $1, actions: &$2) }
        #expect(harness.runningItems == [1, 2, 3])
        var actions: [LoadAction] = []
        harness.scheduler.setLoaders(0, now: harness.now, actions: &actions)
        #expect(harness.scheduler.configuration.loaders == 1 && actions.isEmpty)
    }

    @Test func `a load is wasted once nobody has wanted it for ten seconds and nobody has seen it`() {
        var harness = SchedulerHarness()
        harness.see([], ahead: [1, 2])
        harness.now = harness.now + .seconds(1)
        harness.finishAll()
        harness.ready = [1, 2]
        harness.see([3])
        harness.finishAll()
        #expect(harness.scheduler.statistics.wastedSeconds == 0)
        // One of the two comes back, and is seen.
        harness.now = harness.now + .seconds(5)
        harness.see([1])
        harness.see([3])
        harness.now = harness.now + .seconds(6)
        harness.run { $0.tick(now: $1, actions: &$2) }
        #expect(harness.scheduler.statistics.wastedSeconds == 1)
        #expect(harness.scheduler.nextDeadline == nil)
    }

    @Test func `a prediction that comes and goes wastes a load once`() {
        var harness = SchedulerHarness()
        harness.see([], ahead: [1])
        harness.now = harness.now + .seconds(1)
        harness.finishAll()
        harness.ready = [1, 2]
        for _ in 0..<5 {
            harness.see([2])
            harness.now = harness.now + .seconds(4)
            harness.run { $0.tick(now: $1, actions: &$2) }
            harness.see([], ahead: [1])
        }
        #expect(harness.scheduler.statistics.wastedSeconds == 0)
        harness.see([])
        harness.now = harness.now + .seconds(10)
        harness.run { $0.tick(now: $1, actions: &$2) }
        #expect(harness.scheduler.statistics.wastedSeconds == 1)
    }

    @Test func `a refresh stops the running loads of its collection and begins them anew`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1, 2, 3])
        harness.end(1)
        harness.run { $0.cancelLoads(of: 1, now: $1, actions: &$2) }
        #expect(harness.cancelled.sorted() == [2, 3])
        #expect(harness.state(1) == .ready)
        #expect(harness.runningItems == [2, 3])
        harness.run { $0.cancelLoads(of: 7, now: $1, actions: &$2) }
        #expect(harness.cancelled.count == 2)
    }

    @Test func `changed content is loaded anew, what was being loaded of the old is dropped`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.stopsAtOnce = false
        harness.see([1, 2])
        harness.end(1)
        for item in [1, 2] { harness.run { $0.invalidate(SchedulerHarness.key(item), now: $1, actions: &$2) } }
        #expect(harness.started == [1, 2, 1])
        #expect(harness.endStopping(2, .loaded) == .dropped)
        #expect(harness.started == [1, 2, 1, 2])
    }

    @Test func `the larger score goes first, what is urgent before all`() {
        var harness = SchedulerHarness(loaders: 1)
        let wants = [
            Want(SchedulerHarness.key(1), isVisible: false, score: 1),
            Want(SchedulerHarness.key(2), isVisible: true, score: 2),
            Want(SchedulerHarness.key(3), isVisible: false, score: 9),
            Want(SchedulerHarness.key(4), isVisible: true, isUrgent: false, score: 5),
            Want(SchedulerHarness.key(2), isVisible: false, score: 7),
        ]
        harness.run { $0.update(viewer: SchedulerHarness.viewer(1), wants: wants, now: $1, actions: &$2) }
        harness.finishAll()
        #expect(harness.started == [2, 3, 4, 1])
    }

    @Test func `a visible item gains by waiting`() {
        var harness = SchedulerHarness(loaders: 1) { $0.agingTime = .milliseconds(500) }
        func wants(_ cheap: Int) -> [Want] {
            [
                Want(SchedulerHarness.key(cheap), isVisible: true, score: 4),
                Want(SchedulerHarness.key(100), isVisible: true, score: 1),
            ]
        }
        for cheap in 1...8 {
            harness.run { $0.update(viewer: SchedulerHarness.viewer(1), wants: wants(cheap), now: $1, actions: &$2) }
            harness.advance(0.5)
            harness.end(cheap - 1)
        }
        #expect(harness.started.contains(100))
        #expect(harness.started.prefix(3) == [1, 2, 3])
    }

    @Test(arguments: [(cost: 1.0, running: 3), (cost: 0.1, running: 4)])
    func `full pictures that take long leave a loader to previews`(cost: Double, running: Int) {
        var harness = SchedulerHarness(loaders: 4) { $0.firstCost = cost }
        func preview(_ item: Int) -> Want {
            let key = LoadKey(collection: 1, item: UInt32(item), rendition: 0).preview
            return Want(key, isVisible: true)
        }
        let fulls = (1...8).map { Want(SchedulerHarness.key($0), isVisible: true) }
        let viewer = SchedulerHarness.viewer(1)
        harness.run { $0.update(viewer: viewer, wants: [preview(100)] + fulls, now: $1, actions: &$2) }
        harness.end(100)
        #expect(harness.runningItems.count == running)
        let wants = [preview(100), preview(101)] + fulls
        harness.run { $0.update(viewer: viewer, wants: wants, now: $1, actions: &$2) }
        #expect(harness.runningItems.contains(101) == (running == 3))
    }

    @Test func `a slow load gives its loader to the next, up to a maximum, and ends as any other`() {
        var harness = SchedulerHarness(loaders: 2) { $0.slowLoads = 1 }
        harness.lendsLoaders = true
        harness.see(0..<6)
        #expect(harness.runningItems == [0, 1])
        harness.slow(0)
        #expect(harness.runningItems == [0, 1, 2])
        // Once is enough, and one is the maximum.
        harness.slow(0)
        harness.slow(1)
        #expect(harness.runningItems == [0, 1, 2])
        harness.end(0)
        #expect(harness.runningItems == [1, 2] && harness.state(0) == .ready)
        harness.slow(1)
        #expect(harness.runningItems == [1, 2, 3])
        harness.end(2)
        #expect(harness.runningItems == [1, 3, 4])
        harness.finishAll()
        #expect((0..<6).allSatisfy { harness.state($0) == .ready })
    }

    @Test func `what a read made besides needs no load of its own, and teaches what previews cost`() {
        var harness = SchedulerHarness(loaders: 1)
        let full = SchedulerHarness.key(7)
        harness.see(
            viewer: 1, wants: [Want(full.preview, isVisible: true), Want(full, isVisible: true, isUrgent: false)])
        #expect(harness.started == [7])
        harness.advance(0.2)
        harness.end(7, byProduct: full)
        #expect(harness.scheduler.state(of: full) == .ready && harness.scheduler.state(of: full.preview) == .ready)
        #expect(harness.started == [7] && harness.scheduler.statistics.started == 1)
        #expect(abs((harness.scheduler.costs.costs(full)?.average ?? 0) - 0.2) < 1e-6)
        #expect(harness.scheduler.costs.pictures(full).expected(.unknown).isPreviewDear)
    }

    @Test func `what a load of changed content made besides does not count`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.stopsAtOnce = false
        let full = SchedulerHarness.key(7)
        harness.see(
            viewer: 1, wants: [Want(full.preview, isVisible: true), Want(full, isVisible: true, isUrgent: false)])
        for key in [full, full.preview] { harness.run { $0.invalidate(key, now: $1, actions: &$2) } }
        #expect(harness.endStopping(7, .loaded, byProduct: full) == .dropped)
        #expect(harness.scheduler.state(of: full) == .queued)
        harness.finishAll()
        #expect(harness.started == [7, 7, 7])
    }

    @Test func `a collection that is gone has nothing running, and its costs are forgotten`() {
        var harness = SchedulerHarness(loaders: 2)
        harness.see([1, 2, 3])
        harness.advance(0.3)
        harness.end(1)
        #expect(harness.scheduler.costs.costs(SchedulerHarness.key(1)) != nil)
        harness.run { $0.viewerLeft(SchedulerHarness.viewer(1), now: $1, actions: &$2) }
        harness.run { $0.forget(1, now: $1, actions: &$2) }
        #expect(harness.scheduler.runningCount == 0 && harness.scheduler.keyCount == 0)
        #expect(harness.scheduler.costs.costs(SchedulerHarness.key(1)) == nil)
    }

    @Test func `what a cache answers teaches nothing`() {
        var harness = SchedulerHarness(loaders: 1)
        harness.see([7])
        harness.end(7, isFromSource: false)
        #expect(harness.state(7) == .ready && harness.scheduler.costs.costs(SchedulerHarness.key(7)) == nil)
    }

    @Test func `where previews come out of full pictures, no loader is kept for previews`() {
        var harness = SchedulerHarness(loaders: 4) { $0.firstCost = 1 }
        let probe = SchedulerHarness.key(100)
        harness.see(viewer: 1, wants: [Want(probe.preview, isVisible: true)])
        harness.advance(1)
        harness.end(100, byProduct: probe)
        harness.see(1...8)
        #expect(harness.runningItems.count == 4)
    }
}
