import Downloads
import GridEngine
import Hashing
import Synchronization

/// Pictures on the web, downloaded on demand. Cancelling a load closes its connection.
///
/// A refresh reads the list again and asks the servers whether downloaded contents have changed (by `ETag`, else by
/// `Last-Modified`); those that have get a new revision. Any thread; a new listing replaces the last at once.
package final class URLListSource: ItemSource, PlacedSource, TimedSource {
    package typealias Reading = @Sendable (Cancellation) throws(SourceError) -> any URLCatalogue

    package let id: String
    package let title: String
    package let capabilities: Capabilities
    package var abilities: SourceAbilities {
        SourceAbilities(places: self, timed: self, readsOriginalsWhole: true)
    }

    private let downloads: PictureDownloads
    private let validators: ContentValidators
    private let read: Reading
    private let catalogue = Mutex<(any URLCatalogue)?>(nil)

    /// - Parameters:
    ///   - id: the collection's identifier.
    ///   - title: the collection's title.
    ///   - capabilities: of the collection.
    ///   - downloader: used by this source only, with its address rule.
    ///   - validators: of the contents, as their servers gave them; kept over restarts when they have a file.
    ///   - read: reads the list, at the start and at each refresh. Called off the serving threads; may block.
    package init(
        id: String, title: String, capabilities: Capabilities = Capabilities(), downloader: Downloader,
        validators: ContentValidators = ContentValidators(), read: @escaping Reading
    ) {
        self.id = id
        self.title = title
        self.capabilities = capabilities
        self.validators = validators
        self.read = read
        downloads = PictureDownloads(downloader)
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let catalogue = try read(cancellation)
        var sections = try catalogue.sections(cancellation: cancellation, progress: progress)
        let isFirst = self.catalogue.withLock { $0 == nil }
        // At the start nothing is asked of anybody: the pictures that were shown last are shown again.
        if !isFirst { revalidate(sections, in: catalogue, cancellation) }
        guard !cancellation.isCancelled else { throw .cancelled }
        for section in sections.indices {
            for item in sections[section].items.indices {
                let entry = sections[section].items[item]
                sections[section].items[item].revision = validators.revision(of: entry.id, base: entry.revision)
            }
        }
        self.catalogue.withLock { $0 = catalogue }
        return SourceListing(sections: sections, skipped: catalogue.skipped)
    }

    package func item(_ id: String) -> SourceItem? {
        guard let entry = entry(id) else { return nil }
        return SourceItem(
            id: id, title: entry.title, revision: validators.revision(of: id, base: entry.revision),
            width: entry.width, height: entry.height)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try original(of: id, timeLeft: downloads.downloader.configuration.timeLimit, cancellation: cancellation)
    }

    package func original(
        of id: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        guard let entry = entry(id), let address = WebAddress(entry.address) else { throw .missing }
        let answer = try downloads.picture(at: address, timeLeft: timeLeft, cancellation: cancellation)
        validators.record(answer.validator, of: id, base: entry.revision)
        return .encoded(answer.body)
    }

    package func place(of id: String) -> OriginalPlace? { entry(id).map { .web($0.address) } }

    private func entry(_ id: String) -> URLEntry? { catalogue.withLock { $0 }?.entry(id) }

    private func revalidate(
        _ sections: [SourceListing.Section], in catalogue: any URLCatalogue, _ cancellation: Cancellation
    ) {
        var questions: [Revalidation.Question] = []
        for entry in sections.lazy.flatMap(\.items) {
            guard let validator = validators.validator(of: entry.id, base: entry.revision),
                let address = catalogue.entry(entry.id).flatMap({ WebAddress($0.address) })
            else { continue }
            questions.append(.init(id: entry.id, base: entry.revision, address: address, validator: validator))
        }
        let revalidation = Revalidation(downloads.downloader, questions)
        for change in revalidation.run(cancellation) {
            validators.change(of: change.question.id, base: change.question.base, to: change.validator)
        }
    }
}

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

    /// The content's revision, which follows the address. Below 2⁵³, so that browsers hold it exactly.
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
            ?? UInt64(truncatingIfNeeded: FNV1a.hash128(address.utf8) >> 32) & 0x1f_ffff_ffff_ffff
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
