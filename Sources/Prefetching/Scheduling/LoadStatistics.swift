/// Counts since the start, for the dashboard and the simulator. Seconds are loader-seconds.
public struct LoadStatistics: Hashable, Sendable {
    /// Loads that were started, each try counted.
    public var started = 0
    /// Loads that ended well while they were wanted.
    public var loaded = 0
    /// Loads given up: a permanent error, or no tries left.
    public var failed = 0
    /// Tries after the first.
    public var retried = 0
    /// Running loads, begun as predicted, that came into view.
    public var promoted = 0
    /// Cancelled before a loader took them.
    public var cancelledQueued = 0
    /// Stopped while running.
    public var cancelledRunning = 0
    /// Results that came after their load was cancelled.
    public var dropped = 0
    /// Time on all loads.
    public var busySeconds = 0.0
    /// Time on loads that were stopped, or loaded and not seen until 10 s after the last that wanted them.
    public var wastedSeconds = 0.0

    package init() {}
}
