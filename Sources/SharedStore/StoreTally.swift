import GridEngine
import Synchronization

/// Counts that the parts of a store share. Read while any of them is at work.
final class StoreTally: Sendable {
    private struct State {
        var figures = StoreFigures()
        var seen = ContinuousClock.now
        /// When each lease of this server ends, by its collection's key and its task.
        var leases: [String: ContinuousClock.Instant] = [:]
        /// When the figures were last read, and the holders of leases.
        var wereRead: ContinuousClock.Instant?
        var holdersSeen: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    /// How long after a read the figures count as watched.
    private static let interest = Duration.seconds(10)

    var figures: StoreFigures {
        state.withLock { state in
            let now = ContinuousClock.now
            state.wereRead = now
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

    /// Whether it is time to ask who holds leases: once a second, while somebody reads the figures.
    var wantsHolders: Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            guard let wereRead = state.wereRead, now - wereRead < Self.interest else { return false }
            return state.holdersSeen.map { now - $0 >= .seconds(1) } ?? true
        }
    }

    func found(_ holders: [StoreFigures.Holder]) {
        state.withLock { state in
            state.figures.holders = holders
            state.holdersSeen = .now
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
