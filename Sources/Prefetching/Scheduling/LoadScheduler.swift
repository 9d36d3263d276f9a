/// Decides which loads to start, in which order, and which to cancel. Events in, actions out; nothing else.
///
/// One load per key, however many viewers want it; a load is cancelled when no viewer wants it any more. A load that is urgent for any
/// viewer goes before those that are merely predicted; within one viewer its own order holds; between viewers the one that has been
/// served least goes next. Memory: the keys that are wanted or loading, nothing else.
///
/// Not thread-safe: the engine holds it under its lock. Every method that takes `now` expects a clock that does not go
/// back. Actions are appended to the caller's buffer and must be carried out in order, after the call.
public struct LoadScheduler: Sendable {
    /// The numbers it works by.
    public internal(set) var configuration: LoadConfiguration
    /// Counts since the start.
    public internal(set) var statistics = LoadStatistics()
    /// Expected costs, learned from the loads that ended.
    package var costs: CostModel

    var records: [LoadRecord] = []
    var freeSlots: [Int32] = []
    var slots: [UInt64: Int32] = [:]
    var running: [RunningLoad] = []
    /// Number of held requests that wait for a slot's key.
    var demands: [Int32: Int] = [:]
    /// Slots of records that wait for their next try. Few: the breaker stops a source that fails.
    var waiting: [Int32] = []
    var viewers: [ViewerRecord] = []
    var freeViewers: [Int32] = []
    var viewerSlots: [ViewerID: Int32] = [:]
    /// Viewers that may have something to start; one that has nothing is removed when it is met.
    var runnable: [Int32] = []
    /// Viewers whose page is hidden.
    var hidden: [Int32] = []
    /// When hidden viewers' loads may start again, since somebody who looks has moved; `nil` when they may.
    var hiddenPauseEnd: Instant?
    /// The share of the viewer that was served last: a viewer that comes back starts from here, not from its old credit.
    var servedLevel = 0.0
    /// Number of records that are wanted urgently and pending.
    var blanks = 0
    var bucket: TokenBucket
    var breakers: [UInt16: Breaker] = [:]
    var nextToken: UInt64 = 1
    /// A preview has been wanted at some time: full pictures then leave loaders to them.
    var hasPreviews = false
    var mark: UInt32 = 0
    var unseen = UnseenLoads()

    #if DEBUG
        /// Whether each mutation ends with a check of all invariants, O(keys × viewers). Tests switch it on.
        package var checksInvariants = false
    #endif

    /// A scheduler without viewers and loads.
    public init(configuration: LoadConfiguration = LoadConfiguration()) {
        self.configuration = configuration
        self.costs = CostModel(first: configuration.firstCost)
        self.bucket = TokenBucket(
            rate: max(configuration.startsPerSecond, 1),
            burst: max(configuration.startBurst, Double(2 * configuration.loaders)))
        // Requests that the server holds, as one more viewer.
        viewers.append(ViewerRecord(id: ViewerID(rawValue: .max)))
    }

    /// The state of a key. O(1).
    public func state(of key: LoadKey) -> LoadState {
        slots[key.rawValue].map { records[Int($0)].state } ?? .idle
    }

    /// Whether a key is wanted and neither ready nor failed. O(1).
    package func isPending(_ key: LoadKey) -> Bool {
        slots[key.rawValue].map { records[Int($0)].isWanted && records[Int($0)].isPending } ?? false
    }

    /// Whether a viewer has a key's cell in view. O(1).
    package func isVisible(_ key: LoadKey) -> Bool {
        slots[key.rawValue].map { records[Int($0)].visibleCount > 0 } ?? false
    }

    /// The viewers that want a key. O(viewers that do).
    public func viewers(wanting key: LoadKey) -> [ViewerID] {
        guard let slot = slots[key.rawValue] else { return [] }
        let record = records[Int(slot)]
        return ([record.firstViewer] + record.otherViewers).compactMap {
            $0 >= 0 && $0 != Self.demandViewer ? viewers[Int($0)].id : nil
        }
    }

    /// Loads that hold a loader, including cancelled ones that have not reported back. A batch of contents counts once.
    public var runningCount: Int { running.count { !$0.isRider } }

    /// Whether a load that has just started came with the one before it, in one batch.
    package func isRider(_ token: LoadToken) -> Bool { running.last { $0.token == token }?.isRider ?? false }

    /// Whether a key is wanted, or loading. O(1).
    package func isHeld(_ key: LoadKey) -> Bool { slots[key.rawValue] != nil }
    /// Keys that wait for a loader or for their next try. O(keys held).
    public var queuedCount: Int { slots.values.count { records[Int($0)].state == .queued } }
    /// Keys held in memory.
    package var keyCount: Int { slots.count }
    package var viewerCount: Int { viewerSlots.count }

    /// Changes the number of loaders, at least 1. Running loads finish, none is stopped.
    public mutating func setLoaders(_ count: Int, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        configuration.loaders = max(1, count)
        bucket.burst = max(configuration.startBurst, Double(2 * configuration.loaders))
        fill(now, &actions)
    }
}

extension LoadScheduler {
    /// The demand queue's place in `viewers`.
    static let demandViewer: Int32 = 0

    func slot(of key: LoadKey) -> Int32? { slots[key.rawValue] }

    /// Makes a record in the state that the engine knows of.
    mutating func insert(_ key: LoadKey, _ costClass: CostClass, _ known: KnownState) -> Int32 {
        var record = LoadRecord(
            key: key, costClass: costClass, expectedSeconds: Float(costs.expected(key, costClass)))
        switch known {
        case .unknown: break
        case .ready: record.phase = .ready
        case .failed: record.phase = .failed
        }
        if let seconds = unseen.reuse(key) {
            if known == .ready { record.loadSeconds = seconds } else { statistics.wastedSeconds += seconds }
        }
        let slot: Int32
        if let free = freeSlots.popLast() {
            slot = free
            records[Int(free)] = record
        } else {
            slot = Int32(records.count)
            records.append(record)
        }
        slots[key.rawValue] = slot
        if key.isPreview { hasPreviews = true }
        return slot
    }

    /// Removes a record that is neither wanted nor loading.
    mutating func removeIfIdle(_ slot: Int32, _ now: Instant) {
        let record = records[Int(slot)]
        guard !record.isWanted else { return }
        switch record.phase {
        case .loading, .stopping: return
        case .waiting: waiting.removeAll { $0 == slot }
        case .ready where !record.wasSeen && record.loadSeconds > 0:
            unseen.add(record.key, seconds: record.loadSeconds, now: now)
        default: break
        }
        slots[record.key.rawValue] = nil
        freeSlots.append(slot)
    }

    /// The only place that changes a phase: keeps the count of blanks, and wakes the viewers when a loader may take it.
    mutating func setPhase(_ slot: Int32, _ phase: LoadRecord.Phase) {
        let index = Int(slot)
        let wasBlank = records[index].isPending && records[index].urgentCount > 0
        records[index].phase = phase
        let isBlank = records[index].isPending && records[index].urgentCount > 0
        blanks += (isBlank ? 1 : 0) - (wasBlank ? 1 : 0)
        if phase == .queued, records[index].isWanted {
            wake(records[index].firstViewer)
            for viewer in records[index].otherViewers { wake(viewer) }
        }
    }

    /// Something of this viewer's may be startable again: look from the front.
    mutating func wake(_ viewer: Int32) {
        viewers[Int(viewer)].cursor = 0
        guard !viewers[Int(viewer)].isRunnable else { return }
        viewers[Int(viewer)].isRunnable = true
        viewers[Int(viewer)].served = max(viewers[Int(viewer)].served, servedLevel)
        runnable.append(viewer)
    }
}

extension LoadScheduler {
    /// A viewer's wants and the state of each, in its order of priority. For the dashboard; O(its wants).
    package func wants(of viewer: ViewerID) -> [(key: LoadKey, state: LoadState)] {
        guard let slot = viewerSlots[viewer] else { return [] }
        return viewers[Int(slot)].wants.map { (records[Int($0.slot)].key, records[Int($0.slot)].state) }
    }
}

/// Counts since the start, for the dashboard and the simulator. Seconds are loader-seconds.
public struct LoadStatistics: Hashable, Sendable {
    /// Loads that were started, each try counted.
    public var started = 0
    /// Loads that ended well while they were wanted.
    public var loaded = 0
    /// Loads given up: a permanent error, or no tries left.
    public var failed = 0
    /// Tries after the first.
    public var retried = 0
    /// Running loads, begun as predicted, that came into view.
    public var promoted = 0
    /// Cancelled before a loader took them.
    public var cancelledQueued = 0
    /// Stopped while running.
    public var cancelledRunning = 0
    /// Results that came after their load was cancelled.
    public var dropped = 0
    /// Time on all loads.
    public var busySeconds = 0.0
    /// Time on loads that were stopped, or loaded and not seen until 10 s after the last that wanted them.
    public var wastedSeconds = 0.0

    package init() {}
}
