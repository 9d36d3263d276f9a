import Dispatch
import Downloads
import GridEngine
import Synchronization

/// Downloads for those who wait for them: loader threads.
struct PictureDownloads: Sendable {
    let downloader: Downloader

    init(_ downloader: Downloader) { self.downloader = downloader }

    /// Blocks until the picture is there. A cancellation closes the connection, and wakes this at once.
    func picture(at address: WebAddress, cancellation: Cancellation) throws(LoadFailure) -> DownloadAnswer {
        guard !cancellation.isCancelled else { throw .cancelled }
        let arrival = Arrival()
        let download = downloader.start(DownloadRequest(address)) { arrival.come($0) }
        let registration = cancellation.onCancel { download.cancel() }
        defer { registration.remove() }
        let result = arrival.wait()
        guard !cancellation.isCancelled else { throw .cancelled }
        switch result {
        case .failure(let error): throw LoadFailure(error)
        case .success(let answer):
            if let failure = LoadFailure(status: answer.status) { throw failure }
            guard !answer.body.isEmpty else { throw .unreadable(.serverAnswerEmpty) }
            return answer
        }
    }
}

/// Where a waiting thread meets its answer.
private final class Arrival: Sendable {
    private let result = Mutex<Result<DownloadAnswer, DownloadError>>(.failure(.cancelled))
    private let isThere = DispatchSemaphore(value: 0)

    func come(_ value: Result<DownloadAnswer, DownloadError>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Result<DownloadAnswer, DownloadError> {
        isThere.wait()
        return result.withLock { $0 }
    }
}
