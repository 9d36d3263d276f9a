/// Counts since the start, for the dashboard and the simulator. Seconds are loader-seconds.
package struct LoadStatistics: Hashable, Sendable {
    package var started = 0
    package var loaded = 0
    package var failed = 0
    package var retried = 0
    package var promoted = 0
    /// Cancelled before a loader took them.
    package var cancelledQueued = 0
    /// Stopped while running.
    package var cancelledRunning = 0
    /// Results that came after their load was cancelled.
    package var dropped = 0
    package var busySeconds = 0.0
    /// Time on loads that were stopped, or loaded and not seen until 10 s after the last that wanted them.
    package var wastedSeconds = 0.0

    package init() {}
}
