import CollectionModel

/// Settles entries whose names are new, or are those of files with another content.
extension ListedNames {
    /// Gives the entries that were left open their items: the known ones whose files they are, their owners, or new ones.
    /// - Parameters:
    ///   - listed: all entries.
    ///   - vanished: the items that are no longer listed under their names.
    ///   - isListed: whether a section is.
    mutating func settle(
        among listed: some Sequence<SourceListing.Entry>, vanished: [ItemOrdinal], isListed: (SectionOrdinal) -> Bool
    ) {
        let owners = unsettled.compactMap { $0.isShown ? $0.owner : nil }
        let candidates = draft.collection.state.withLock { state in
            (vanished.map { ($0, false) } + owners.map { ($0, true) }).map { item, isListed in
                RenamedFiles.Candidate(
                    item: item, trace: state.trace(of: item).file, revision: state.revision(of: item),
                    isListed: isListed)
            }
        }
        let files = RenamedFiles(
            files: unsettled.map {
                .init(trace: $0.entry.trace, revision: $0.entry.revision, owner: $0.isShown ? $0.owner : nil)
            }, candidates: candidates)
        let matches = files.matches { revisions in
            // Only what no other file looks like is told by its size and time alone.
            var seen: [UInt64: Int] = [:]
            for entry in listed where revisions.contains(entry.revision) { seen[entry.revision, default: 0] += 1 }
            return seen
        }
        let taken = Set(matches.compactMap { $0 })
        for (found, match) in zip(unsettled, matches) {
            let item: ItemOrdinal
            if let match {
                item = rename(match, to: found, isListed: isListed)
            } else if let owner = found.owner, !taken.contains(owner) {
                item = owner
                note(found, of: owner)
            } else {
                item = makeNew(found)
            }
            sections[found.section].items[found.place] = item
            settled[found.entry.id] = item
        }
    }

    /// The items of the order that are not listed under their names.
    func vanished() -> [ItemOrdinal] {
        var isListed = [Bool](repeating: false, count: draft.newItems.base)
        for section in sections {
            for item in section.items where item.rawValue < draft.newItems.base { isListed[Int(item.rawValue)] = true }
        }
        for owner in unsettled.compactMap(\.owner) { isListed[Int(owner.rawValue)] = true }
        var vanished: [ItemOrdinal] = []
        guard draft.snapshot.numberOfItems > 0 else { return [] }
        draft.snapshot.forEachItem(inFlat: 0..<draft.snapshot.numberOfItems) { _, _, item in
            if item.rawValue < draft.newItems.base, !isListed[Int(item.rawValue)] { vanished.append(item) }
        }
        return vanished
    }

    private mutating func rename(
        _ item: ItemOrdinal, to found: Unsettled, isListed: (SectionOrdinal) -> Bool
    ) -> ItemOrdinal {
        let (own, kept, revision, folder) = draft.collection.state.withLock { state in
            (
                state.items[item.rawValue], state.kept[item] ?? KeptItem(), state.revision(of: item),
                state.trace(of: item).folder
            )
        }
        var renamed = draft.kept[item] ?? kept
        renamed.listedAs = own == found.entry.id ? nil : found.entry.id
        // The item as the page shows it has changed.
        renamed.changes += 1
        draft.kept[item] = renamed
        self.renamed.append(item)
        if revision != found.entry.revision { reload(item, found.entry.revision) }
        note(found, of: item, revision: found.entry.revision)
        if let path = draft.snapshot.indexPath(of: item) {
            let current = draft.snapshot.section(at: path.section)
            // People's place is kept, as long as the folder is there that it is named after.
            let follows = folder == current || !isListed(current)
            if current != sections[found.section].id, follows { followed.insert(item) }
        }
        return item
    }

    /// Notes where the file of an item is, and its new content.
    private mutating func note(_ found: Unsettled, of item: ItemOrdinal, revision: UInt64? = nil) {
        draft.files.traces[item] = trace(of: found.entry, in: found.section)
        let known = revision ?? draft.collection.state.withLock { $0.revision(of: item) }
        if known != found.entry.revision { reload(item, found.entry.revision) }
    }

    /// A new item for a file whose path may have been that of another one, which has its identifier for ever.
    private mutating func makeNew(_ found: Unsettled) -> ItemOrdinal {
        let id = found.entry.id
        guard draft.knownOrdinal(of: id) != nil else { return add(found, name: id) }
        var number = 2
        while draft.knownOrdinal(of: "\(id)~\(number)") != nil { number += 1 }
        let item = add(found, name: "\(id)~\(number)")
        draft.kept[item] = KeptItem(listedAs: id)
        return item
    }

    private mutating func add(_ found: Unsettled, name: String) -> ItemOrdinal {
        let item = ItemOrdinal(rawValue: draft.newItems.intern(name))
        noteNew(found.entry, at: Int(item.rawValue) - draft.newItems.base, in: found.section)
        return item
    }
}
