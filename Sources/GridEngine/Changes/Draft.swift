import CollectionModel
import CollectionQuery
import JSONText

/// A version in the making: a copy of the newest durable state, to which one change after another is made.
///
/// Belongs to the commit queue. Copies in O(1); what a change touches is copied on write, so a change that fails leaves no
/// trace and readers of the durable state never wait.
struct Draft: Sendable {
    let collection: LiveCollection
    var version: Int
    /// The stamp of the durable state's head.
    let stamp: Int64
    var snapshot: Snapshot
    var history: ChangeHistory
    /// Identifiers that the durable state does not know yet.
    var newItems: NewIdentifiers
    var newSections: NewIdentifiers
    /// The titles of new sections, and other titles than the durable state has.
    var titles = ChangeHistory.Titles()
    /// Items that changed since the durable state.
    var kept: [ItemOrdinal: KeptItem] = [:]
    /// The items that have another picture than in the durable state.
    var repictured: Set<ItemOrdinal> = []
    /// With the marks that changed since the durable state.
    var marks: MarkTable
    var marked = MarkChanges()
    /// With what people did to stacks since; `nil` while nobody has asked for them.
    var stacks: StackTable?
    var files = ListedFiles()
    /// The changes of this draft, from the durable state on.
    private(set) var changes: [CommittedChange] = []
    /// The effects of the change in the making.
    var underway = Underway()
    /// The author of that change.
    private(set) var author = ChangeAuthor.nobody

    /// The effects of the change in the making beside its patch.
    struct Underway: Sendable {
        /// The change that it takes back.
        var reverted: RevertedChange?
        /// The same, where the source has refused that.
        var returned: ReturnedChange?
        /// Its marks in their stored form; empty without any.
        var marks: [UInt8] = []
        /// The contents that it has replaced, for undo.
        var contents: [ItemOrdinal: KeptItem] = [:]
        var titles = ChangeHistory.Titles()
        /// The author of a change that the store remembers; `nil` for the source's own.
        var origin: ChangeOrigin?
    }

    init(of collection: LiveCollection) {
        self.collection = collection
        (version, stamp, snapshot, history, marks, stacks, newItems, newSections) = collection.state.withLock {
            (
                $0.version, $0.stamp, $0.snapshot, $0.history, $0.marks, $0.hasStacks ? $0.stacks : nil,
                NewIdentifiers(base: $0.items.count),
                NewIdentifiers(base: $0.sections.count)
            )
        }
    }

    /// Begins a change. Call it before each one that is made to the draft.
    mutating func beginChange(_ origin: ChangeOrigin = ChangeOrigin(), by author: ChangeAuthor = .nobody) {
        history.beginChange(origin)
        self.author = author
        underway = Underway()
    }

    /// Ends a change. Call it after each one that is made to the draft.
    /// - Parameters:
    ///   - patch: that leads to the draft's order. An empty one makes no version, unless it is stored already.
    ///   - stamp: of the version, where it is stored already.
    /// - Returns: the change.
    mutating func endChange(_ patch: Patch, stamp: Int64? = nil) -> CommittedChange {
        let next = patch.isEmpty && stamp == nil ? version : version + 1
        // A listing cannot be undone.
        let origin = history.transition?.origin ?? underway.origin
        let change = CommittedChange(
            collection: collection.id, patch: VersionedPatch(from: version, to: next, patch: patch),
            identities: collection, stamp: stamp ?? (next == version ? head.stamp : 0), reverted: underway.reverted,
            returned: underway.returned, isOfSource: origin.isOfSource, author: origin?.author,
            destinations: snapshot.destinations(of: patch))
        if next > version { changes.append(change) }
        version = next
        return change
    }

    /// The kept part of an item in this draft, including the content of a posted item.
    func kept(of item: ItemOrdinal) -> KeptItem {
        if let changed = kept[item] { return changed }
        let durable = collection.state.withLock { $0.kept[item] }
        // A posted source describes any identifier, also one that was never shown.
        guard collection.source.abilities.posted != nil, newItems[item.rawValue] == nil,
            var content = collection.source.item(name(of: item))
        else { return durable ?? KeptItem() }
        let attributes = durable?.attributes ?? content.attributes
        content.attributes = JSONObject()
        return KeptItem(attributes: attributes, changes: durable?.changes ?? 0, content: content)
    }

    /// Where the draft stands. What is drafted and not stored has no stamp.
    var head: StoredHead { StoredHead(version: version, stamp: changes.isEmpty ? stamp : 0) }

    // MARK: Names

    /// The ordinal of an item that is in the draft.
    func ordinal(of id: String) throws(GridError) -> ItemOrdinal {
        guard let ordinal = knownOrdinal(of: id), snapshot.contains(ordinal) else { throw .notFound(.item, id: id) }
        return ordinal
    }

    /// The ordinal of an item that is, or ever was, in the collection.
    func knownOrdinal(of id: String) -> ItemOrdinal? {
        newItems.ordinal(of: id).map { ItemOrdinal($0) } ?? collection.ordinal(everGivenTo: id)
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

    /// The ordinal of an item, which is given one when it is new.
    mutating func intern(_ id: String) -> ItemOrdinal {
        knownOrdinal(of: id) ?? ItemOrdinal(newItems.intern(id))
    }

    mutating func intern(section id: String, title: String) -> SectionOrdinal {
        if let known = knownOrdinal(ofSection: id) { return known }
        let ordinal = SectionOrdinal(newSections.intern(id))
        titles.sections[ordinal] = title
        return ordinal
    }

    // MARK: Versions

    /// The one patch from an older version to the draft; `nil` when the log does not reach back that far, or there never was
    /// such a version.
    func patch(since version: Int) -> Patch? {
        guard version <= self.version else { return nil }
        let published = changes.first?.patch.from ?? self.version
        var patch = Patch()
        if version < published {
            guard let older = collection.state.withLock({ $0.log }).patch(from: version) else { return nil }
            patch = older.patch
        }
        return changes.drop { $0.patch.from < version }.reduce(patch) { $0.composed(with: $1.patch.patch) }
    }
}
