import Prefetching

/// Time for the engine: the server's monotonic clock, or a test's.
package protocol EngineClock: Sendable {
    /// Never decreases.
    var now: Instant { get }
}

package struct MonotonicClock: EngineClock {
    private let start = ContinuousClock.now

    package init() {}

    package var now: Instant { .start + (ContinuousClock.now - start) }
}
