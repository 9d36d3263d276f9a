import CollectionModel

/// What other servers of the same store have changed. On the commit queue.
extension CommitQueue {
    /// Leads a collection on by changes that are stored, and shows them. What is known already is skipped.
    /// - Returns: whether the collection is at `head`, or beyond it.
    @discardableResult
    func adopt(_ changes: [StoredChange], head: StoredHead, in collection: LiveCollection) -> Bool {
        var draft = Draft(of: collection)
        guard draft.version > 0, head.version > draft.version else { return draft.version > 0 }
        var adopted: [CommittedChange] = []
        do throws(StoreError) {
            for change in changes where change.version > draft.version { adopted.append(try draft.adopt(change)) }
            guard draft.version == head.version else {
                throw .damaged("the changes of \(collection.id) end at \(draft.version) instead of \(head.version)")
            }
        } catch {
            lost(collection, .outdated)
            return false
        }
        bookkeeping.withLock { bookkeeping in
            for (row, change) in zip(changes.suffix(adopted.count), adopted) {
                bookkeeping[collection.id, default: CommitBookkeeping()].operationsSinceCheckpoint +=
                    change.patch.patch.replayCount
                if let key = row.idempotencyKey { bookkeeping[collection.id]?.remember(change, for: key) }
            }
        }
        let results = draft.publish(stamp: head.stamp)
        announce(adopted.map { (collection, $0) }, results: [(collection, results)])
        return true
    }

    func lost(_ collection: LiveCollection, _ loss: Loss) {
        forget(collection.id)
        collectionLost.withLock { $0 }?.call(collection, loss)
    }
}
