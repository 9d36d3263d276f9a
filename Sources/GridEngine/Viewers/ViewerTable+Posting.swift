import CollectionModel

/// Viewers get an event for each version of the order that they see.
extension ViewerTable: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        post(change, in: .own, of: collection)
        if let returned = change.returned { post(returned, of: collection) }
    }

    func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange]) {
        for change in changes {
            let committed = CommittedChange(collection: collection.id, patch: change.patch, identities: collection)
            post(committed, in: .result(change.number), of: collection)
        }
    }

    func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal]) {
        post(contentsOf: items, in: collection)
    }

    func collectionDidOpen(_ collection: LiveCollection) { reset(of: collection) }

    /// Makes all viewers of a collection start over.
    func reset(of collection: LiveCollection) {
        for viewer in viewers(of: collection) { reset(viewer) }
    }

    /// Makes a viewer start over from its order's present version.
    func reset(_ viewer: Viewer) { events.post(.reset(version: viewer.version), to: viewer.id) }

    /// Posts an event to all viewers of a collection.
    func post(_ event: ViewerEvent, to collection: LiveCollection) {
        for viewer in viewers(of: collection) { events.post(event, to: viewer.id) }
    }

    /// Posts a change to the viewers that see the order it is of.
    private func post(_ change: CommittedChange, in order: OrderID, of collection: LiveCollection) {
        let count = collection.state.withLock { $0.snapshot(of: order).numberOfItems }
        let operations = change.patch.patch.count
        let isTooLong = operations > patchLimit || operations > max(100, count / 10)
        for viewer in viewers(of: collection) {
            // Under its lock, so that the events of a viewer are in the order in which it changed from one order to another.
            viewer.state.withLock { state in
                guard state.order == order else { return }
                let held = isTooLong ? change.reduced(to: state.window, of: order, patchLimit) : change
                events.post(held.map { .patch($0) } ?? .reset(version: change.patch.to), to: viewer.id)
            }
        }
    }
}

extension ViewerTable {
    /// Makes viewers show items again of which more is known now, without a new version.
    /// - Parameters:
    ///   - items: ascending.
    ///   - collection: theirs. A viewer that holds more items than `patchLimit` sees them when it reads them again.
    func post(contentsOf items: [ItemOrdinal], in collection: LiveCollection) {
        var patch = Patch()
        patch.reconfigures = items
        for viewer in viewers(of: collection) {
            viewer.state.withLock { state in
                let (version, snapshot) = collection.state.withLock {
                    ($0.version(of: state.order), $0.snapshot(of: state.order))
                }
                let change = CommittedChange(
                    collection: collection.id, patch: VersionedPatch(from: version, to: version, patch: patch),
                    identities: collection)
                guard let held = change.reduced(to: state.window, of: snapshot, patchLimit), !held.patch.patch.isEmpty
                else {
                    return
                }
                events.post(.patch(held), to: viewer.id)
            }
        }
    }
}

extension CommittedChange {
    /// A change that only configures items, reduced to those that a viewer holds: others are new to it whenever it sees them.
    /// - Parameters:
    ///   - window: flat indices of the items that it holds.
    ///   - order: the one that it sees.
    ///   - limit: maximum number of items.
    /// - Returns: `nil` where the order changes too, or the viewer holds too many.
    fileprivate func reduced(to window: Range<Int>, of order: OrderID, _ limit: Int) -> CommittedChange? {
        guard patch.patch.changesNoOrder, patch.patch.reloads.isEmpty, let collection = identities as? LiveCollection
        else { return nil }
        let snapshot = collection.state.withLock { $0.snapshot(of: order) }
        return reduced(to: window, of: snapshot, limit)
    }

    /// The same of a snapshot after the change.
    func reduced(to window: Range<Int>, of snapshot: Snapshot, _ limit: Int) -> CommittedChange? {
        guard window.count <= limit, patch.patch.changesNoOrder, patch.patch.reloads.isEmpty else { return nil }
        var change = self
        change.isReduced = true
        change.patch.patch.reconfigures = []
        let configured = patch.patch.reconfigures
        snapshot.forEachItem(inFlat: window.clamped(to: 0..<snapshot.numberOfItems)) { _, _, item in
            if configured.contains(ascending: item) { change.patch.patch.reconfigures.append(item) }
        }
        change.patch.patch.reconfigures.sort()
        return change
    }
}

extension [ItemOrdinal] {
    /// Whether an item is among these, which are ascending. O(log n).
    fileprivate func contains(ascending item: ItemOrdinal) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < item { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == item
    }
}
