/// Leaves a source alone that fails again and again: closed → open for a while → one load tests it → closed, or open
/// twice as long.
struct Breaker: Sendable {
    private enum State {
        case closed(failures: Int)
        case open(until: Instant)
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
    func mayStart(_ now: Instant) -> Bool {
        switch state {
        case .closed: true
        case .open(let until): now >= until
        case .testing: false
        }
    }

    /// When it is worth asking again; `nil` while loads may start or one is out.
    var reopens: Instant? {
        if case .open(let until) = state { until } else { nil }
    }

    mutating func started() {
        if case .open = state { state = .testing }
    }

    mutating func succeeded() {
        state = .closed(failures: 0)
        openings = 0
    }

    mutating func failed(_ now: Instant) {
        switch state {
        case .closed(let failures) where failures + 1 < limit:
            state = .closed(failures: failures + 1)
        case .closed, .testing:
            state = .open(until: now + pause * (1 << min(openings, 4)))
            openings += 1
        case .open:
            break
        }
    }

    /// The test load was called off: the next one may test.
    mutating func stopped(_ now: Instant) {
        if case .testing = state { state = .open(until: now) }
    }
}
