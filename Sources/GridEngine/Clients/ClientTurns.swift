import Dispatch
import Prefetching

/// Lets one client have so much at the same time under way, and no more: the rest of what it asks for waits, and delays nobody else.
/// Pure.
struct ClientTurns: Sendable {
    enum Entry: Equatable {
        case begins, waits
        /// The client has as many waiting as it may.
        case refused
    }

    /// Maximum number of a client under way at the same time.
    let width: Int
    /// Maximum number of its further ones that may wait.
    let limit: Int
    private var running: [String?: Int] = [:]
    /// Numbers, first come, first served.
    private var waiting: [String?: [Int]] = [:]

    init(width: Int, limit: Int) {
        self.width = width
        self.limit = limit
    }

    mutating func enter(_ number: Int, of origin: String?) -> Entry {
        if running[origin, default: 0] < width {
            running[origin, default: 0] += 1
            return .begins
        }
        guard waiting[origin, default: []].count < limit else { return .refused }
        waiting[origin, default: []].append(number)
        return .waits
    }

    /// One that had begun has ended.
    /// - Returns: the number of the next one, which begins.
    mutating func leave(_ origin: String?) -> Int? {
        if let next = waiting[origin]?.first {
            waiting[origin]?.removeFirst()
            if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
            return next
        }
        let left = running[origin, default: 0] - 1
        precondition(left >= 0, "a turn was given back that nobody had")
        running[origin] = left == 0 ? nil : left
        return nil
    }

    /// One that waits is wanted no longer.
    /// - Returns: whether it waited.
    mutating func withdraw(_ number: Int, of origin: String?) -> Bool {
        guard let index = waiting[origin]?.firstIndex(of: number) else { return false }
        waiting[origin]?.remove(at: index)
        if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
        return true
    }

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }
}

/// A rate: sustained calls per second, and the burst after a rest.
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

/// The use of a limit by one client: of the generic cell rate algorithm (ITU-T I.371), which keeps a moment alone.
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

extension DispatchQueue {
    /// Begins what has waited for its client's turn: range events and close looks. Work on it must not wait.
    static let turns = DispatchQueue(label: "lookahead.turns", qos: .userInitiated)
}
