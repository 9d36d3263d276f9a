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
            guard !answer.body.isEmpty else { throw .unreadable(reason: "The server sent an empty answer.") }
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

extension LoadFailure {
    /// `nil` when the status says that the content follows.
    init?(status: Int) {
        switch status {
        case 200: return nil
        case 404, 410: self = .missing
        case 408, 425, 429, 500...599: self = .transient(reason: "The server answered with status \(status).")
        case 401, 403: self = .unreadable(reason: "The server does not give the picture out (status \(status)).")
        default: self = .unreadable(reason: "The server answered with status \(status).")
        }
    }

    init(_ error: DownloadError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .timedOut: .transient(reason: "The server took too long.")
            case .unreachable(let reason): .transient(reason: "The server could not be reached: \(reason).")
            case .tooManyRedirects: .unreadable(reason: "The server only sends on and on.")
            case .tooLarge(let limit): .unreadable(reason: "The picture is larger than \(limit >> 20) MB.")
            case .forbiddenAddress(let address):
                .unreadable(reason: "\(address) is a private address. --allow-private allows it.")
            case .refused(let reason): .unreadable(reason: "The server gave no proper answer: \(reason).")
            }
    }
}
