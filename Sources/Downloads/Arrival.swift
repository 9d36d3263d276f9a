import Dispatch
import Synchronization

/// Hands the result of a download to a thread that waits for it.
package final class Arrival: Sendable {
    private let result = Mutex<Result<DownloadAnswer, DownloadError>>(.failure(.cancelled))
    private let isThere = DispatchSemaphore(value: 0)

    package init() {}

    /// Once.
    package func come(_ value: Result<DownloadAnswer, DownloadError>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    /// Blocks until it has come. Once.
    package func wait() -> Result<DownloadAnswer, DownloadError> {
        isThere.wait()
        return result.withLock { $0 }
    }
}
