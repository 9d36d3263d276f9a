import Dispatch
import Synchronization

/// Downloads over HTTP, any number at once, on one thread of its own. The only importer of libcurl; knows nothing of grids.
///
/// A download that is cancelled has its connection closed: the server stops to send. Connections that came to their end
/// well are used again. Any thread may call.
package final class Downloader: Sendable {
    package typealias Completion = @Sendable (Result<DownloadAnswer, DownloadError>) -> Void

    package let configuration: Configuration
    private let loop: TransferLoop

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        loop = TransferLoop(configuration: configuration)
        loop.startThread()
    }

    deinit { loop.stop() }

    /// Starts a download. `completion` is called exactly once, on the downloader's thread: it may not block.
    /// A status is an answer, whatever it says.
    package func start(_ request: DownloadRequest, completion: @escaping Completion) -> Download {
        Download(number: loop.start(request, completion), loop: loop)
    }

    /// Cancels what runs and ends the thread. Later downloads are cancelled at once.
    package func close() { loop.stop() }
}

/// A download under way.
package struct Download: Sendable {
    let number: Int
    let loop: TransferLoop

    /// Closes its connection. Its completion is called with `.cancelled`, unless it has ended before.
    package func cancel() { loop.cancel(number) }
}

extension Downloader {
    /// Every limit of a downloader.
    package struct Configuration: Sendable {
        /// The addresses that may be connected to.
        package var addresses = AddressRule.publicOnly
        /// From the start, redirects included.
        package var timeLimit = Duration.seconds(60)
        package var connectTimeLimit = Duration.seconds(10)
        /// Minimum speed in bytes per second.
        package var leastSpeed = 512
        /// Maximum time below the minimum speed.
        package var slownessLimit = Duration.seconds(15)
        /// Maximum size of one body.
        package var sizeLimitBytes = 256 * 1024 * 1024
        package var redirectLimit = 5
        package var connectionsPerHost = 8
        package var connections = 64
        package var userAgent = "Lookahead"

        package init() {}
    }
}

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
