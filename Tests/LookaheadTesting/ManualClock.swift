import GridEngine
import Synchronization

/// A clock that stands until a test moves it on.
package final class ManualClock: EngineClock {
    private let time = Mutex(Duration.zero)

    package init() {}

    package var now: Duration { time.withLock { $0 } }

    package func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }
}
