import GridEngine
import Synchronization

/// What the parts of a store count together. Read while any of them is at work.
final class StoreTally: Sendable {
    private struct State {
        var figures = StoreFigures()
        var seen = ContinuousClock.now
        /// When each lease of this server ends, by its collection's key and its task.
        var leases: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())

    var figures: StoreFigures {
        state.withLock { state in
            let now = ContinuousClock.now
            state.leases = state.leases.filter { $0.value > now }
            var figures = state.figures
            figures.leasesHeld = state.leases.count
            figures.unseenSeconds = (now - state.seen) / .seconds(1)
            return figures
        }
    }

    func connected() { state.withLock { $0.figures.connections += 1 } }

    /// - Parameters:
    ///   - name: of the lease.
    ///   - seconds: the time for which it is this server's.
    func leased(_ name: String, for seconds: Int) {
        state.withLock {
            $0.figures.leases += 1
            $0.leases[name] = .now + .seconds(seconds)
        }
    }

    /// All heads were looked at.
    func looked() { state.withLock { $0.seen = .now } }

    func adopted(_ count: Int) { state.withLock { $0.figures.adopted += count } }

    func committed(_ outcomes: [AppendOutcome], in time: Duration) {
        state.withLock { state in
            state.figures.commitSeconds += time / .seconds(1)
            for outcome in outcomes {
                switch outcome {
                case .stored: state.figures.appends += 1
                case .overtaken(let changes, _):
                    state.figures.overtaken += 1
                    state.figures.adopted += changes.count
                case .lost, .gone: break
                }
            }
        }
    }
}
