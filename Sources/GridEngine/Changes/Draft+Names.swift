import CollectionModel

/// Names become ordinals.
extension Draft {
    /// A batch by ordinals. Inserted items and sections are given theirs.
    /// - Throws: `.invalid` when it names an item that does not exist, `.tooMany` when there is no memory for another one.
    mutating func resolve(_ batch: NamedBatch) throws(GridError) -> BatchUpdate {
        if !batch.inserts.isEmpty || !batch.insertSections.isEmpty { try checkRoom() }
        var update = batch.places
        for insert in batch.inserts {
            update.inserts.append(.init(atAfter: insert.atAfter, item: take(insert.item)))
        }
        for insert in batch.insertSections {
            let section = insert.section
            update.insertSections.append(
                .init(
                    atAfter: insert.atAfter, section: intern(section: section.id, title: section.title),
                    items: section.items.map { take($0) }))
        }
        for (index, id) in batch.reconfigures.enumerated() {
            guard let ordinal = knownOrdinal(of: id) else {
                let error = GridError.notFound(.item, id: id)
                throw .invalid(.operation(.init(.reconfigures, index)), error.reason)
            }
            update.reconfigures.append(ordinal)
        }
        return update
    }

    /// The snapshot of an order, and the items whose contents change.
    /// - Throws: `.invalid` for duplicates, `.unsupported` for new items where the collection takes none, `.tooMany` when there is
    ///   no memory for what is given.
    mutating func resolve(_ order: NamedOrder) throws(GridError) -> (snapshot: Snapshot, changed: [ItemOrdinal]) {
        let takesItems = collection.source.abilities.posted != nil
        // An album has sections of its own, too.
        let takesSections = collection.source.abilities.stored != nil
        if order.sections.contains(where: { $0.items.contains { $0.content != nil } }) { try checkRoom() }
        var changed: [ItemOrdinal] = []
        var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        for (place, section) in order.sections.enumerated() {
            let known = knownOrdinal(ofSection: section.id)
            guard takesSections || known != nil else {
                throw .unsupported(.sectionsUnsupported(collection.source.title), .section(place))
            }
            var items: [ItemOrdinal] = []
            items.reserveCapacity(section.items.count)
            for (index, item) in section.items.enumerated() {
                if let known = knownOrdinal(of: item.id), snapshot.contains(known) || !takesItems {
                    if takesItems, change(known, to: item.content) { changed.append(known) }
                    items.append(known)
                } else if takesItems {
                    items.append(take(item))
                } else {
                    throw .unsupported(
                        .insertsUnsupported(collection.source.title), .item(section: place, item: index))
                }
            }
            sections.append((known ?? intern(section: section.id, title: section.title), items))
        }
        do throws(SnapshotError) {
            return (try Snapshot(sections: sections), changed)
        } catch {
            throw duplicate(error, in: order)
        }
    }

    private func duplicate(_ error: SnapshotError, in order: NamedOrder) -> GridError {
        switch error {
        case .duplicateItem(let ordinal):
            let name = name(of: ordinal)
            let section = order.sections.lastIndex { $0.items.contains { $0.id == name } } ?? 0
            let item = order.sections[section].items.lastIndex { $0.id == name } ?? 0
            return .invalid(.itemID(section: section, item: item), .itemDuplicate(name))
        case .duplicateSection(let ordinal):
            let name = name(of: ordinal)
            let place = order.sections.lastIndex { $0.id == name } ?? 0
            return .invalid(.sectionID(place), .sectionDuplicate(name))
        }
    }

    // MARK: Contents

    /// A change may go beyond the limit by its own size: how much of it is new is only known when it was made.
    func checkRoom() throws(GridError) {
        try collection.state.withLock { $0.postedShare }?.checkRoom()
    }

    /// Gives an inserted item its content.
    /// - Returns: its ordinal.
    private mutating func take(_ item: GivenItem) -> ItemOrdinal {
        let ordinal = intern(item.id)
        // A reference shows what it refers to.
        if collection.source.abilities.references != nil { return ordinal }
        show(item.kept, of: ordinal)
        return ordinal
    }

    /// Gives an item its new content. Without one, the item stays as it is.
    /// - Returns: whether anything changed.
    private mutating func change(_ ordinal: ItemOrdinal, to content: GivenItem.Content?) -> Bool {
        guard let content else { return false }
        let new = content.kept(as: name(of: ordinal))
        let current = kept(of: ordinal)
        guard current.content != new.content || current.attributes != new.attributes else { return false }
        show(new, of: ordinal)
        return true
    }
}

extension Draft {
    /// The items whose names in the source may change with this draft.
    var listedNames: [ListedName] {
        guard collection.source.abilities.posted == nil else { return [] }
        return kept.keys.sorted().compactMap { item in
            let before = collection.state.withLock { $0.kept[item]?.listedAs }
            let after = kept[item]?.listedAs
            return before == after ? nil : ListedName(id: name(of: item), listedAs: after)
        }
    }
}

/// How many items and sections have been given an ordinal. What a store holds may have been written by anybody: an ordinal that was
/// never given must not get into an order, in which everyone may look it up.
struct KnownOrdinals {
    var items: Int
    var sections: Int

    /// Whether an identifier is short enough for the table.
    static func canBeGiven(to id: String) -> Bool { id.utf8.count <= IdentifierTable.lengthLimitBytes }

    func contains(_ item: ItemOrdinal) -> Bool { item.rawValue < items }

    func contains(_ section: SectionOrdinal) -> Bool { section.rawValue < sections }

    /// Whether a patch that applies names nothing else. What it deletes or moves is found in the order.
    func cover(_ patch: Patch) -> Bool {
        patch.inserts.allSatisfy { contains($0.item) } && patch.insertSections.allSatisfy { contains($0.section) }
            && patch.reloads.allSatisfy(contains) && patch.reconfigures.allSatisfy(contains)
            && patch.reconfigureSections.allSatisfy(contains)
    }

    /// Whether an order names nothing else. O(items)
    func cover(_ order: StoredOrder) -> Bool {
        order.sections.allSatisfy { section in
            section.ordinal < sections && section.items.allSatisfy { $0 < items }
        }
    }
}
