import CollectionModel

/// A version in the making: a copy of the newest durable state that one change after another is worked out on.
///
/// Belongs to the commit queue. Copies in O(1); what a change touches is copied on write, so a change that fails leaves no
/// trace and readers of the durable state never wait.
struct Draft: Sendable {
    let collection: LiveCollection
    var version: Int
    var snapshot: Snapshot
    /// Attributes and revisions that changed since the durable state.
    var overlays: [ItemOrdinal: CollectionState.Overlay] = [:]
    var revisions: [StoredChange.Revision] = []
    var history: ChangeHistory

    init(of collection: LiveCollection) {
        self.collection = collection
        (version, snapshot, history) = collection.state.withLock { ($0.version, $0.snapshot, $0.history) }
    }

    /// People's changes of an item as this draft has them.
    func overlay(of item: ItemOrdinal) -> CollectionState.Overlay {
        overlays[item] ?? collection.state.withLock { $0.overlays[item] }
            ?? CollectionState.Overlay(attributes: JSONObject(), changes: 0)
    }

    /// The ordinal of an item that is in the draft.
    func ordinal(of id: String) throws(GridError) -> ItemOrdinal {
        let raw = collection.state.withLock { $0.items.ordinal(of: id) }
        guard let raw, snapshot.indexPath(of: ItemOrdinal(rawValue: raw)) != nil else {
            throw .notFound(.item, id: id)
        }
        return ItemOrdinal(rawValue: raw)
    }
}
