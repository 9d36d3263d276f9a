import GridEngine
import Prefetching
import Synchronization

/// A clock that a test advances.
package final class ManualClock: EngineClock {
    private let time = Mutex(Instant.start)

    package init() {}

    package var now: Instant { time.withLock { $0 } }

    package func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }
}
