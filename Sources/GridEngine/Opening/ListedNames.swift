import CollectionModel

/// The names of a listing become ordinals of a draft: those of known items, also where their files were renamed, and new ones.
struct ListedNames {
    var draft: Draft
    var sections: [ListingMerge.Section] = []
    /// Known items whose content has changed.
    private(set) var reloaded: [ItemOrdinal] = []
    /// Known items that have other contents and the same picture.
    private(set) var configured: [ItemOrdinal] = []
    /// Known items whose files have new names, or lie in other folders.
    var renamed: [ItemOrdinal] = []
    /// Those of them that go where their files went.
    var followed: Set<ItemOrdinal> = []
    private var guess: UInt32 = 0
    /// Items that the draft began with.
    private let knownCount: Int
    private let plainRevision: UInt64
    var unsettled: [Unsettled] = []
    /// The outcomes of those.
    var settled: [String: ItemOrdinal] = [:]

    /// An entry that may be a known item under a new name.
    struct Unsettled {
        var section: Int
        var place: Int
        var entry: SourceListing.Entry
        /// The item that was listed under the entry's name, with another content.
        var owner: ItemOrdinal?
        /// Whether the owner is in the collection.
        var isShown = false
    }

    /// Items that are looked up while the collection's lock is held: about a millisecond.
    private static let chunk = 8192

    init(_ draft: Draft) {
        self.draft = draft
        knownCount = draft.newItems.base
        plainRevision = draft.collection.source.abilities.plainRevision
    }

    mutating func resolve(_ listing: SourceListing) {
        if takesOver(listing) { return }
        draft.collection.settleNames()
        draft.newItems.reserve(listing.sections.reduce(0) { $0 + $1.items.count } - draft.newItems.base)
        for section in listing.sections {
            let ordinal = resolve(section: section.id, title: section.title)
            sections.append((id: ordinal, items: []))
            sections[sections.count - 1].items = resolve(section.items)
        }
        guard !unsettled.isEmpty else { return }
        let listed = Set(sections.map(\.id))
        settle(among: listing.sections.lazy.flatMap(\.items), vanished: vanished(), isListed: { listed.contains($0) })
    }

    /// Gives items the ordinals of their places, where those that are known have theirs: at first, and where more is listed behind what
    /// was. Nothing has to be looked up then but for the one table.
    /// - Returns: whether that is so.
    private mutating func takesOver(_ listing: SourceListing) -> Bool {
        guard draft.newItems.count == 0, let names = listing.names ?? (knownCount == 0 ? listing.madeNames : nil) else {
            return false
        }
        let (known, isPlain) = draft.collection.state.withLock { ($0.items, $0.renamed.isEmpty) }
        guard isPlain, known.count == knownCount, names.begins(with: known) else { return false }
        if names.count > knownCount { draft.newItems = NewIdentifiers(base: knownCount, whole: names) }
        var next = 0
        for section in listing.sections {
            let ordinal = resolve(section: section.id, title: section.title)
            let items = (next..<next + section.items.count).map { ItemOrdinal(UInt32($0)) }
            sections.append((id: ordinal, items: items))
            for start in stride(from: 0, to: items.count, by: Self.chunk) {
                let entries = section.items[start..<min(start + Self.chunk, items.count)]
                takeOver(entries, from: next + start)
            }
            next += items.count
        }
        return true
    }

    private mutating func takeOver(_ entries: ArraySlice<SourceListing.Entry>, from first: Int) {
        let known = entries.prefix(max(0, knownCount - first))
        if !known.isEmpty {
            let collection = draft.collection
            collection.state.withLock { state in
                for (place, entry) in known.enumerated() {
                    compare(entry.revision, of: ItemOrdinal(UInt32(first + place)), in: &state)
                }
            }
        }
        for (place, entry) in entries.enumerated().dropFirst(known.count) {
            noteNew(entry, at: first + place - knownCount, in: sections.count - 1)
        }
    }

    /// The same for what has changed in a listing. Then `sections` has the entries that it names, and no others.
    /// - Returns: the items that are gone.
    mutating func resolve(_ changes: [SectionChange]) -> [ItemOrdinal] {
        draft.collection.settleNames()
        let snapshot = draft.snapshot
        let removed = draft.collection.state.withLock { state in
            changes.flatMap(\.removed).compactMap { id in
                state.ordinal(listedAs: id, expecting: .max).map { ItemOrdinal(rawValue: $0) }
            }
        }.filter { snapshot.contains($0) }
        for change in changes {
            sections.append((id: draft.intern(section: change.section, title: ""), items: []))
            sections[sections.count - 1].items = resolve(change.listed.map(\.entry))
        }
        let entries = changes.lazy.flatMap(\.listed).map(\.entry)
        if !unsettled.isEmpty { settle(among: entries, vanished: removed, isListed: { snapshot.index(of: $0) != nil }) }
        let renamed = Set(renamed)
        return removed.filter { !renamed.contains($0) }
    }

    /// - Parameter draft: the one that this began with.
    func apply(to draft: inout Draft) {
        (draft.newItems, draft.newSections) = (self.draft.newItems, self.draft.newSections)
        (draft.titles, draft.kept, draft.files) = (self.draft.titles, self.draft.kept, self.draft.files)
    }

    /// The item that an entry is after this listing.
    func item(listedAs id: String) -> ItemOrdinal? {
        if let item = settled[id] { return item }
        return draft.collection.state.withLock { $0.ordinal(listedAs: id, expecting: .max) }
            .map { ItemOrdinal(rawValue: $0) }
    }

    private mutating func resolve(section id: String, title: String) -> SectionOrdinal {
        let ordinal = draft.intern(section: id, title: title)
        if draft.title(of: ordinal) != title { draft.titles.sections[ordinal] = title }
        return ordinal
    }

    private mutating func resolve(_ entries: [SourceListing.Entry]) -> [ItemOrdinal] {
        var items: [ItemOrdinal] = []
        items.reserveCapacity(entries.count)
        guard knownCount > 0 else {
            for entry in entries { items.append(intern(entry, name: entry.id)) }
            return items
        }
        let collection = draft.collection
        for start in stride(from: 0, to: entries.count, by: Self.chunk) {
            collection.state.withLock { state in
                for place in start..<min(start + Self.chunk, entries.count) {
                    items.append(resolve(entries[place], at: place, in: &state))
                }
            }
        }
        return items
    }

    /// The ordinal of an entry; a placeholder for one that is settled later.
    private mutating func resolve(
        _ entry: SourceListing.Entry, at place: Int, in state: inout CollectionState
    ) -> ItemOrdinal {
        var raw = state.ordinal(listedAs: entry.id, expecting: guess)
        // Items that others have added since belong to another version.
        if let found = raw, found >= knownCount { raw = nil }
        guard entry.trace != 0 else {
            guard let raw else { return intern(entry, name: entry.id) }
            guess = raw &+ 1
            compare(entry.revision, of: ItemOrdinal(rawValue: raw), in: &state)
            return ItemOrdinal(rawValue: raw)
        }
        var found = Unsettled(section: sections.count - 1, place: place, entry: entry)
        if let raw {
            guess = raw &+ 1
            let item = ItemOrdinal(rawValue: raw)
            found.isShown = draft.snapshot.contains(item)
            if found.isShown, [0, entry.revision].contains(state.revision(of: item)) {
                compare(entry.revision, of: item, in: &state)
                state.setTrace(trace(of: entry, in: sections.count - 1), of: item)
                return item
            }
            found.owner = item
        }
        unsettled.append(found)
        return ItemOrdinal(rawValue: .max)
    }

    func trace(of entry: SourceListing.Entry, in section: Int) -> FileTrace {
        FileTrace(file: entry.trace, folder: sections[section].id)
    }

    private mutating func intern(_ entry: SourceListing.Entry, name: String) -> ItemOrdinal {
        let raw = draft.newItems.intern(name, expecting: guess)
        guess = raw &+ 1
        noteNew(entry, at: Int(raw) - draft.newItems.base, in: sections.count - 1)
        return ItemOrdinal(rawValue: raw)
    }

    /// Notes what is known of a new item; `place` is its place among them.
    mutating func noteNew(_ entry: SourceListing.Entry, at place: Int, in section: Int) {
        if place >= draft.files.newRevisions.count, entry.revision != plainRevision {
            draft.files.newRevisions += repeatElement(plainRevision, count: place - draft.files.newRevisions.count)
            draft.files.newRevisions.append(entry.revision)
        }
        guard entry.trace != 0 else { return }
        while draft.files.newTraces.count < place { draft.files.newTraces.append(FileTrace()) }
        if place == draft.files.newTraces.count { draft.files.newTraces.append(trace(of: entry, in: section)) }
    }

    private mutating func compare(_ revision: UInt64, of item: ItemOrdinal, in state: inout CollectionState) {
        switch state.revision(of: item) {
        case revision: break
        // The first that this server learns: its own knowledge, not a change.
        case 0: state.setRevision(revision, of: item)
        case let known where (known ^ revision) & state.pictureMask == 0: reconfigure(item, revision)
        default: reload(item, revision)
        }
    }

    mutating func reload(_ item: ItemOrdinal, _ revision: UInt64) {
        reloaded.append(item)
        draft.files.changed.append(StoredChange.Revision(item: item.rawValue, revision: revision))
    }

    /// The item has other contents and the same picture.
    private mutating func reconfigure(_ item: ItemOrdinal, _ revision: UInt64) {
        configured.append(item)
        draft.files.changed.append(StoredChange.Revision(item: item.rawValue, revision: revision))
    }
}

extension SourceListing {
    /// The identifiers of its items in their order; `nil` where one is there twice.
    fileprivate var madeNames: IdentifierTable? {
        var names = IdentifierTable(minimumCapacity: sections.reduce(0) { $0 + $1.items.count })
        for section in sections where names.append(contentsOf: section.items.lazy.map(\.id)) != nil { return nil }
        return names
    }
}
