import Synchronization

/// Sends each value to all who read at that time.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Element>.Continuation] = [:]
        var newest = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Maximum number of values that wait for a reader; a slower one loses the oldest.
    private let limit = 1000

    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(limit))
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

    func send(_ value: Element) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(value) }
    }

    /// Ends all that are read, and those that begin later.
    func close() {
        let readers = state.withLock { state -> [AsyncStream<Element>.Continuation] in
            state.isClosed = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
