import Downloads
import GridEngine

/// Blocking downloads, for loader threads.
struct PictureDownloads: Sendable {
    let downloader: Downloader

    init(_ downloader: Downloader) { self.downloader = downloader }

    /// Downloads a picture. Blocks; a cancellation closes the connection and ends the wait at once.
    /// - Parameters:
    ///   - address: of the picture.
    ///   - timeLeft: of the load; `nil` for all the time of a download. A silent server is waited for in its first half only: the
    ///     second one is for what is arriving.
    ///   - cancellation: stops the download.
    /// - Returns: a response with status 200 and a body.
    /// - Throws: why there is none.
    func picture(
        at address: WebAddress, timeLeft: Duration? = nil, cancellation: Cancellation
    ) throws(LoadFailure) -> DownloadAnswer {
        guard !cancellation.isCancelled else { throw .cancelled }
        let arrival = Arrival()
        var request = DownloadRequest(address)
        if let timeLeft {
            request.timeLimit = timeLeft
            request.slownessLimit = timeLeft - downloader.configuration.timeLimit / 2
        }
        let download = downloader.start(request) { arrival.come($0) }
        let registration = cancellation.onCancel { download.cancel() }
        defer { registration.remove() }
        let result = arrival.wait()
        guard !cancellation.isCancelled else { throw .cancelled }
        switch result {
        case .failure(let error): throw LoadFailure(error)
        case .success(let answer):
            if let failure = LoadFailure(status: answer.status, pause: answer.retryAfter) { throw failure }
            guard !answer.body.isEmpty else { throw .unavailable(.serverAnswerEmpty) }
            return answer
        }
    }
}
