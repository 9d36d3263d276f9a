import CollectionModel

extension ViewerTable {
    /// Posts the next version of a result to the viewers that see it.
    func post(_ change: ResultChange, of collection: LiveCollection, patchLimit: Int, to events: EventHub) {
        let committed = CommittedChange(collection: collection.id, patch: change.patch, identities: collection)
        post(committed, in: .result(change.number), of: collection, patchLimit: patchLimit, to: events)
    }

    /// Posts a change to the viewers that see the order it is of.
    func post(
        _ change: CommittedChange, in order: OrderID, of collection: LiveCollection, patchLimit: Int,
        to events: EventHub
    ) {
        let count = collection.state.withLock { $0.snapshot(of: order).numberOfItems }
        let operations = change.patch.patch.count
        let isTooLong = operations > patchLimit || operations > max(100, count / 10)
        for viewer in viewers(of: collection) {
            // Under its lock, so that the events of a viewer are in the order in which it changed from one order to another.
            viewer.state.withLock { state in
                guard state.order == order else { return }
                events.post(isTooLong ? .reset(version: change.patch.to) : .patch(change), to: viewer.id)
            }
        }
    }
}
