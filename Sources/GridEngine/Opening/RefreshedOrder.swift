import CollectionModel

/// What a new listing changes in a collection: its items interned, its revisions compared, its order merged.
///
/// Computed outside of the lock, on an O(1) copy of the order: a refresh of a million items blocks no viewer.
struct RefreshedOrder: Sendable {
    /// A change, valid for the version that it starts from.
    struct Change: Sendable {
        var from: Int
        var target: Snapshot
        var patch: Patch
        var revisions: [StoredChange.Revision]

        func apply(to draft: inout Draft) {
            draft.snapshot = target
            draft.revisions.append(contentsOf: revisions)
        }
    }

    private struct Section: Sendable {
        var ordinal: SectionOrdinal
        var items: [ItemOrdinal]
    }

    private let collection: LiveCollection
    private let listing: [Section]
    /// Known items whose content has changed.
    private let reloaded: [ItemOrdinal]
    private let changedRevisions: [StoredChange.Revision]

    /// Items that are looked up while the collection's lock is held: about a millisecond.
    private static let chunk = 8192

    /// Gives every listed identifier its ordinal, and every item its first revision. Takes the collection's lock for one
    /// chunk at a time.
    init(collection: LiveCollection, listing: SourceListing) {
        var sections: [Section] = []
        var reloaded: [ItemOrdinal] = []
        var changed: [StoredChange.Revision] = []
        collection.state.withLock { state in
            let listed = listing.sections.reduce(0) { $0 + $1.items.count }
            state.items.reserve(max(0, listed - state.items.count))
        }
        var guess: UInt32 = 0
        for section in listing.sections {
            var items: [ItemOrdinal] = []
            items.reserveCapacity(section.items.count)
            for start in stride(from: 0, to: section.items.count, by: Self.chunk) {
                collection.state.withLock { state in
                    for entry in section.items[start..<min(start + Self.chunk, section.items.count)] {
                        let item = ItemOrdinal(rawValue: state.items.intern(entry.id, expecting: guess).ordinal)
                        guess = item.rawValue &+ 1
                        items.append(item)
                        switch state.revision(of: item) {
                        case entry.revision: break
                        case 0: state.setRevision(entry.revision, of: item)
                        default:
                            reloaded.append(item)
                            changed.append(StoredChange.Revision(item: item.rawValue, revision: entry.revision))
                        }
                    }
                }
            }
            let ordinal = collection.state.withLock { $0.intern(section: section.id, title: section.title) }
            sections.append(Section(ordinal: ordinal, items: items))
        }
        self.listing = sections
        self.collection = collection
        self.reloaded = reloaded
        changedRevisions = changed
    }

    /// The merged order.
    func target(from current: Snapshot) -> Snapshot {
        // A source that lists an identifier twice breaks its promise; keeping what is shown loses nothing.
        ListingMerge(current: current, listing: listing.map { ($0.ordinal, $0.items) }).merged() ?? current
    }

    /// The change from a draft to the merged order.
    func change(from draft: Draft) throws(GridError) -> Change {
        let target = target(from: draft.snapshot)
        let patch = draft.snapshot.patch(to: target, reloaded: reloaded, reconfigured: [])
        return Change(from: draft.version, target: target, patch: patch, revisions: changedRevisions)
    }
}
