import Prefetching

/// Limits the range events of one viewer: 200 a second, and 100 at once after a rest. Browsers send one a frame.
///
/// The generic cell rate algorithm (ITU-T I.371): one moment is all that is kept.
struct RangeRate: Sendable {
    static let perSecond = 200
    static let interval = Duration.seconds(1) / perSecond
    static let burst = 100
    /// How far ahead the next due moment may be.
    private static let slack = interval * (burst - 1)

    /// When everything granted so far would have been due at one event an interval.
    private var due = Instant.start

    /// Whether an event may be answered now; counts it then.
    mutating func take(at now: Instant) -> Bool {
        guard due <= now + Self.slack else { return false }
        due = max(due, now) + Self.interval
        return true
    }

    /// How long until the next may be answered.
    func wait(at now: Instant) -> Duration {
        max(.zero, due - now - Self.slack)
    }
}
