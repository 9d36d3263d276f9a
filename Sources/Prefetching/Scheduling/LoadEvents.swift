/// A viewer's want of one key.
public struct Want: Hashable, Sendable {
    /// The load.
    public var key: LoadKey
    /// The cell is in view: it ages, it counts as blank until it is ready, and its running load is promoted.
    public var isVisible: Bool
    /// Goes before every load that is not urgent, of any viewer. Items in view that will be gone before they could be loaded are not.
    public var isUrgent: Bool
    /// Expected use ÷ expected cost; 0 where the order given says all. Items in view gain by age.
    public var score: Float
    /// The class by which the item's cost is expected.
    public var costClass: CostClass

    public init(
        _ key: LoadKey, isVisible: Bool, isUrgent: Bool? = nil, score: Float = 0, costClass: CostClass = .unknown
    ) {
        self.key = key
        self.isVisible = isVisible
        self.isUrgent = isUrgent ?? isVisible
        self.score = score
        self.costClass = costClass
    }
}

/// How a viewer's wants follow each other.
public enum WantOrder: Hashable, Sendable {
    /// Urgent ones first; then by score where any want has one, the larger first; then as given.
    case priority
    /// First come, first served, over all the viewer's events, as the reference programs do.
    case arrival
}

/// Whether a viewer is being looked at.
public enum ViewerAttention: Hashable, Sendable {
    /// The page is shown.
    case active
    /// The page is hidden: only what is in view is kept, after all others, and for a while only.
    case hidden
}

/// The engine's knowledge of a key of which the scheduler holds nothing.
public enum KnownState: Hashable, Sendable {
    /// The key is not known: it is loaded when it is wanted.
    case unknown
    /// It is in the caller's cache.
    case ready
    /// Loading it again would give the same failure.
    case failed
}

/// The state of a key.
public enum LoadState: Hashable, Sendable {
    /// Not wanted.
    case idle
    /// Wanted; it waits for a loader, or for its next try.
    case queued
    /// A loader has it.
    case loading
    /// It is loaded, as far as the scheduler knows.
    case ready
    /// A permanent error, or no tries left. `retry` starts again.
    case failed
}

/// An action for the engine. Actions are appended in the order in which they are to be carried out.
public enum LoadAction: Hashable, Sendable {
    /// Start it, and report its end by `loadEnded` with this token.
    case start(LoadKey, LoadToken)
    /// Stop it. The loader counts as taken until `loadEnded` reports this token, whatever the outcome.
    case cancel(LoadKey, LoadToken)
    /// A running load, begun as predicted, is in view now.
    case promote(LoadKey, LoadToken)
}

/// How a started load ended.
public enum LoadOutcome: Hashable, Sendable {
    /// It is in the caller's cache.
    case loaded
    /// The same again would fail again.
    case failed
    /// May work later: it is tried again, with growing pauses.
    case failedForNow
    /// Like `failedForNow`, but the source has said how long to wait at least.
    case busy(pause: Duration)
    /// Like `failedForNow`, but the caller itself lacked the means, so it says nothing about the source.
    case exhausted
    /// The content is not complete yet: tried again after a pause, without limit. It does not count as a failure.
    case notYet
    /// It was stopped, as asked by `.cancel`.
    case stopped
}

/// The meaning of a load's end to the viewers.
public enum LoadEnd: Hashable, Sendable {
    /// The key is ready or failed now; to be reported to the viewers that show it.
    case published(LoadState)
    /// It will be tried again; nothing to show yet.
    case willRetry
    /// The load had been cancelled: its result must not be shown.
    case dropped
}

/// The effect of one event on the loads, for the `prefetch` and `cancel` lists of its answer.
public struct InterestChange: Hashable, Sendable {
    /// Keys that this viewer newly wants ahead of need and that are not loaded yet, in order of priority.
    /// Items in view are not among them.
    public var requested: [LoadKey] = []
    /// Keys not loaded yet that this viewer wanted and that no viewer wants any more, in their old order of priority.
    public var cancelled: [LoadKey] = []
    /// Keys that this viewer newly wants and that need no load: ready already, or failed.
    public var found: [LoadKey] = []

    package init() {}
}
