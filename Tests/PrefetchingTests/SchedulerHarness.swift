import Prefetching
import Testing

/// A scheduler with loaders that carry out its actions, and a clock that tests advance. Items are numbers.
struct SchedulerHarness {
    var scheduler: LoadScheduler
    var now = Instant.start
    /// What the loaders work on, in order of start.
    private(set) var running: [(token: LoadToken, item: Int)] = []
    /// Told to stop, not reported back yet.
    private(set) var stopping: [(token: LoadToken, item: Int)] = []
    private(set) var started: [Int] = []
    private(set) var cancelled: [Int] = []
    private(set) var promoted: [Int] = []
    private(set) var lastChange = InterestChange()
    var ready: Set<Int> = []
    /// A stopped loader reports at once.
    var stopsAtOnce = true

    /// Slow loads run beside the others.
    var lendsLoaders = false

    init(loaders: Int = 4, _ change: (inout LoadConfiguration) -> Void = { _ in }) {
        var configuration = LoadConfiguration()
        configuration.loaders = loaders
        configuration.abandonment = .atOnce
        change(&configuration)
        scheduler = LoadScheduler(configuration: configuration)
        #if DEBUG
            scheduler.checksInvariants = true
        #endif
    }

    static func key(_ item: Int, collection: UInt16 = 1) -> LoadKey {
        LoadKey(collection: collection, item: UInt32(item), rendition: 320)
    }

    static func viewer(_ number: Int) -> ViewerID { ViewerID(rawValue: UInt64(number)) }

    var runningItems: [Int] { running.map(\.item) }
    var requested: [Int] { lastChange.requested.map { Int($0.item) } }
    var noLongerWanted: [Int] { lastChange.cancelled.map { Int($0.item) } }

    mutating func see(
        _ visible: some Sequence<Int>, ahead: some Sequence<Int> = [], viewer: Int = 1,
        attention: ViewerAttention = .active
    ) {
        let wants =
            visible.map { Want(Self.key($0), isVisible: true) } + ahead.map { Want(Self.key($0), isVisible: false) }
        see(viewer: viewer, wants: wants, attention: attention)
    }

    mutating func see(viewer: Int, wants: [Want], attention: ViewerAttention = .active) {
        var actions: [LoadAction] = []
        let ready = ready
        lastChange = scheduler.update(
            viewer: Self.viewer(viewer), wants: wants, attention: attention, now: now,
            known: { ready.contains(Int($0.item)) ? .ready : .unknown }, actions: &actions)
        carryOut(actions)
    }

    mutating func run(_ event: (inout LoadScheduler, Instant, inout [LoadAction]) -> Void) {
        var actions: [LoadAction] = []
        event(&scheduler, now, &actions)
        carryOut(actions)
    }

    @discardableResult
    mutating func end(
        _ item: Int, _ outcome: LoadOutcome = .loaded, byProduct: LoadKey? = nil, isFromSource: Bool = true
    ) -> LoadEnd? {
        guard let index = running.firstIndex(where: { $0.item == item }) else { return nil }
        return report(running.remove(at: index).token, outcome, byProduct: byProduct, isFromSource: isFromSource)
    }

    @discardableResult
    mutating func endStopping(
        _ item: Int, _ outcome: LoadOutcome = .stopped, byProduct: LoadKey? = nil
    ) -> LoadEnd? {
        guard let index = stopping.firstIndex(where: { $0.item == item }) else { return nil }
        return report(stopping.remove(at: index).token, outcome, byProduct: byProduct)
    }

    @discardableResult
    mutating func report(
        _ token: LoadToken, _ outcome: LoadOutcome, byProduct: LoadKey? = nil, isFromSource: Bool = true
    ) -> LoadEnd {
        var actions: [LoadAction] = []
        let end = scheduler.loadEnded(
            token, outcome, byProduct: byProduct, isFromSource: isFromSource, now: now, actions: &actions)
        carryOut(actions)
        return end
    }

    /// Reports that a running load takes long.
    mutating func slow(_ item: Int) {
        guard let load = running.first(where: { $0.item == item }) else { return }
        run { $0.loadIsSlow(load.token, now: $1, actions: &$2) }
    }

    /// Ends the oldest running loads one by one until none is left.
    mutating func finishAll() {
        while let next = running.first { end(next.item) }
    }

    /// Turns the clock, and ticks whenever the scheduler has asked for it.
    mutating func advance(_ seconds: Double) {
        let target = Instant(seconds: Double(now.nanoseconds) / 1e9 + seconds)
        while let deadline = scheduler.nextDeadline, deadline <= target {
            now = max(now, deadline)
            run { $0.tick(now: $1, actions: &$2) }
            if let next = scheduler.nextDeadline, next <= now {
                Issue.record("the timer spins: at \(now) the next tick is due at \(next)")
                break
            }
        }
        now = target
    }

    func state(_ item: Int) -> LoadState { scheduler.state(of: Self.key(item)) }

    private mutating func carryOut(_ actions: [LoadAction]) {
        for action in actions {
            switch action {
            case .start(let key, let token):
                let item = Int(key.item)
                if (running + stopping).contains(where: { $0.item == item }) { Issue.record("\(item) is loaded twice") }
                running.append((token, item))
                started.append(item)
            case .cancel(let key, let token):
                guard let index = running.firstIndex(where: { $0.token == token }) else {
                    Issue.record("\(key.item) is stopped, but does not run")
                    continue
                }
                stopping.append(running.remove(at: index))
                cancelled.append(Int(key.item))
            case .promote(let key, _):
                promoted.append(Int(key.item))
            }
        }
        let limit = scheduler.configuration.loaders + (lendsLoaders ? scheduler.configuration.slowLoads : 0)
        // Of a batch the first holds the loader of all.
        let held = (running + stopping).count { !scheduler.isRider($0.token) }
        if held > limit { Issue.record("\(held) loads at once") }
        if let problem = scheduler.brokenInvariant() { Issue.record("\(problem)") }
        while stopsAtOnce, let stopped = stopping.first { endStopping(stopped.item) }
    }
}
