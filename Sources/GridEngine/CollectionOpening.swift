import CollectionModel

/// Brings a collection up: what the store remembers, then what the source has now, merged.
struct CollectionOpening {
    let collection: LiveCollection
    let store: (any ChangeStore)?
    let commits: CommitQueue

    /// Blocks while the source is read. On return the collection is open, also when its source could not be read and
    /// people only see the order that was stored.
    func run() throws(GridError) {
        let restored = try restore()
        let listing = try list(isRestored: restored != nil)
        try settle(on: listing, restored: restored)
        collection.state.withLock { $0.isOpen = true }
    }

    /// The version that the stored order had, or `nil` when there is none.
    private func restore() throws(GridError) -> Int? {
        guard let store else { return nil }
        let stored: StoredCollection?
        let older: [StoredChange]
        do throws(StoreError) {
            stored = try store.restore(collection.id)
            older = try store.changes(of: collection.id, since: 0)
        } catch {
            throw .notStored(error)
        }
        guard let stored else { return nil }
        let version = try collection.state.withLock { state -> Result<Int, GridError> in
            do throws(GridError) { return .success(try state.restore(stored, log: older)) } catch {
                return .failure(error)
            }
        }.get()
        commits.noteRestored(
            collection, operations: stored.changes.count * 2)
        return version
    }

    private func list(isRestored: Bool) throws(GridError) -> SourceListing? {
        do throws(SourceError) {
            return try collection.source.list(cancellation: Cancellation()) { found in
                self.collection.state.withLock {
                    $0.refresh = RefreshProgress(refresh: "opening", phase: .progress, done: found, total: 0)
                }
            }
        } catch {
            if isRestored { return nil }
            throw .refused(reason: "\(collection.source.title) cannot be read: \(error.reason)")
        }
    }

    private func settle(on listing: SourceListing?, restored: Int?) throws(GridError) {
        collection.state.withLock { $0.refresh = nil }
        guard let listing else { return }
        let refreshed = RefreshedOrder(collection: collection, listing: listing)
        if restored != nil {
            let change = try refreshed.change(from: Draft(of: collection))
            guard !change.patch.isEmpty else {
                refreshed.noteRevisions()
                return
            }
            try commitAndWait(change)
        } else {
            collection.state.withLock { state in
                state.snapshot = refreshed.target(from: Snapshot())
                state.version = 1
            }
            refreshed.noteRevisions()
            guard let store else { return }
            do throws(StoreError) { try commits.writeFirst(collection, to: store) } catch { throw .notStored(error) }
        }
    }

    /// A listing that differs from what was stored is a change like any other.
    private func commitAndWait(_ change: RefreshedOrder.Change) throws(GridError) {
        let answer = OneShot<Result<CommittedChange, GridError>>()
        commits.submit(
            CommitQueue.Job(
                collection: collection, options: .none,
                change: { (draft) throws(GridError) in
                    change.apply(to: &draft)
                    return change.patch
                }, completion: { answer.fulfill($0) }))
        _ = try answer.wait().get()
    }
}

extension CollectionState {
    /// Takes over what the store remembers: the checkpoint, then the changes since.
    fileprivate mutating func restore(_ stored: StoredCollection, log older: [StoredChange]) throws(GridError) -> Int {
        for id in stored.items { _ = items.intern(id) }
        for section in stored.sections {
            _ = sections.intern(section.id)
            sectionTitles.append(section.title)
        }
        do {
            var order = try Snapshot(
                sections: stored.checkpoint.sections.map { section in
                    (SectionOrdinal(rawValue: section.ordinal), section.items.map { ItemOrdinal(rawValue: $0) })
                })
            version = stored.checkpoint.version
            for change in stored.changes {
                if !change.patch.isEmpty { try order.apply(Patch(decoding: change.patch)) }
                version = change.version
            }
            for change in older where change.version <= version && !change.patch.isEmpty {
                let patch = try Patch(decoding: change.patch)
                log.append(VersionedPatch(from: change.version - 1, to: change.version, patch: patch))
            }
            snapshot = order
        } catch {
            throw .notStored(.damaged("the stored order of \(stored.checkpoint.collection) cannot be read: \(error)"))
        }
        for attributes in stored.attributes {
            guard let json = attributes.json, let overlay = Overlay(stored: json) else { continue }
            overlays[ItemOrdinal(rawValue: attributes.item)] = overlay
        }
        for change in stored.revisions { setRevision(change.revision, of: ItemOrdinal(rawValue: change.item)) }
        return version
    }
}

extension SourceError {
    var reason: String {
        switch self {
        case .cancelled: "it was called off"
        case .unreadable(let reason): reason
        }
    }
}
