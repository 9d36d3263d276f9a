import CollectionModel

extension CommitQueue {
    /// Forgets a collection that was deleted. Another may take its identifier.
    func forget(_ collection: String) {
        bookkeeping.withLock { $0[collection] = nil }
    }

    /// Remembers changes that are stored already.
    /// - Parameters:
    ///   - stored: the changes, oldest first.
    ///   - changes: the same by version, as far as they are known.
    ///   - collection: theirs.
    ///   - operations: how many there are more since the checkpoint.
    func remember(
        _ stored: [StoredChange], as changes: [Int: CommittedChange], of collection: LiveCollection, operations: Int
    ) {
        bookkeeping.withLock { bookkeeping in
            bookkeeping[collection.id, default: CommitBookkeeping()].operationsSinceCheckpoint += operations
            for row in stored {
                guard let key = row.idempotencyKey, let change = changes[row.version] else { continue }
                bookkeeping[collection.id]?.remember(change, for: StoredKey(stored: key))
            }
        }
    }

    /// Writes the whole order once the changes since would take long to replay. On the commit queue only.
    func checkpointIfWanted(_ collection: LiveCollection, pendingLimit: Int? = nil) throws(StoreError) {
        guard let store else { return }
        let pending = bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint ?? 0 }
        let (count, version, snapshot, marks) = collection.state.withLock {
            ($0.snapshot.numberOfItems, $0.version, $0.snapshot, $0.marks)
        }
        guard pending > pendingLimit ?? max(1000, count / 50) else { return }
        // Where another server does it, this one counts anew.
        if try store.lease(.checkpoint, of: collection.id) {
            let parts = marks.changedParts.sorted().map {
                StoredMarks(part: $0, bytes: marks.encode(marks.record(ofPart: $0)))
            }
            let order = StoredOrder(
                collection: collection.id, version: version, sections: snapshot.storedSections, marks: parts)
            try store.checkpoint(order)
            collection.dropUnusedUploads()
            // Marks change on this queue only.
            collection.state.withLock { $0.marks.changedParts.subtract(marks.changedParts) }
        }
        bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint = 0 }
    }

    /// Stores a collection's first order, on the commit queue, and shows it; blocks until then.
    /// - Returns: whether it is stored: not where the store has such a collection by now.
    /// - Throws: why it is not stored; `.failed` when it was cancelled.
    func create(_ draft: Draft, cancellation: Cancellation) throws(StoreError) -> Bool {
        guard let store else {
            _ = draft.publish(stamp: 0)
            return true
        }
        let answer = OneShot<Result<Bool, StoreError>>()
        perform {
            do throws(StoreError) {
                let order = StoredOrder(
                    collection: draft.collection.id, version: draft.version, sections: draft.snapshot.storedSections,
                    newItems: draft.newItems.table.map { StoredIdentifiers(of: $0, from: 0) } ?? [],
                    newSections: draft.sections())
                let head = try store.create(order, cancellation: cancellation)
                if let head { _ = draft.publish(stamp: head.stamp) }
                answer.fulfill(.success(head != nil))
            } catch {
                answer.fulfill(.failure(error))
            }
        }
        return try answer.wait().get()
    }
}

extension Snapshot {
    /// The whole order as it is stored. O(items).
    var storedSections: [StoredOrder.Section] {
        var sections: [StoredOrder.Section] = []
        var first = 0
        for (index, count) in itemCounts.enumerated() {
            var items: [UInt32] = []
            items.reserveCapacity(count)
            forEachItem(inFlat: first..<first + count) { _, _, item in items.append(item.rawValue) }
            sections.append(StoredOrder.Section(ordinal: section(at: index).rawValue, items: items))
            first += count
        }
        return sections
    }
}
