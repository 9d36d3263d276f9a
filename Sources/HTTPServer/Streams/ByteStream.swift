import CMicroHTTPD
import Synchronization

/// A body of unknown length, sent from any thread, without a thread of its own: chunks wait in a short queue until the
/// connection's thread fetches them; an empty queue suspends the connection.
package final class ByteStream: Sendable {
    package struct Limits: Sendable {
        /// Maximum chunks in the queue.
        package var chunks = 256
        package var bytes = 256 * 1024

        package init() {}
    }

    package enum CloseReason: Sendable, Equatable {
        /// `close()` was called.
        case finished
        /// The client read too slowly: the queue passed its limits and was dropped.
        case overflow
        /// The client disconnected.
        case disconnected
        /// The server is stopping.
        case shutdown
    }

    /// Bytes, or a closure that makes them when the connection fetches them, on its thread, outside all locks.
    private enum Chunk {
        case bytes([UInt8])
        case promised(weight: Int, @Sendable () -> [UInt8])

        var weight: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .promised(let weight, _): weight
            }
        }
    }

    private struct State {
        var queue: [Chunk] = []
        /// Index of the first chunk that was not taken.
        var head = 0
        var queuedBytes = 0
        var connection: ConnectionHandle?
        var isAsleep = false
        var closed: CloseReason?
        /// The response has been released, so nothing more is fetched.
        var isDetached = false
        var closeHandler: (@Sendable (CloseReason) -> Void)?
    }

    private let state = Mutex(State())
    private let limits: Limits

    package init(limits: Limits = Limits()) { self.limits = limits }

    package var isClosed: Bool { state.withLock { $0.closed != nil } }

    /// Bytes that have not been fetched.
    package var queuedBytes: Int { state.withLock(\.queuedBytes) }

    /// Queues a chunk, which is shared, not copied. `false` when the stream is closed, or closes by this: over its
    /// limits it drops the queue and ends.
    @discardableResult
    package func send(_ chunk: [UInt8]) -> Bool {
        chunk.isEmpty ? !isClosed : enqueue(.bytes(chunk))
    }

    /// Queues a chunk that is made when the client is ready for it. May be called under any lock that `make` takes. `weight`
    /// is its estimated size in bytes.
    @discardableResult
    package func send(weight: Int, _ make: @escaping @Sendable () -> [UInt8]) -> Bool {
        enqueue(.promised(weight: weight, make))
    }

    private func enqueue(_ chunk: Chunk) -> Bool {
        let (isQueued, sleeper, ended) = state.withLock { state -> (Bool, ConnectionHandle?, Ended?) in
            guard state.closed == nil else { return (false, nil, nil) }
            if state.queue.count - state.head >= limits.chunks || state.queuedBytes + chunk.weight > limits.bytes {
                let ended = ByteStream.end(&state, .overflow)
                return (false, ByteStream.wake(&state), ended)
            }
            state.queue.append(chunk)
            state.queuedBytes += chunk.weight
            return (true, ByteStream.wake(&state), nil)
        }
        if let sleeper { MHD_resume_connection(sleeper.pointer) }
        ended?()
        return isQueued
    }

    /// Ends the body after what is queued. Harmless when it has ended.
    package func close() { close(.finished) }

    /// Runs `handler` once when the stream closes, on the thread that finds out; at once if it is closed. A second handler
    /// replaces the first.
    package func onClose(_ handler: @escaping @Sendable (CloseReason) -> Void) {
        let closed = state.withLock { state -> CloseReason? in
            if state.closed == nil { state.closeHandler = handler }
            return state.closed
        }
        if let closed { handler(closed) }
    }

    func close(_ reason: CloseReason) {
        let (sleeper, ended) = state.withLock { state in
            let ended = ByteStream.end(&state, reason)
            return (ByteStream.wake(&state), ended)
        }
        if let sleeper { MHD_resume_connection(sleeper.pointer) }
        ended?()
    }

    /// Sends `comment` unless something is queued.
    func heartbeat(_ comment: [UInt8]) {
        if state.withLock({ $0.queue.isEmpty && $0.isAsleep }) { send(comment) }
    }

    /// Gives the stream its connection. `false` when it has one: two readers would each get a part of it.
    func attach(_ connection: ConnectionHandle) -> Bool {
        state.withLock { state in
            guard state.connection == nil else { return false }
            state.connection = connection
            return true
        }
    }

    /// The response has been released, and perhaps the connection.
    func detach() {
        let ended = state.withLock { state in
            state.isDetached = true
            state.isAsleep = false
            return ByteStream.end(&state, .disconnected)
        }
        ended?()
    }

    enum Next {
        case bytes([UInt8])
        /// The queue is empty; the connection is suspended if that was allowed.
        case nothing
        case end
        /// The client has disconnected.
        case broken
    }

    /// Takes the next chunk; when there is none, suspends the connection if `sleeps`. Called on the connection's thread, in
    /// its content reader.
    func next(sleeps: Bool) -> Next {
        switch state.withLock({ ByteStream.dequeue(&$0, sleeps: sleeps) }) {
        case .chunk(.bytes(let bytes)): .bytes(bytes)
        case .chunk(.promised(_, let make)): .bytes(make())
        case .nothing: .nothing
        case .end: .end
        case .broken: .broken
        }
    }

    private enum Dequeued {
        case chunk(Chunk)
        case nothing
        case end
        case broken
    }

    private static func dequeue(_ state: inout State, sleeps: Bool) -> Dequeued {
        if state.head < state.queue.count {
            let chunk = state.queue[state.head]
            state.queue[state.head] = .bytes([])
            state.head += 1
            state.queuedBytes -= chunk.weight
            if state.head == state.queue.count {
                state.queue.removeAll(keepingCapacity: state.queue.capacity <= 16)
                state.head = 0
            }
            return .chunk(chunk)
        }
        guard state.closed == nil, let connection = state.connection else {
            return state.closed == .disconnected ? .broken : .end
        }
        if sleeps {
            // Under the lock: a connection must not be resumed before it is suspended.
            MHD_suspend_connection(connection.pointer)
            state.isAsleep = true
        }
        return .nothing
    }

    private typealias Ended = @Sendable () -> Void

    /// Marks the stream closed. The result is called outside the lock.
    private static func end(_ state: inout State, _ reason: CloseReason) -> Ended? {
        guard state.closed == nil else { return nil }
        state.closed = reason
        if reason != .finished {
            state.queue = []
            state.head = 0
            state.queuedBytes = 0
        }
        guard let handler = state.closeHandler else { return nil }
        state.closeHandler = nil
        return { handler(reason) }
    }

    private static func wake(_ state: inout State) -> ConnectionHandle? {
        guard state.isAsleep else { return nil }
        state.isAsleep = false
        return state.connection
    }
}

/// A connection as libmicrohttpd knows it.
///
/// Unchecked: other threads only pass it to `MHD_resume_connection`, and only while it is suspended (guarded by the lock
/// of what suspended it), when the library keeps it alive.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
