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

    mutating func take() { tokens -= 1 }

    mutating func giveBack() { tokens = min(burst, tokens + 1) }

    /// When the next start may pass; `nil` when one may now.
    var nextStart: Instant? {
        guard isEmpty, let filled else { return nil }
        return filled + Duration(seconds: (1 - tokens) / rate + 1e-6)
    }
}
