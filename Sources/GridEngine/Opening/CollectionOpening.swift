import CollectionModel
import Synchronization

/// Brings a collection up: what the store remembers, then what the source has now, merged.
///
/// Everything slow is done outside of the collection's lock: the list of collections is available all the time.
struct CollectionOpening {
    let collection: LiveCollection
    let store: (any ChangeStore)?
    let commits: CommitQueue
    let postedMemory: PostedMemory
    /// Raised when the engine closes: a collection that was never shown is not waited for.
    let cancellation: Cancellation
    /// Called once the collection is open while its source is still being read.
    let openedEarly: @Sendable () -> Void
    /// Called with how much of the first listing was found.
    let report: @Sendable (RefreshProgress) -> Void

    /// Blocks while the source is read. On return the collection is open, also when its source could not be read and
    /// people only see the order that was stored.
    /// - Returns: whether it was open before, with a part of what the source has.
    /// - Throws: why the collection cannot be served.
    func run() throws(GridError) -> Bool {
        try announceRoot()
        let isRestored = try restore()
        // Such a source lists only stored items: without any, another server has deleted the collection meanwhile.
        if !isRestored, store != nil, collection.source.abilities.stored != nil {
            throw .notFound(.collection, id: collection.id)
        }
        var wasShown = false
        // Before the listing: what changes meanwhile is found at the next start.
        let revision = (try? collection.source.abilities.revised?.revision()) ?? nil
        if collection.source.abilities.stored == nil, !isListed(as: revision, isRestored: isRestored) {
            let (listing, isShown) = try list(isRestored: isRestored)
            guard !cancellation.isCancelled else { throw .shuttingDown }
            let isWhole = try isShown ? isCompleted(by: listing) : false
            if !isWhole { try settle(on: listing, isRestored: isRestored || isShown) }
            collection.state.withLock { $0.refresh = nil }
            wasShown = isShown
            if isShown {
                report(
                    RefreshProgress(refresh: RefreshProgress.opening, phase: .ended, done: itemCount, total: itemCount))
            }
            let isStored = collection.storeTraces(in: store)
            // Kept where all of it was taken over.
            if let revision, listing != nil, isStored, collection.state.withLock({ $0.problem == nil }) {
                try? store?.keep(revision, as: .revision, of: collection.id)
            }
        }
        let isNamedTwice = collection.state.withLock { state in
            state.isOpen = !state.isNamedTwice
            return state.isNamedTwice
        }
        if isNamedTwice { throw .notStored(.damaged("the identifiers of \(collection.id) have a duplicate")) }
        return wasShown
    }

    /// Whether the stored order is what the source would list.
    private func isListed(as revision: String?, isRestored: Bool) -> Bool {
        guard isRestored, let revision, let store else { return false }
        return ((try? store.note(.revision, of: collection.id)) ?? nil) == revision
    }

    private func announceRoot() throws(GridError) {
        guard let store, let root = collection.source.abilities.volume?.root else { return }
        do throws(StoreError) { try store.serve(collection.id, from: root) } catch { throw .notStored(error) }
    }

    /// Whether the store remembers the collection.
    private func restore() throws(GridError) -> Bool {
        guard let store else { return false }
        let stored: StoredCollection?
        let older: [StoredChange]
        do throws(StoreError) {
            stored = try store.restoreOrder(collection.id)
            older = try store.changes(of: collection.id, since: 0)
        } catch {
            throw .notStored(error)
        }
        guard let stored else { return false }
        do throws(StoreError) {
            let changes = try collection.restore(stored, log: older, share: PostedMemory.Share(of: postedMemory)) {
                (body) throws(StoreError) in try store.restoreAttributes(of: collection.id, body)
            }
            commits.forget(collection.id)
            commits.remember(older, as: changes, of: collection, operations: stored.changes.count * 2)
            let restored = changes.values.sorted { $0.patch.from < $1.patch.from }
            commits.notify { $0.collection(collection, didRestore: restored) }
        } catch {
            throw .notStored(error)
        }
        store.follow(collection.id, from: collection.head)
        return true
    }

    /// - Returns: what the source has, `nil` when it cannot be read and is shown as it was; and whether a part is shown already.
    private func list(isRestored: Bool) throws(GridError) -> (SourceListing?, isShown: Bool) {
        // A part of the listing does not have all that is stored, or that another server has found: it would be taken for gone.
        let isGradual = !isRestored && store?.isShared != true
        collection.state.withLock { $0.refresh = Self.progress(0) }
        let gradual = !isGradual ? nil : GradualOpening(open: openPart, add: addPart, report: reportFound)
        do throws(SourceError) {
            let progress: @Sendable (Int) -> Void = { found in
                self.collection.state.withLock { $0.refresh = Self.progress(found) }
                gradual?.note(found: found)
            }
            if let gradual, let source = collection.source.abilities.gradual {
                let listing = try source.list(
                    cancellation: cancellation, progress: progress, part: { gradual.show($0) })
                return (listing, gradual.isOpen)
            }
            return (try collection.source.list(cancellation: cancellation, progress: progress), false)
        } catch {
            if isRestored || gradual?.isOpen == true {
                note(.sourceUnreadableShownAsLeft(collection.source.title, cause: error.reason))
                return (nil, !isRestored)
            }
            throw .refused(.sourceUnreadable(collection.source.title, cause: error.reason))
        }
    }

    private func settle(on listing: SourceListing?, isRestored: Bool) throws(GridError) {
        guard let listing else { return }
        collection.state.withLock { $0.skipped = listing.skipped }
        guard isRestored else { return try create(from: listing) }
        // People find the order that they made, and their pictures when the disk is back.
        if collection.isLost(in: listing) { return note(collection.lostReason) }
        let change = RefreshedOrder(of: listing, after: Draft(of: collection))
        change.showTitles(in: collection)
        var hold = change.hold
        if !change.patch.isEmpty {
            do throws(GridError) { hold = try commitAndWait(listing, change) } catch {
                // The stored order can be shown; new items can be taken over when there is room.
                guard case .notStored(.diskFull) = error else { throw error }
                return note(error.reason)
            }
        }
        collection.take(hold)
        if let reason = hold.reason { note(reason) }
    }

    // MARK: Parts of a first listing

    private static func progress(_ found: Int) -> RefreshProgress {
        RefreshProgress(refresh: RefreshProgress.opening, phase: .progress, done: found, total: 0)
    }

    private var itemCount: Int { collection.state.withLock { $0.snapshot.numberOfItems } }

    private func reportFound(_ found: Int) { report(Self.progress(found)) }

    private func openPart(_ listing: SourceListing) -> Bool {
        guard (try? isCreated(from: listing)) == true else { return false }
        collection.state.withLock { $0.isOpen = true }
        openedEarly()
        return true
    }

    private func addPart(_ listing: SourceListing) -> Bool {
        let change = RefreshedOrder(of: listing, after: Draft(of: collection))
        change.showTitles(in: collection)
        guard !change.patch.isEmpty else { return true }
        return (try? commitAndWait(listing, change)) != nil
    }

    /// From this number of items on, the end of a first listing is stored as a whole order, and not as a change: it would have an insertion
    /// for each of them, which no viewer gets.
    private static let completedAtOnce = 100_000

    /// Stores the end of a large first listing, of which a part is shown already, and has viewers start over.
    /// - Returns: whether that was done: not where somebody has changed what is shown, or has sorted it.
    private func isCompleted(by listing: SourceListing?) throws(GridError) -> Bool {
        guard let listing, collection.isUntouched else { return false }
        let draft = Draft(of: collection)
        let change = RefreshedOrder(of: listing, after: draft, isCompared: false)
        // What the source has revised meanwhile is told by a change.
        guard change.newCount >= Self.completedAtOnce, !change.revisesItems else { return false }
        collection.state.withLock { $0.skipped = listing.skipped }
        do throws(StoreError) {
            guard try commits.replaceOrder(of: collection, by: change, cancellation: cancellation) else { return false }
        } catch {
            guard case .diskFull = error else { throw .notStored(error) }
            // What is shown stays.
            note(GridError.notStored(error).reason)
            return true
        }
        collection.take(change.hold)
        openedEarly()
        return true
    }

    /// Stores the first order; another server may have done so meanwhile.
    private func create(from listing: SourceListing) throws(GridError) {
        if try isCreated(from: listing) { return }
        guard try restore() else {
            throw .notStored(.failed("\(collection.id) was created and removed by others at the same time"))
        }
        try settle(on: listing, isRestored: true)
    }

    /// - Returns: whether this server stored the first order, and not another one.
    private func isCreated(from listing: SourceListing) throws(GridError) -> Bool {
        var draft = Draft(of: collection)
        RefreshedOrder(of: listing, after: draft).apply(to: &draft)
        draft.version = 1
        let isCreated: Bool
        do throws(StoreError) {
            isCreated = try commits.create(draft, cancellation: cancellation)
        } catch {
            throw .notStored(error)
        }
        guard isCreated else { return false }
        let head = collection.head
        store?.follow(collection.id, from: head)
        return true
    }

    private func note(_ problem: Reason) {
        collection.state.withLock { $0.problem = problem }
    }

    /// A listing that differs from what was stored is a change like any other.
    /// - Returns: what it did not delete.
    private func commitAndWait(
        _ listing: SourceListing, _ change: RefreshedOrder
    ) throws(GridError) -> ListingHold {
        let hold = Mutex(change.hold)
        let answer = OneShot<Result<CommittedChange, GridError>>()
        commits.submit(
            CommitQueue.Job(
                collection: collection, options: .none,
                change: { (draft) throws(GridError) in
                    let (patch, held) = change.made(on: &draft, of: listing)
                    hold.withLock { $0 = held }
                    return patch
                },
                completion: { answer.fulfill($0) }))
        _ = try answer.wait().get()
        return hold.withLock { $0 }
    }
}

extension SourceError {
    var reason: Reason {
        switch self {
        case .cancelled: .listingCancelled
        case .unreadable(let reason): reason
        }
    }
}
