/// When changes that were noticed are read: once nothing more happens for a moment, and not one by one.
struct ChangeSettling {
    typealias Instant = ContinuousClock.Instant

    /// Changes are read when none has followed for this long.
    static let pause = Duration.milliseconds(250)
    /// The first of few changes waits no longer, whatever follows.
    static let longestWait = Duration.milliseconds(1000)
    /// More changes than this at once are a storm, …
    static let stormCount = 200
    /// … which is waited for until it is over, but no longer.
    static let longestStorm = Duration.seconds(10)

    private var first: Instant?
    private var last: Instant?
    private var count = 0

    mutating func note(at now: Instant) {
        first = first ?? now
        last = now
        count += 1
    }

    /// When to read; `nil` when nothing has changed.
    var due: Instant? {
        guard let first, let last else { return nil }
        return min(last + Self.pause, first + (count > Self.stormCount ? Self.longestStorm : Self.longestWait))
    }

    mutating func reset() { self = ChangeSettling() }
}
