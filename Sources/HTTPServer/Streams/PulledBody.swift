import CMicroHTTPD
import Synchronization

/// The link between a source of pieces and the connection that sends them: two pieces wait at most, and with none the connection is
/// suspended.
final class PulledBody: Sendable {
    /// While one is being sent, the next is made.
    private static let pieceLimit = 2

    private struct State {
        var ready: [[UInt8]] = []
        var isMaking = false
        var end: ByteStream.Next?
        var connection: ConnectionHandle?
        var isAsleep = false
    }

    private let source: any BodySource
    private let state = Mutex(State())

    init(_ source: any BodySource) { self.source = source }

    /// Gives the body its connection. `false` when it has one.
    func attach(_ connection: ConnectionHandle) -> Bool {
        state.withLock { state in
            guard state.connection == nil else { return false }
            state.connection = connection
            return true
        }
    }

    /// Takes the next piece; when there is none, suspends the connection if `sleeps`. Called on the connection's thread, in its
    /// content reader.
    func next(sleeps: Bool) -> ByteStream.Next {
        let (next, makes) = state.withLock { state -> (ByteStream.Next, Bool) in
            var next = ByteStream.Next.nothing
            if !state.ready.isEmpty {
                next = .bytes(state.ready.removeFirst())
            } else if let end = state.end {
                next = end
            } else if sleeps, let connection = state.connection {
                // Under the lock: a connection must not be resumed before it is suspended.
                MHD_suspend_connection(connection.pointer)
                state.isAsleep = true
            }
            return (next, PulledBody.begins(&state))
        }
        if makes { make() }
        return next
    }

    /// Closes the body when its reader has gone or the server stops: it ends incomplete, and the reader can see that.
    func close() {
        let sleeper = state.withLock { state in
            state.end = .broken
            state.ready = []
            return PulledBody.wake(&state)
        }
        if let sleeper { MHD_resume_connection(sleeper.pointer) }
    }

    /// The response has been released, and perhaps the connection.
    func detach() {
        state.withLock { state in
            state.isAsleep = false
            state.end = .broken
            state.ready = []
        }
    }

    private func make() {
        source.makeNext { piece in
            let (makes, sleeper) = self.state.withLock { state -> (Bool, ConnectionHandle?) in
                state.isMaking = false
                if state.end == nil {
                    switch piece {
                    case .bytes(let bytes): state.ready.append(bytes)
                    case .end: state.end = .end
                    case .failed: state.end = .broken
                    }
                }
                return (PulledBody.begins(&state), PulledBody.wake(&state))
            }
            if let sleeper { MHD_resume_connection(sleeper.pointer) }
            if makes { self.make() }
        }
    }

    /// Whether the next piece is to be made now.
    private static func begins(_ state: inout State) -> Bool {
        guard !state.isMaking, state.end == nil, state.ready.count < pieceLimit else { return false }
        state.isMaking = true
        return true
    }

    private static func wake(_ state: inout State) -> ConnectionHandle? {
        guard state.isAsleep else { return nil }
        state.isAsleep = false
        return state.connection
    }
}

/// Makes a body on threads of its own, piece by piece, as fast as the client takes it: files from a disk that
/// may be slow, and what other processes make, must not hold up a serving thread.
package protocol BodySource: Sendable {
    /// Makes the next piece. Calls never overlap.
    /// - Parameter deliver: to be called once, on any thread.
    func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void)
}

package enum BodyPiece: Sendable {
    case bytes([UInt8])
    /// There is no more.
    case end
    /// The body cannot be finished: the connection is closed, so that the client does not take what it has for all.
    case failed
}
