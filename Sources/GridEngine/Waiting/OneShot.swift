import Dispatch
import Synchronization

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
