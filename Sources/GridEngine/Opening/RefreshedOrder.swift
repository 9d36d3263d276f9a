import CollectionModel

/// What a new listing changes in a collection: its items given ordinals, its revisions compared, its order merged.
///
/// Computed outside of the lock, on an O(1) copy of the order: a refresh of a million items blocks no viewer. Nothing of it is
/// anybody else's before it is durable; of a version that is no longer the newest, it is computed again.
struct RefreshedOrder: Sendable {
    /// The version that it starts from.
    let from: Int
    let patch: Patch
    private let target: Snapshot
    private let revisions: [StoredChange.Revision]
    private let newRevisions: [UInt64]
    private let newItems: NewIdentifiers
    private let newSections: NewIdentifiers
    private let newSectionTitles: [String]
    private let titles: [SectionOrdinal: String]

    /// - Parameters:
    ///   - listing: what the source has.
    ///   - draft: what it is compared with.
    /// - Complexity: O(items). Takes the collection's lock for one chunk of them at a time.
    init(of listing: SourceListing, after draft: Draft) {
        var names = ListedNames(draft)
        names.reserve(listing.sections.reduce(0) { $0 + $1.items.count })
        let sections = listing.sections.map { section in
            let items = names.resolve(section.items)
            return (id: names.resolve(section: section.id, title: section.title), items: items)
        }
        // A source that lists an identifier twice breaks its promise; keeping what is shown loses nothing.
        target = ListingMerge(current: draft.snapshot, listing: sections).merged() ?? draft.snapshot
        from = draft.version
        patch = draft.snapshot.patch(to: target, reloaded: names.reloaded, reconfigured: [])
        revisions = names.revisions
        (newItems, newRevisions) = (names.draft.newItems, names.draft.newRevisions)
        (newSections, newSectionTitles) = (names.draft.newSections, names.draft.newSectionTitles)
        titles = names.draft.titles
    }

    /// Makes the change on a draft, computed anew where this starts from another version than the draft's.
    /// - Returns: the patch.
    func made(on draft: inout Draft, of listing: SourceListing) -> Patch {
        // A batch may have given further names.
        let isValid = from == draft.version && draft.pending.isEmpty
        let change = isValid ? self : RefreshedOrder(of: listing, after: draft)
        change.apply(to: &draft)
        return change.patch
    }

    /// - Parameter draft: at the version that this starts from.
    func apply(to draft: inout Draft) {
        draft.snapshot = target
        draft.revisions.append(contentsOf: revisions)
        (draft.newItems, draft.newRevisions) = (newItems, newRevisions)
        (draft.newSections, draft.newSectionTitles) = (newSections, newSectionTitles)
        draft.titles = titles
    }

    /// Takes over the titles of sections where nothing else has changed, which is no version.
    func showTitles(in collection: LiveCollection) {
        guard patch.isEmpty, !titles.isEmpty else { return }
        collection.state.withLock { state in
            for (section, title) in titles { state.sectionTitles[Int(section.rawValue)] = title }
        }
    }
}

/// The names of a listing become ordinals of a draft.
private struct ListedNames {
    var draft: Draft
    /// Known items whose content has changed.
    private(set) var reloaded: [ItemOrdinal] = []
    private(set) var revisions: [StoredChange.Revision] = []
    private var guess: UInt32 = 0

    /// Items that are looked up while the collection's lock is held: about a millisecond.
    private static let chunk = 8192

    init(_ draft: Draft) { self.draft = draft }

    mutating func reserve(_ listed: Int) {
        draft.newItems.reserve(listed - draft.newItems.base)
    }

    mutating func resolve(_ entries: [SourceListing.Entry]) -> [ItemOrdinal] {
        var items: [ItemOrdinal] = []
        items.reserveCapacity(entries.count)
        guard draft.newItems.base > 0 else {
            for entry in entries { items.append(intern(entry)) }
            return items
        }
        let collection = draft.collection
        for start in stride(from: 0, to: entries.count, by: Self.chunk) {
            collection.state.withLock { state in
                for entry in entries[start..<min(start + Self.chunk, entries.count)] {
                    // What others have added since belongs to another version.
                    if let raw = state.items.ordinal(of: entry.id, expecting: guess), raw < draft.newItems.base {
                        guess = raw &+ 1
                        items.append(ItemOrdinal(rawValue: raw))
                        compare(entry.revision, of: ItemOrdinal(rawValue: raw), in: &state)
                    } else {
                        items.append(intern(entry))
                    }
                }
            }
        }
        return items
    }

    private mutating func intern(_ entry: SourceListing.Entry) -> ItemOrdinal {
        let raw = draft.newItems.intern(entry.id, expecting: guess)
        guess = raw &+ 1
        let place = Int(raw) - draft.newItems.base
        if place == draft.newRevisions.count { draft.newRevisions.append(entry.revision) }
        return ItemOrdinal(rawValue: raw)
    }

    private mutating func compare(_ revision: UInt64, of item: ItemOrdinal, in state: inout CollectionState) {
        switch state.revision(of: item) {
        case revision: break
        // The first that this server learns: its own knowledge, not a change.
        case 0: state.setRevision(revision, of: item)
        default:
            reloaded.append(item)
            revisions.append(StoredChange.Revision(item: item.rawValue, revision: revision))
        }
    }

    mutating func resolve(section id: String, title: String) -> SectionOrdinal {
        let ordinal = draft.intern(section: id, title: title)
        if draft.title(of: ordinal) != title { draft.titles[ordinal] = title }
        return ordinal
    }
}
