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
