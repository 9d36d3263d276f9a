import CMicroHTTPD
import Synchronization

/// Responds to a request that was deferred with `HTTPOutcome.later`: once, on any thread.
///
/// A responder that is released unused responds with 500, so that no connection stays suspended.
package final class Responder: Sendable {
    private let reply: PendingReply

    init(_ reply: PendingReply) { self.reply = reply }

    deinit {
        reply.answer(ProblemDetails(.internalServerError, "the handler produced no response").response)
    }

    /// - Returns: `false` when there was a response before (the server responds itself when it stops); nothing happens then.
    @discardableResult
    package func respond(_ response: HTTPResponse) -> Bool { reply.answer(response) }

    /// Runs `handler` when the client disconnects before the response (found within about a second), or at once if it has
    /// already. A response is still required, although no one reads it. A second handler replaces the first.
    package func onDisconnect(_ handler: @escaping @Sendable () -> Void) { reply.onDisconnect(handler) }
}

/// The link between a suspended connection and its responder.
final class PendingReply: Sendable {
    private enum Phase {
        /// The handler's closure is running, on the connection's thread.
        case running
        case asleep
        case answered(HTTPResponse)
        case taken
    }

    private struct State {
        var phase = Phase.running
        var isPeerGone = false
        var disconnectHandler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let handle: ConnectionHandle

    init(_ handle: ConnectionHandle) { self.handle = handle }

    @discardableResult
    func answer(_ response: HTTPResponse) -> Bool {
        let (isFirst, wakes) = state.withLock { state -> (Bool, Bool) in
            switch state.phase {
            case .running:
                state.phase = .answered(response)
                return (true, false)
            case .asleep:
                state.phase = .answered(response)
                return (true, true)
            case .answered, .taken: return (false, false)
            }
        }
        // The phase lets only one caller come here per suspension, as libmicrohttpd requires.
        if wakes { MHD_resume_connection(handle.pointer) }
        return isFirst
    }

    /// Suspends the connection unless there is a response already. Called on the connection's thread, in its handler.
    func sleepOrTake() -> HTTPResponse? {
        state.withLock { state in
            if case .answered(let response) = state.phase {
                state.phase = .taken
                return response
            }
            // Under the lock: a connection must not be resumed before it is suspended.
            MHD_suspend_connection(handle.pointer)
            state.phase = .asleep
            return nil
        }
    }

    /// The response, when the connection has been resumed for it.
    func take() -> HTTPResponse? {
        state.withLock { state in
            guard case .answered(let response) = state.phase else { return nil }
            state.phase = .taken
            return response
        }
    }

    func onDisconnect(_ handler: @escaping @Sendable () -> Void) {
        let runsNow = state.withLock { state in
            if !state.isPeerGone { state.disconnectHandler = handler }
            return state.isPeerGone
        }
        if runsNow { handler() }
    }

    func peerIsGone() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            state.isPeerGone = true
            defer { state.disconnectHandler = nil }
            return state.disconnectHandler
        }
        handler?()
    }
}

/// The result of a handler: a response, or a promise of one.
package enum HTTPOutcome: Sendable {
    case respond(HTTPResponse)
    /// Runs the closure at once, on the server's thread; any thread may respond afterwards. The connection is suspended
    /// meanwhile and needs no thread. The request is no longer valid in the closure.
    case later(@Sendable (Responder) -> Void)
}

/// Responds to a request, or refuses it by throwing a problem. Runs on one of the server's threads, of which there is one
/// per core: a handler that would block returns `.later`.
package typealias HTTPHandler = @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome
