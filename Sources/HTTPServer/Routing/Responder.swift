import CMicroHTTPD
import Synchronization

/// Answers a request that was put off with `HTTPOutcome.later`, from any thread, once.
///
/// A responder that goes away unused answers 500, so that no connection sleeps for ever.
package final class Responder: Sendable {
    private let reply: PendingReply

    init(_ reply: PendingReply) { self.reply = reply }

    deinit {
        reply.answer(ProblemDetails(.internalServerError, "no answer was made").response)
    }

    /// `false` when an answer was given before (the server gives one itself when it stops); then nothing happens.
    @discardableResult
    package func respond(_ response: HTTPResponse) -> Bool { reply.answer(response) }

    /// Runs `handler` when the client is found gone before the answer was given (within about a second), or at once
    /// if it is known already. The answer must still be given; nobody will read it. One handler; a second replaces it.
    package func onDisconnect(_ handler: @escaping @Sendable () -> Void) { reply.onDisconnect(handler) }
}

/// The meeting place of a sleeping connection and whoever answers it.
final class PendingReply: Sendable {
    private enum Phase {
        /// The handler's closure still runs, on the connection's own thread.
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
        // The phase lets only one caller come here for each sleep, as libmicrohttpd demands.
        if wakes { MHD_resume_connection(handle.pointer) }
        return isFirst
    }

    /// Puts the connection to sleep unless the answer is here already. On the connection's thread, inside its handler.
    func sleepOrTake() -> HTTPResponse? {
        state.withLock { state in
            if case .answered(let response) = state.phase {
                state.phase = .taken
                return response
            }
            // Under the lock: nobody may wake a connection that does not sleep yet.
            MHD_suspend_connection(handle.pointer)
            state.phase = .asleep
            return nil
        }
    }

    /// The answer, when the connection has been woken for it.
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

/// A connection as libmicrohttpd knows it.
///
/// Unchecked: other threads pass it to `MHD_resume_connection` alone, and only while it sleeps (the sleeper's own lock
/// sees to that), when the library keeps it alive.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
