import CollectionModel
import Synchronization

extension GridEngine {
    /// Starts to read a source again: cancels every running load, lists in the background, applies the difference.
    ///
    /// Progress and end come as events. While one runs, a second call returns the first one's identifier.
    /// - Parameters:
    ///   - id: the collection's identifier.
    ///   - acceptsEmpty: whether an empty listing empties the collection; otherwise it is taken for a disk that is not
    ///     mounted, and the order is kept.
    ///   - acceptsDeletes: whether the items are deleted that are held now (`ListingHold`), and are not listed again.
    /// - Returns: the refresh's identifier, and whether this call started it.
    /// - Throws: `.notFound`, `.opening`, or `.unsupported` when the source cannot be read again.
    package func refresh(
        _ id: String, acceptsEmpty: Bool = false, acceptsDeletes: Bool = false
    ) throws(GridError) -> (refresh: String, isNew: Bool) {
        let collection = try collection(id)
        guard collection.source.capabilities.refresh else {
            throw .unsupported(.notRefreshable(collection.source.title))
        }
        typealias Begun = (progress: RefreshProgress, held: Set<ItemOrdinal>, isNew: Bool)
        let (progress, held, isNew) = try collection.withOpenState { (state) throws(GridError) -> Begun in
            if let running = state.refresh { return (running, [], false) }
            let progress = RefreshProgress(
                refresh: "r\(state.version)-\(UInt32.random(in: 0...UInt32.max))", phase: .began, done: 0,
                total: state.snapshot.numberOfItems)
            state.refresh = progress
            return (progress, acceptsDeletes ? state.held : [], true)
        }
        guard isNew else { return (progress.refresh, false) }
        loads.cancelLoads(of: collection)
        viewers.post(.refresh(progress), to: collection)
        let isConfirmed: @Sendable (ItemOrdinal) -> Bool = { acceptsEmpty || held.contains($0) }
        background.async {
            self.runRefresh(of: collection, progress: progress, acceptsEmpty: acceptsEmpty, isConfirmed: isConfirmed)
            self.joinDataSets(of: collection)
        }
        return (progress.refresh, true)
    }

    private func runRefresh(
        of collection: LiveCollection, progress: RefreshProgress, acceptsEmpty: Bool,
        isConfirmed: @escaping @Sendable (ItemOrdinal) -> Bool
    ) {
        collection.reading.withLock { _ in
            let result: Result<SourceListing, SourceError>
            do throws(SourceError) {
                result = .success(
                    try collection.source.list(cancellation: Cancellation()) { found in
                        var news = progress
                        news.phase = .progress
                        news.done = found
                        self.viewers.post(.refresh(news), to: collection)
                    })
            } catch {
                result = .failure(error)
            }
            switch result {
            case .failure(let error):
                endRefresh(
                    of: collection, progress, done: 0,
                    reason: .sourceUnreadable(collection.source.title, cause: error.reason))
            case .success(let listing) where !acceptsEmpty && collection.isLost(in: listing):
                endRefresh(of: collection, progress, done: 0, reason: collection.lostReason)
            case .success(let listing):
                let found = listing.sections.reduce(0) { $0 + $1.items.count }
                let problem = apply(listing, to: collection, isConfirmed: isConfirmed)
                forgetPassingFailures(of: collection)
                endRefresh(of: collection, progress, done: found, reason: problem)
            }
        }
    }

    /// Brings a listing into a collection, and waits until that is durable.
    /// - Returns: why it was not, or was not all of it.
    func apply(
        _ listing: SourceListing, to collection: LiveCollection,
        isConfirmed: @escaping @Sendable (ItemOrdinal) -> Bool = { _ in false }
    ) -> Reason? {
        let (result, held) = made(of: listing, in: collection, isConfirmed: isConfirmed)
        if case .failure(let refusal) = result { return refusal.reason }
        return held.reason
    }

    /// Makes the difference to a listing, and waits until it is durable.
    /// - Returns: the change, or why it was not made; and what it does not delete.
    func made(
        of listing: SourceListing, in collection: LiveCollection,
        isConfirmed: @escaping @Sendable (ItemOrdinal) -> Bool
    ) -> (Result<CommittedChange, GridError>, ListingHold) {
        collection.state.withLock { $0.skipped = listing.skipped }
        // The order may change while the difference is computed: then it is computed again, on the writer.
        let prepared = RefreshedOrder(of: listing, after: Draft(of: collection), isConfirmed: isConfirmed)
        prepared.showTitles(in: collection)
        let hold = Mutex(prepared.hold)
        let result = commitAndWait(collection) { draft in
            let (patch, held) = prepared.made(on: &draft, of: listing)
            hold.withLock { $0 = held }
            return patch
        }
        let held = hold.withLock { $0 }
        if case .success = result { collection.take(held) }
        collection.storeTraces(in: store)
        readWaiting(of: collection, isListed: true)
        return (result, held)
    }

    /// Makes a change of the source's, and waits until it is durable.
    /// - Returns: the change, or why it was not made.
    func commitAndWait(
        _ collection: LiveCollection, _ change: @escaping @Sendable (inout Draft) -> Patch
    ) -> Result<CommittedChange, GridError> {
        let answer = OneShot<Result<CommittedChange, GridError>>()
        commits.submit(
            CommitQueue.Job(
                collection: collection, options: .none,
                change: { (draft) throws(GridError) in change(&draft) },
                completion: { answer.fulfill($0) }))
        return answer.wait()
    }

    /// A source can be read again: pictures that could not be read are tried again where they are wanted, also where
    /// other collections refer to them.
    func forgetPassingFailures(of collection: LiveCollection, where isMeant: (LoadFailure) -> Bool = { _ in true }) {
        let others = collections.withLock { $0.referring }.filter { $0 !== collection }
        loads.forgetPassingFailures(of: [collection] + others, where: isMeant)
    }

    private func endRefresh(of collection: LiveCollection, _ progress: RefreshProgress, done: Int, reason: Reason?) {
        collection.state.withLock {
            $0.refresh = nil
            $0.problem = reason
        }
        var news = progress
        news.phase = .ended
        news.done = done
        news.reason = reason
        viewers.post(.refresh(news), to: collection)
    }
}

extension LiveCollection {
    /// Whether a listing is empty and the collection is not: a folder whose disk is not mounted looks so.
    func isLost(in listing: SourceListing) -> Bool {
        listing.sections.allSatisfy(\.items.isEmpty) && state.withLock { $0.snapshot.numberOfItems } > 0
    }

    var lostReason: Reason { .sourceEmpty(source.title, count: state.withLock { $0.snapshot.numberOfItems }) }
}
