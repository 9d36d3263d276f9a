/// Leaves a source alone that fails again and again: closed → open for a while → half open: one load tests it → closed, or
/// open for twice as long.
struct Breaker: Sendable {
    private enum State {
        case closed(failures: Int)
        case open(until: Instant)
        /// The pause is over: the next load tests the source.
        case halfOpen
        /// One load is out to test the source.
        case testing
    }

    private let limit: Int
    private let pause: Duration
    private var state = State.closed(failures: 0)
    private var openings = 0

    init(limit: Int, pause: Duration) {
        self.limit = limit
        self.pause = pause
    }

    /// Whether a load of this source may start.
    var mayStart: Bool {
        switch state {
        case .closed, .halfOpen: true
        case .open, .testing: false
        }
    }

    /// When its pause ends; `nil` unless it is open.
    var reopens: Instant? {
        if case .open(let until) = state { until } else { nil }
    }

    /// Ends a pause that is over. From then on no time is waited for: whatever still keeps the test from starting is an event.
    mutating func endPause(_ now: Instant) {
        if case .open(let until) = state, until <= now { state = .halfOpen }
    }

    /// A load of this source starts.
    /// - Returns: whether it tests the source.
    mutating func started() -> Bool {
        guard case .halfOpen = state else { return false }
        state = .testing
        return true
    }

    mutating func failed(_ now: Instant) {
        switch state {
        case .closed(let failures) where failures + 1 < limit:
            state = .closed(failures: failures + 1)
        case .closed, .testing:
            state = .open(until: now + pause * (1 << min(openings, 4)))
            openings += 1
        case .open, .halfOpen:
            break
        }
    }

    /// The load that tests the source was cancelled: the next one tests it.
    mutating func stopped() {
        if case .testing = state { state = .halfOpen }
    }
}
