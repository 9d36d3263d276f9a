import Synchronization

/// Work that one thread does at a time, and once more where somebody has asked for it meanwhile. Any thread.
final class OneAtATime: Sendable {
    private enum State { case resting, working, wantedAgain }

    private let state = Mutex(State.resting)

    /// Whether the caller is to begin. Otherwise whoever works is to go on.
    func begin() -> Bool {
        state.withLock { state in
            defer { state = state == .resting ? .working : .wantedAgain }
            return state == .resting
        }
    }

    var isResting: Bool { state.withLock { $0 == .resting } }

    /// Whether the one who works is to begin once more; else the work is over.
    func goesOn() -> Bool {
        state.withLock { state in
            defer { state = state == .wantedAgain ? .working : .resting }
            return state == .wantedAgain
        }
    }
}
