import Synchronization

/// Those who follow the changes of a collection.
final class Following: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<CollectionChange>.Continuation] = [:]
        var newest = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Maximum number of changes that wait for a reader.
    private static let limit = 1000

    func stream() -> AsyncStream<CollectionChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CollectionChange.self, bufferingPolicy: .bufferingNewest(Self.limit))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.newest += 1
            state.readers[state.newest] = continuation
            return state.newest
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    var isWanted: Bool { state.withLock { !$0.readers.isEmpty } }

    func send(_ change: CollectionChange) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(change) }
    }

    func close() {
        let readers = state.withLock { state -> [AsyncStream<CollectionChange>.Continuation] in
            state.isClosed = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
