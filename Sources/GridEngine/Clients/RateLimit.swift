import Prefetching

/// How often somebody may ask for something: so many times a second, and so many at once after a rest.
struct RateLimit: Sendable {
    /// The range events of one viewer. Browsers send one a frame.
    static let rangeEvents = RateLimit(perSecond: 200, burst: 100)
    /// The new queries and the counts of one client. Somebody who types sends ten.
    static let queries = RateLimit(perSecond: 20, burst: 40)

    let perSecond: Int
    fileprivate let interval: Duration
    /// How far ahead the next due moment may be.
    fileprivate let slack: Duration

    init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        interval = .seconds(1) / perSecond
        slack = interval * (burst - 1)
    }
}

/// What one asker has used of a limit: by the generic cell rate algorithm (ITU-T I.371), a moment is all that is kept.
struct RateMeter: Sendable {
    /// When everything granted so far would have been due at one an interval.
    private var due = Instant.start

    /// Whether one may be granted now; counts it then.
    mutating func take(at now: Instant, within limit: RateLimit) -> Bool {
        guard due <= now + limit.slack else { return false }
        due = max(due, now) + limit.interval
        return true
    }

    /// How long until the next may be granted.
    func wait(at now: Instant, within limit: RateLimit) -> Duration { max(.zero, due - now - limit.slack) }

    /// Whether it differs from one of somebody who has never asked.
    func matters(at now: Instant) -> Bool { due > now }
}
