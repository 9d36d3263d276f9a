/// One key that is wanted or loading.
struct LoadRecord: Sendable {
    enum Phase: Sendable, Equatable {
        case queued
        /// Failed for now; queued again at the given moment.
        case waiting(until: Instant)
        case loading(LoadToken)
        /// Cancelled, but its loader has not reported back yet.
        case stopping(LoadToken)
        case ready
        case failed
    }

    let key: LoadKey
    let costClass: CostClass
    /// Changed by `LoadScheduler.setPhase` only, which keeps the counts.
    var phase = Phase.queued
    /// Viewers that want it; the first one is held in place, since most keys have just one.
    var firstViewer: Int32 = -1
    var otherViewers: [Int32] = []
    var visibleCount: Int32 = 0
    var urgentCount: Int32 = 0
    /// Number of failed tries.
    var failures: UInt8 = 0
    /// When its first try began; `nil` when none has since it was wanted, or since it ended.
    var firstStarted: Instant?
    /// Since when it has been in view, for ageing.
    var visibleSince = Instant.start
    /// It was in view at some time since its load began.
    var wasSeen = false
    /// The time that its finished load took.
    var loadSeconds = 0.0
    var expectedSeconds: Float
    /// Marks of the event that met it last: one among the old wants, one among the new.
    var oldMark: UInt32 = 0
    var newMark: UInt32 = 0

    init(key: LoadKey, costClass: CostClass, expectedSeconds: Float) {
        self.key = key
        self.costClass = costClass
        self.expectedSeconds = expectedSeconds
    }

    var isWanted: Bool { firstViewer >= 0 }
    var viewerCount: Int { (firstViewer >= 0 ? 1 : 0) + otherViewers.count }

    mutating func addViewer(_ viewer: Int32) {
        if firstViewer < 0 { firstViewer = viewer } else { otherViewers.append(viewer) }
    }

    mutating func removeViewer(_ viewer: Int32) {
        if firstViewer == viewer {
            firstViewer = otherViewers.popLast() ?? -1
        } else if let index = otherViewers.firstIndex(of: viewer) {
            otherViewers.swapAt(index, otherViewers.count - 1)
            otherViewers.removeLast()
        }
    }

    /// Neither ready nor failed: in view, this is a blank.
    var isPending: Bool {
        switch phase {
        case .queued, .waiting, .loading, .stopping: true
        case .ready, .failed: false
        }
    }

    var state: LoadState {
        switch phase {
        case .queued, .waiting: .queued
        case .loading: .loading
        case .stopping: isWanted ? .queued : .idle
        case .ready: .ready
        case .failed: .failed
        }
    }
}

/// A load that a loader works on.
struct RunningLoad: Sendable {
    let token: LoadToken
    let slot: Int32
    let started: Instant
    /// It gives its collection's breaker the answer.
    let isTest: Bool
    /// When it was wanted last; `nil` while it is wanted.
    var unwantedSince: Instant?
    /// It takes long, and another load has taken its loader.
    var isSlow = false
    /// It came with the load before it in one batch, and holds no loader of its own.
    var isRider = false
    /// How many loads share its time.
    var batchCount = 1
}

/// A viewer's wants in order of priority, and its share of the loaders.
struct ViewerRecord: Sendable {
    struct Held: Sendable {
        let slot: Int32
        var isVisible: Bool
        var isUrgent: Bool
    }

    let id: ViewerID
    var wants: [Held] = []
    /// Wants before this index are not waiting for a loader.
    var cursor = 0
    /// Whether it is in the scheduler's list of viewers that may have something to start.
    var isRunnable = false
    /// Loader-seconds spent for it, cost split over all who wanted them; lifted to the others' level after a pause.
    var served = 0.0
    var attention = ViewerAttention.active
    /// Whether it is nobody's: work in the background.
    var isWork = false
    var isLooking: Bool { attention == .active && !isWork }
    /// When a hidden viewer's wants are dropped.
    var withdrawAt: Instant?
    /// A free place in the table.
    var isGone = false
}
