import GridEngine
import Synchronization

/// Whether a collection is open, for those who wait for it.
final class Opening: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Void, any Error>])
        case ended(CollectionError?)
    }

    private let state = Mutex(State.waiting([]))

    func end(with result: Result<CollectionSummary, GridError>) {
        var error: CollectionError?
        if case .failure(let failure) = result { error = CollectionError(failure) }
        let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            guard case .waiting(let waiters) = state else { return [] }
            state = .ended(error)
            return waiters
        }
        for waiter in waiters { waiter.resume(with: error.map { .failure($0) } ?? .success(())) }
    }

    /// Waits until the collection is open.
    /// - Throws: why it cannot be served.
    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let ended = state.withLock { state -> Result<Void, any Error>? in
                switch state {
                case .waiting(let waiters):
                    state = .waiting(waiters + [continuation])
                    return nil
                case .ended(let error): return error.map { .failure($0) } ?? .success(())
                }
            }
            if let ended { continuation.resume(with: ended) }
        }
    }
}
