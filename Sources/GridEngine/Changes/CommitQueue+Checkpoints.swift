import CollectionModel

extension CommitQueue {
    /// Identifiers that have ordinals and are not stored yet.
    func newIdentifiers(
        of collection: LiveCollection
    ) -> (items: StoredIdentifiers, sections: [StoredSection]) {
        let (storedItems, storedSections) = bookkeeping.withLock {
            ($0[collection.id]?.storedItems ?? 0, $0[collection.id]?.storedSections ?? 0)
        }
        // The tables are copied, in O(1): naming millions of items under the lock would block every viewer.
        let tables = collection.state.withLock { state in
            state.items.count > storedItems || state.sections.count > storedSections
                ? (state.items, state.sections, state.sectionTitles) : nil
        }
        guard let (items, sections, titles) = tables else { return ([], []) }
        return (
            StoredIdentifiers(of: items, from: storedItems),
            (storedSections..<sections.count).map {
                StoredSection(ordinal: UInt32($0), id: sections[UInt32($0)], title: titles[$0])
            }
        )
    }

    /// Counts what a transaction stored, not what the table holds by now: a refresh may have added to it meanwhile, and
    /// what it added must go with the next.
    func noteStored(_ collection: String, items: Int, sections: Int) {
        bookkeeping.withLock {
            $0[collection, default: CommitBookkeeping()].storedItems += items
            $0[collection, default: CommitBookkeeping()].storedSections += sections
        }
    }

    /// Forgets a collection that was deleted. Another may take its identifier.
    func forget(_ collection: String) {
        bookkeeping.withLock { $0[collection] = nil }
    }

    /// Notes what is on disk already, after `restore`. `operations` is their number since the checkpoint, `answers` are changes
    /// with their idempotency keys, oldest first.
    func noteRestored(
        _ collection: String, items: Int, sections: Int, operations: Int,
        answers: [(key: String, change: CommittedChange)]
    ) {
        bookkeeping.withLock {
            $0[collection, default: CommitBookkeeping()].storedItems = items
            $0[collection, default: CommitBookkeeping()].storedSections = sections
            $0[collection, default: CommitBookkeeping()].operationsSinceCheckpoint = operations
            for (key, change) in answers { $0[collection]?.remember(change, for: key) }
        }
    }

    /// Writes the whole order once the changes since would take long to replay. On the commit queue only.
    func checkpointIfWanted(_ collection: LiveCollection, pendingLimit: Int? = nil) throws(StoreError) {
        guard let store else { return }
        let pending = bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint ?? 0 }
        let count = collection.state.withLock { $0.snapshot.numberOfItems }
        guard pending > pendingLimit ?? max(1000, count / 50) else { return }
        try writeCheckpoint(collection, to: store)
    }

    /// Writes the whole order. Called on the commit queue, or before the collection is open. `attributes` and `postedTitle`
    /// are those of a new collection that was posted.
    /// - Throws: why it is not written; the stored order is the one before.
    func writeCheckpoint(
        _ collection: LiveCollection, to store: any ChangeStore,
        attributes: any AttributeRows = [StoredChange.Attributes](),
        postedTitle: String? = nil,
        cancellation: Cancellation = Cancellation()
    ) throws(StoreError) {
        let (version, snapshot) = collection.state.withLock { ($0.version, $0.snapshot) }
        let new = newIdentifiers(of: collection)
        var sections: [StoredOrder.Section] = []
        var first = 0
        for (index, count) in snapshot.itemCounts.enumerated() {
            var items: [UInt32] = []
            items.reserveCapacity(count)
            snapshot.forEachItem(inFlat: first..<first + count) { _, _, item in items.append(item.rawValue) }
            sections.append(StoredOrder.Section(ordinal: snapshot.section(at: index).rawValue, items: items))
            first += count
        }
        try store.checkpoint(
            StoredOrder(
                collection: collection.id, version: version, sections: sections, newItems: new.items,
                newSections: new.sections, attributes: attributes, postedTitle: postedTitle,
                postingKey: collection.postingKey),
            cancellation: cancellation)
        noteStored(collection.id, items: new.items.count, sections: new.sections.count)
        bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint = 0 }
    }

    /// Writes a collection's first order, on the commit queue; blocks until it is durable.
    /// - Throws: why it is not; `.failed` when it was cancelled.
    func writeFirst(
        _ collection: LiveCollection, to store: any ChangeStore, cancellation: Cancellation
    ) throws(StoreError) {
        let answer = OneShot<Result<Void, StoreError>>()
        perform {
            do throws(StoreError) {
                try self.writeCheckpoint(collection, to: store, cancellation: cancellation)
                answer.fulfill(.success(()))
            } catch {
                answer.fulfill(.failure(error))
            }
        }
        try answer.wait().get()
    }
}
