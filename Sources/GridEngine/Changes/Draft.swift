import CollectionModel
import JSONText

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
    /// Identifiers that the durable state does not know yet.
    var newItems: NewIdentifiers
    var newSections: NewIdentifiers
    /// By the places in `newSections`.
    var newSectionTitles: [String] = []
    /// What posted items show from this version on.
    var contents: [ItemOrdinal: SourceItem] = [:]
    /// What the change that is worked out now has replaced, for taking it back.
    var replaced: [ItemOrdinal: ChangeHistory.Contents] = [:]
    /// The patches of this draft, from the durable state on.
    var pending: [VersionedPatch] = []

    init(of collection: LiveCollection) {
        self.collection = collection
        (version, snapshot, history, newItems, newSections) = collection.state.withLock {
            (
                $0.version, $0.snapshot, $0.history, NewIdentifiers(base: $0.items.count),
                NewIdentifiers(base: $0.sections.count)
            )
        }
    }

    /// People's changes of an item as this draft has them.
    func overlay(of item: ItemOrdinal) -> CollectionState.Overlay {
        overlays[item] ?? collection.state.withLock { $0.overlays[item] }
            ?? CollectionState.Overlay(attributes: JSONObject(), changes: 0)
    }

    /// What a posted item shows; `nil` for items of other sources.
    func content(of item: ItemOrdinal) -> SourceItem? {
        guard collection.source is any PostedSource else { return nil }
        return contents[item] ?? collection.source.item(name(of: item))
    }

    // MARK: Names

    /// The ordinal of an item that is in the draft.
    func ordinal(of id: String) throws(GridError) -> ItemOrdinal {
        guard let ordinal = knownOrdinal(of: id), snapshot.contains(ordinal) else { throw .notFound(.item, id: id) }
        return ordinal
    }

    /// The ordinal of an item that is, or ever was, in the collection.
    func knownOrdinal(of id: String) -> ItemOrdinal? {
        (newItems.ordinal(of: id) ?? collection.state.withLock { $0.items.ordinal(of: id) }).map { ItemOrdinal($0) }
    }

    func knownOrdinal(ofSection id: String) -> SectionOrdinal? {
        (newSections.ordinal(of: id) ?? collection.state.withLock { $0.sections.ordinal(of: id) })
            .map { SectionOrdinal($0) }
    }

    func name(of item: ItemOrdinal) -> String {
        newItems[item.rawValue] ?? collection.itemID(item)
    }

    func name(of section: SectionOrdinal) -> String {
        newSections[section.rawValue] ?? collection.state.withLock { $0.sections[section.rawValue] }
    }

    /// The draft's sections as a source sees them that is asked where a move goes.
    func moveSections(count: (Int) -> Int) -> [MoveSection] {
        let names = collection.state.withLock { $0.sections }
        return (0..<snapshot.numberOfSections).map { index in
            let ordinal = snapshot.section(at: index).rawValue
            return MoveSection(id: newSections[ordinal] ?? names[ordinal], count: count(index))
        }
    }

    /// The ordinal of an item, which is given one when it is new. Only where nothing else gives ordinals: a listing of
    /// another source does so beside the commit queue.
    mutating func intern(_ id: String) -> ItemOrdinal {
        precondition(collection.source is any PostedSource, "\(collection.id) gives ordinals by its listing")
        return knownOrdinal(of: id) ?? ItemOrdinal(newItems.append(id))
    }

    mutating func intern(section id: String, title: String) -> SectionOrdinal {
        precondition(collection.source is any PostedSource, "\(collection.id) gives ordinals by its listing")
        if let known = knownOrdinal(ofSection: id) { return known }
        newSectionTitles.append(title)
        return SectionOrdinal(newSections.append(id))
    }

    // MARK: Versions

    /// The one patch from an older version to the draft; `nil` when the log does not reach back that far, or there never was
    /// such a version.
    func patch(since version: Int) -> Patch? {
        guard version <= self.version else { return nil }
        let published = pending.first?.from ?? self.version
        var patch = Patch()
        if version < published {
            guard let older = collection.state.withLock({ $0.log }).patch(from: version) else { return nil }
            patch = older.patch
        }
        return pending.drop { $0.from < version }.reduce(patch) { $0.composed(with: $1.patch) }
    }
}

/// Identifiers that follow on those of a table, kept beside it until they are durable.
struct NewIdentifiers: Sendable {
    /// The number of identifiers in the table.
    let base: Int
    private(set) var ids: [String] = []
    private var ordinals: [String: UInt32] = [:]

    init(base: Int) {
        self.base = base
    }

    func ordinal(of id: String) -> UInt32? { ordinals[id] }

    subscript(ordinal: UInt32) -> String? {
        let index = Int(ordinal) - base
        return ids.indices.contains(index) ? ids[index] : nil
    }

    mutating func append(_ id: String) -> UInt32 {
        let ordinal = UInt32(base + ids.count)
        ordinals[id] = ordinal
        ids.append(id)
        return ordinal
    }
}
