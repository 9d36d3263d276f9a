import Dispatch
import Synchronization

/// A flag that is raised once, seen from every thread, and waited on by what sleeps.
///
/// Loads check it before they start and after each slow part, and never publish once it is up.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [Int: @Sendable () -> Void] = [:]
        var nextHandler = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Raises the flag and runs the handlers once, on this thread.
    package func cancel() {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            guard !state.isCancelled else { return [] }
            state.isCancelled = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Runs `handler` when the flag is raised; at once when it is up already.
    /// - Returns: what removes the handler.
    @discardableResult
    package func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
        let number = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.nextHandler += 1
            state.handlers[state.nextHandler] = handler
            return state.nextHandler
        }
        if number == nil { handler() }
        return Registration(owner: self, number: number)
    }

    /// Removes a handler that is no longer needed.
    package struct Registration: Sendable {
        fileprivate let owner: Cancellation
        fileprivate let number: Int?

        package func remove() {
            guard let number else { return }
            owner.state.withLock { _ = $0.handlers.removeValue(forKey: number) }
        }
    }
}

/// A value that one thread waits for and another gives, once.
final class OneShot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func fulfill(_ newValue: Value) {
        value.withLock { $0 = newValue }
        semaphore.signal()
    }

    /// Blocks until the value is there. For one waiter.
    func wait() -> Value {
        while true {
            semaphore.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
