/// Loads that are done, that nobody wants any more and nobody has seen yet. A prediction comes and goes from event to event
/// while the picture lies in the cache: a load is wasted only when it stays unseen. Memory: the loads of some seconds, however
/// often each is wanted and let go.
struct UnseenLoads: Sendable {
    /// So long it may still be seen; up to twice as long where it was wanted again.
    private static let patience = Duration.seconds(10)

    /// When each was wanted last, and what it took; `nil` while somebody wants it again.
    private var loads: [UInt64: (seconds: Double?, since: Instant)] = [:]
    /// Their keys, each once, in the order of their coming. What was wanted again meanwhile waits on at the end.
    private var order: [(key: UInt64, since: Instant)] = []
    private var first = 0

    /// When to look at the oldest.
    var deadline: Instant? { first < order.count ? order[first].since + Self.patience : nil }

    mutating func add(_ key: LoadKey, seconds: Double, now: Instant) {
        if loads.updateValue((seconds, now), forKey: key.rawValue) == nil { order.append((key.rawValue, now)) }
    }

    /// Somebody wants it again.
    mutating func take(_ key: LoadKey) -> Double? {
        guard !loads.isEmpty, let load = loads[key.rawValue] else { return nil }
        loads[key.rawValue] = (nil, load.since)
        return load.seconds
    }

    /// Loader-seconds of those that waited in vain. O(those that came as long ago).
    mutating func expire(_ now: Instant) -> Double {
        var wasted = 0.0
        while let deadline, deadline <= now {
            let key = order[first].key
            first += 1
            guard let load = loads[key] else { continue }
            if load.seconds != nil, load.since + Self.patience > now {
                order.append((key, load.since))
            } else {
                wasted += load.seconds ?? 0
                loads[key] = nil
            }
        }
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
        return wasted
    }
}
