import CollectionModel

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

    /// Blocks while the source is read. On return the collection is open, also when its source could not be read and
    /// people only see the order that was stored.
    /// - Throws: why the collection cannot be served.
    func run() throws(GridError) {
        try announceRoot()
        let isRestored = try restore()
        // Of some the store remembers all there is.
        if !(collection.source is any StoredSource) {
            let listing = try list(isRestored: isRestored)
            guard !cancellation.isCancelled else { throw .shuttingDown }
            try settle(on: listing, isRestored: isRestored)
        }
        collection.state.withLock { $0.isOpen = true }
    }

    private func announceRoot() throws(GridError) {
        guard let store, let root = collection.source.root else { return }
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
        var state = CollectionState()
        var contents = PostedContents()
        try state.restore(stored, log: older)
        do throws(StoreError) {
            try store.restoreAttributes(of: collection.id) { state.restore($0, contents: &contents) }
        } catch {
            throw .notStored(error)
        }
        // A store may keep them with their changes until the next checkpoint.
        for change in stored.changes {
            for attributes in change.attributes { state.restore(attributes, contents: &contents) }
        }
        let names = state.listedNames
        if !names.isEmpty { collection.source.adopt(names) }
        let answers = try answers(in: older)
        if let source = collection.source as? any StoredSource {
            (source as? any PostedSource)?.adopt(contents, of: state.items)
            state.postedShare = PostedMemory.Share(of: postedMemory)
            state.countPosted(source)
        }
        commits.noteRestored(collection.id, operations: stored.changes.count * 2, answers: answers)
        collection.state.withLock { $0 = state }
        store.follow(collection.id, from: StoredHead(version: state.version, stamp: state.stamp))
        return true
    }

    private func answers(
        in log: [StoredChange]
    ) throws(GridError) -> [(key: String, change: CommittedChange)] {
        var answers: [(key: String, change: CommittedChange)] = []
        for change in log {
            guard let key = change.idempotencyKey else { continue }
            guard let patch = try? Patch(decoding: change.patch) else {
                throw .notStored(.damaged("change \(change.version) of \(collection.id) cannot be read"))
            }
            let versioned = VersionedPatch(from: change.version - 1, to: change.version, patch: patch)
            answers.append(
                (key, CommittedChange(collection: collection.id, patch: versioned, identities: collection)))
        }
        return answers
    }

    private func list(isRestored: Bool) throws(GridError) -> SourceListing? {
        do throws(SourceError) {
            return try collection.source.list(cancellation: cancellation) { found in
                self.collection.state.withLock {
                    $0.refresh = RefreshProgress(refresh: "opening", phase: .progress, done: found, total: 0)
                }
            }
        } catch {
            if isRestored {
                note(.sourceUnreadableShownAsLeft(collection.source.title, cause: error.reason))
                return nil
            }
            throw .refused(.sourceUnreadable(collection.source.title, cause: error.reason))
        }
    }

    private func settle(on listing: SourceListing?, isRestored: Bool) throws(GridError) {
        collection.state.withLock { $0.refresh = nil }
        guard let listing else { return }
        collection.state.withLock { $0.skipped = listing.skipped }
        guard isRestored else { return try create(from: listing) }
        // People find the order that they made, and their pictures when the disk is back.
        if collection.isLost(in: listing) { return note(collection.lostReason) }
        let change = RefreshedOrder(of: listing, after: Draft(of: collection))
        change.showTitles(in: collection)
        if !change.patch.isEmpty { try commitAndWait(listing, change) }
    }

    /// Stores the first order; another server may have done so meanwhile.
    private func create(from listing: SourceListing) throws(GridError) {
        var draft = Draft(of: collection)
        RefreshedOrder(of: listing, after: draft).apply(to: &draft)
        draft.version = 1
        let isCreated: Bool
        do throws(StoreError) {
            isCreated = try commits.create(draft, cancellation: cancellation)
        } catch {
            throw .notStored(error)
        }
        if isCreated {
            let head = collection.state.withLock { StoredHead(version: $0.version, stamp: $0.stamp) }
            store?.follow(collection.id, from: head)
        } else if try restore() {
            try settle(on: listing, isRestored: true)
        } else {
            throw .notStored(.failed("\(collection.id) was created and removed by others at the same time"))
        }
    }

    private func note(_ problem: Reason) {
        collection.state.withLock { $0.problem = problem }
    }

    /// A listing that differs from what was stored is a change like any other.
    private func commitAndWait(_ listing: SourceListing, _ change: RefreshedOrder) throws(GridError) {
        let answer = OneShot<Result<CommittedChange, GridError>>()
        commits.submit(
            CommitQueue.Job(
                collection: collection, options: .none,
                change: { (draft) throws(GridError) in change.made(on: &draft, of: listing) },
                completion: { answer.fulfill($0) }))
        _ = try answer.wait().get()
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
