import Dispatch
import GridEngine

extension Cancellation {
    /// Blocks this thread for this time, or until the cancellation is raised.
    /// - Returns: `false` when the cancellation was raised.
    func wait(milliseconds: Int) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let registration = onCancel { semaphore.signal() }
        defer { registration.remove() }
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
        return !isCancelled
    }
}
