/// How many range events of one viewer are answered: 200 a second, and 100 at once after a rest. Browsers send one a frame.
///
/// The generic cell rate algorithm (ITU-T I.371): one moment is all that is kept.
struct RangeRate: Sendable {
    static let perSecond = 200
    static let interval = Duration.seconds(1) / perSecond
    static let burst = 100
    /// How far what is due may lie ahead. Said once: multiplying durations is a division of 128 bits.
    private static let slack = interval * (burst - 1)

    /// When all that was granted would have been due, one each interval.
    private var due = Duration.zero

    /// Whether an event may be answered now; counts it then.
    mutating func take(at now: Duration) -> Bool {
        guard wait(at: now) <= .zero else { return false }
        due = max(due, now) + Self.interval
        return true
    }

    /// How long until the next may be answered.
    func wait(at now: Duration) -> Duration {
        max(.zero, due - now - Self.slack)
    }
}

/// The newest range event that waits for its turn, and who waits for the answer.
struct HeldRange: Sendable {
    var event: RangeEvent
    var completion: @Sendable (Result<RangeAnswer, GridError>) -> Void
}
