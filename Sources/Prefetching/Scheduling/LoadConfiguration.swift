/// The scheduler's numbers.
public struct LoadConfiguration: Hashable, Sendable {
    /// Loads that run at once, at least 1.
    public var loaders = 4
    /// Maximum slow loads that run beside them.
    public var slowLoads = 32
    /// The fate of a running load that no viewer wants any more.
    public var abandonment = Abandonment.afterGrace(.milliseconds(100))
    /// Maximum tries of a load that fails for now, including the first.
    public var tries = 3
    /// Pause before the second try; it doubles with each further one, give or take a quarter.
    public var retryPause = Duration.milliseconds(500)
    /// The least time that a load which nobody wants any more may take to finish, from its start, where finishing is worth it.
    public var finishTime = Duration.seconds(2)
    /// The time of a load, from its first start to its end: all tries and the pauses between them. No try begins in its second
    /// half, which belongs to what is arriving by then.
    public var timeLimit = Duration.seconds(60)
    /// Pause after a load whose content was not all there yet, a file that is still being copied.
    package var settlingPause = Duration.seconds(2)
    /// Starts that may end in a cancel, a second and in a burst. A load that ends well gives its start back, and what
    /// is cancelled while it is queued takes none.
    public var startsPerSecond = 80.0
    /// How many of these starts may come at once.
    public var startBurst = 25.0
    /// Failures of a collection one after another, all for now, after which it is left alone for a while.
    public var breakerFailures = 8
    /// How long at first; doubles up to sixteen times that while the one load that tests it fails.
    public var breakerPause = Duration.seconds(2)
    /// How long a hidden viewer's visible items are still loaded.
    public var hiddenPatience = Duration.seconds(10)
    /// They wait until nobody who looks has moved for this long.
    package var hiddenPause = Duration.milliseconds(500)
    /// A visible item's score doubles after this time, triples after twice the time, and so on.
    public var agingTime = Duration.milliseconds(500)
    /// Full pictures that take longer than this, in seconds, leave a quarter of the loaders to previews.
    public var longLoad = 0.25
    /// Maximum contents that one loader takes at once.
    package var batchLimit = 256
    /// Expected seconds of a load nothing is known of yet.
    public var firstCost = 0.1

    /// The fate of a load that no viewer wants any more.
    public enum Abandonment: Hashable, Sendable {
        /// Stopped with the event that cancels it.
        case atOnce
        /// Stopped once it has been unwanted this long. One that has run for half its expected time by then may finish, for the
        /// disk cache, within twice its expected time or `finishTime`. A reversal within the time takes it back.
        case afterGrace(Duration)
        /// Always finishes.
        case never
    }

    /// The usual numbers.
    public init() {}
}

/// Limits starts a second, with a burst. A start whose load ends well is given back, so only loads that are cancelled while
/// they run slow the others down.
struct TokenBucket: Sendable {
    let rate: Double
    var burst: Double
    private var tokens: Double
    private var filled: Instant?

    init(rate: Double, burst: Double) {
        self.rate = rate
        self.burst = burst
        self.tokens = burst
    }

    mutating func refill(_ now: Instant) {
        if let filled, now > filled { tokens = min(burst, tokens + rate * now.seconds(since: filled)) }
        filled = now
    }

    var isEmpty: Bool { tokens < 1 }

    mutating func spend() { tokens -= 1 }

    mutating func giveBack() { tokens = min(burst, tokens + 1) }

    /// When the next start may pass; `nil` when one may now.
    var nextStart: Instant? {
        guard isEmpty, let filled else { return nil }
        return filled + Duration(seconds: (1 - tokens) / rate + 1e-6)
    }
}
