import CollectionModel

extension CommitQueue {
    /// Stores a whole order after the one that is shown, on the commit queue, and shows it; blocks until then. No patch leads to it.
    /// - Returns: whether it is stored: not where the collection has another version by now, or somebody has changed it.
    /// - Throws: why it is not stored; `.failed` when it was cancelled.
    func replaceOrder(
        of collection: LiveCollection, by change: RefreshedOrder, cancellation: Cancellation
    ) throws(StoreError) -> Bool {
        let answer = OneShot<Result<Bool, StoreError>>()
        perform { [self] in
            var draft = Draft(of: collection)
            guard draft.version == change.from, collection.isUntouched else { return answer.fulfill(.success(false)) }
            let before = draft
            change.apply(to: &draft)
            draft.version += 1
            do throws(StoreError) {
                let order = StoredOrder(
                    collection: collection.id, version: draft.version, sections: draft.snapshot.storedSections,
                    newItems: draft.newItems.stored(), newSections: draft.sections(since: before))
                try store?.checkpoint(order, cancellation: cancellation)
                _ = draft.publish(stamp: 0)
                bookkeeping.withLock { $0[collection.id]?.operationsSinceCheckpoint = 0 }
                answer.fulfill(.success(true))
            } catch {
                answer.fulfill(.failure(error))
            }
        }
        return try answer.wait().get()
    }
}
