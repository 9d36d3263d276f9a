/// Loads that are done, that nobody wants any more and nobody has seen yet. A prediction comes and goes from event to event
/// while the picture lies in the cache: a load is wasted only when it stays unseen.
struct UnseenLoads: Sendable {
    /// So long it may still be seen.
    private static let patience = Duration.seconds(10)

    private struct Entry: Sendable {
        let key: UInt64
        let since: Instant
    }

    private var held: [UInt64: (seconds: Double, since: Instant)] = [:]
    /// In the order of their coming; what was taken back meanwhile is passed over.
    private var order: [Entry] = []
    private var first = 0

    /// When the oldest will count as wasted.
    var deadline: Instant? { first < order.count ? order[first].since + Self.patience : nil }

    mutating func add(_ key: LoadKey, seconds loadSeconds: Double, now: Instant) {
        held[key.rawValue] = (loadSeconds, now)
        order.append(Entry(key: key.rawValue, since: now))
    }

    /// Somebody wants it again.
    mutating func take(_ key: LoadKey) -> Double? {
        held.isEmpty ? nil : held.removeValue(forKey: key.rawValue)?.seconds
    }

    /// Loader-seconds of those that waited in vain. O(those).
    mutating func expire(_ now: Instant) -> Double {
        var wasted = 0.0
        while let deadline, deadline <= now {
            let (key, since) = (order[first].key, order[first].since)
            first += 1
            guard let load = held[key], load.since == since else { continue }
            held[key] = nil
            wasted += load.seconds
        }
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
        return wasted
    }
}
