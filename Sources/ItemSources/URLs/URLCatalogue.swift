import Downloads
import GridEngine

/// The pictures of a source of URLs, in order, with their addresses. A value, read again at each refresh.
package protocol URLCatalogue: Sendable {
    /// In the order of the list. Revisions are those of the address alone.
    func sections(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> [SourceListing.Section]

    /// Lines that could not be used, by reason.
    var skipped: [Reason: Int] { get }

    /// O(1).
    func entry(_ id: String) -> URLEntry?
}

extension URLCatalogue {
    package var skipped: [Reason: Int] { [:] }
}

/// One picture in the web.
package struct URLEntry: Hashable, Sendable {
    package var id: String
    package var title: String
    /// `http` or `https`; checked when it was read.
    package var address: String
    /// Picture size in its own pixels where it is known.
    package var width: Int?
    package var height: Int?

    /// Of the address: another address is another content. Below 2⁵³, so that browsers hold it exactly.
    package var revision: UInt64

    /// Without a `revision`, it is derived from the address.
    package init(
        id: String, title: String, address: String, width: Int? = nil, height: Int? = nil, revision: UInt64? = nil
    ) {
        self.id = id
        self.title = title
        self.address = address
        self.width = width
        self.height = height
        self.revision =
            revision
            ?? UInt64(truncatingIfNeeded: ItemIdentifier.hash(address.utf8) >> 32) & 0x1f_ffff_ffff_ffff
    }
}

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
