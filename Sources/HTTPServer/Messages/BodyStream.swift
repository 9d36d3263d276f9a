import CMicroHTTPD
import Dispatch
import Synchronization

/// A body that is used while it arrives, part by part: on a queue, or at once. The connection pauses while much of it waits for the queue:
/// memory is taken for a part, not for the body.
package final class BodyStream: Sendable {
    /// Minimum bytes of a part for a queue, but for the last one.
    private static let partBytes = 256 * 1024
    /// Waiting bytes beyond which the connection pauses.
    private static let waitingLimit = 1 << 20
    /// A stream's share of the budget of all bodies: what waits, and the part in use with what is left of the one before.
    static let countedBytes = 2 * waitingLimit

    fileprivate struct State {
        var waiting: [UInt8] = []
        /// Whether the queue will take a part.
        var isScheduled = false
        var refusal: ProblemDetails?
        var paused: ConnectionHandle?
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue?
    private let receive: @Sendable ([UInt8]) throws(ProblemDetails) -> Void
    private let respond: @Sendable (Responder) -> Void

    /// - Parameters:
    ///   - queue: a serial one, which may be shared: others take turns with this body after each part. `nil`: each part is used as soon as
    ///     it comes, on the connection's thread, which must not wait.
    ///   - receive: called on the queue with each part, in order. After it has thrown, the rest of the body is dropped.
    ///   - respond: called on the queue after the last part, unless the body was refused.
    package init(
        on queue: DispatchQueue?, receive: @escaping @Sendable ([UInt8]) throws(ProblemDetails) -> Void,
        respond: @escaping @Sendable (Responder) -> Void
    ) {
        self.queue = queue
        self.receive = receive
        self.respond = respond
    }

    /// Takes the next bytes. On the connection's thread.
    /// - Returns: why the body is refused.
    func append(_ part: UnsafeRawBufferPointer) -> ProblemDetails? {
        guard let queue else {
            use(Array(part))
            return state.withLock { $0.refusal }
        }
        return state.withLock { state in
            if let refusal = state.refusal { return refusal }
            state.waiting.append(contentsOf: part)
            schedule(on: queue, &state)
            return nil
        }
    }

    /// Suspends the connection while much waits. On the connection's thread, in its handler.
    func pauseWhenFull(_ handle: ConnectionHandle, _ register: () -> Bool) {
        // Registered before anything is suspended: the server's stop resumes the registered streams only.
        guard state.withLock({ $0.isFull }), register() else { return }
        state.withLock { state in
            // The library may go on with what it has received of a suspended connection.
            guard state.isFull, state.paused == nil else { return }
            // Under the lock: a connection must not be resumed before it is suspended.
            MHD_suspend_connection(handle.pointer)
            state.paused = handle
        }
    }

    /// Gives the rest to the receiver, then responds.
    func end(_ responder: Responder) {
        let end: @Sendable () -> Void = {
            self.use(self.state.withLock { $0.waiting.drain() })
            if let refusal = self.state.withLock({ $0.refusal }) {
                responder.respond(refusal.response)
            } else {
                self.respond(responder)
            }
        }
        if let queue { queue.async(execute: end) } else { end() }
    }

    /// Drops what waits and what comes.
    func refuse(_ refusal: ProblemDetails) {
        let paused = state.withLock { state in
            state.refusal = state.refusal ?? refusal
            state.waiting = []
            return state.paused.take()
        }
        if let paused { MHD_resume_connection(paused.pointer) }
    }

    private func schedule(on queue: DispatchQueue, _ state: inout State) {
        guard !state.isScheduled, state.waiting.count >= Self.partBytes else { return }
        state.isScheduled = true
        queue.async { self.usePart(on: queue) }
    }

    private func usePart(on queue: DispatchQueue) {
        let (part, paused) = state.withLock { ($0.waiting.drain(), $0.paused.take()) }
        // The lock lets only one caller come here per suspension, as libmicrohttpd requires.
        if let paused { MHD_resume_connection(paused.pointer) }
        use(part)
        state.withLock { state in
            state.isScheduled = false
            schedule(on: queue, &state)
        }
    }

    private func use(_ part: [UInt8]) {
        guard !part.isEmpty, state.withLock({ $0.refusal == nil }) else { return }
        do throws(ProblemDetails) { try receive(part) } catch { refuse(error) }
    }
}

extension BodyStream.State {
    fileprivate var isFull: Bool { waiting.count >= BodyStream.waitingLimit && refusal == nil && isScheduled }
}

extension [UInt8] {
    /// Leaves nothing behind.
    fileprivate mutating func drain() -> [UInt8] {
        defer { self = [] }
        return self
    }
}
