/// Finished loads that no viewer wants any more and that were never in view. A prediction comes and goes from event to event
/// while the picture is in the cache: a load is wasted only when it stays unseen. Memory: the loads of some seconds,
/// independent of how often each is wanted and released.
struct UnseenLoads: Sendable {
    /// Time within which a load may still be seen; up to twice that where it was wanted again.
    private static let patience = Duration.seconds(10)

    /// When each was wanted last, and what it took; `nil` while it is wanted again.
    private var loads: [UInt64: (seconds: Double?, since: Instant)] = [:]
    /// Their keys, each once, in order of release. A key that was wanted again meanwhile is moved to the end.
    private var order: [(key: UInt64, since: Instant)] = []
    private var first = 0

    /// When to look at the oldest.
    var deadline: Instant? { first < order.count ? order[first].since + Self.patience : nil }

    mutating func add(_ key: LoadKey, seconds: Double, now: Instant) {
        if loads.updateValue((seconds, now), forKey: key.rawValue) == nil { order.append((key.rawValue, now)) }
    }

    /// It is wanted again.
    mutating func reuse(_ key: LoadKey) -> Double? {
        guard !loads.isEmpty, let load = loads[key.rawValue] else { return nil }
        loads[key.rawValue] = (nil, load.since)
        return load.seconds
    }

    /// Loader-seconds of the loads whose time is over. O(loads that were released as long ago).
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
