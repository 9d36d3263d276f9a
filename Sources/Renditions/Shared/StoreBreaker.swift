/// Whether a store is worth asking. After failures in a row it is left alone, so that a dead one costs nobody anything;
/// then somebody in the background tries it, at longer and longer intervals. Pure: time is an argument.
struct StoreBreaker {
    enum Advice { case ask, leaveAlone, probe }

    /// Failures in a row after which a store is left alone. One that says what is wrong with the request is at once.
    static let patience = 3
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(30)

    /// Why it is left alone; `nil` while it is asked.
    private(set) var trouble: String?
    private var failures = 0
    private var pause = firstPause
    private var nextProbe: ContinuousClock.Instant?

    /// The decision about a call. A caller that is told to probe reports the outcome.
    mutating func advice(at now: ContinuousClock.Instant) -> Advice {
        guard trouble != nil else { return .ask }
        guard let next = nextProbe, now >= next else { return .leaveAlone }
        // One at a time.
        nextProbe = nil
        return .probe
    }

    /// - Returns: whether it is left alone from now on, and was not before.
    mutating func fail(_ reason: String, isLasting: Bool, at now: ContinuousClock.Instant) -> Bool {
        failures += 1
        if trouble != nil {
            // A late call that began before, or a probe: only that one changes the pause.
            if nextProbe == nil {
                pause = min(pause * 2, Self.longestPause)
                nextProbe = now + pause
                trouble = reason
            }
            return false
        }
        guard isLasting || failures >= Self.patience else { return false }
        trouble = reason
        pause = Self.firstPause
        nextProbe = now + pause
        return true
    }

    /// - Returns: whether it is asked again from now on.
    mutating func succeed() -> Bool {
        failures = 0
        guard trouble != nil else { return false }
        (trouble, nextProbe) = (nil, nil)
        return true
    }
}
