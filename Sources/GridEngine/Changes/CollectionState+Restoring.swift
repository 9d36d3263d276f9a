import CollectionModel

extension CollectionState {
    /// Takes over what the store remembers at its checkpoint. The changes since are applied, as those of other servers are.
    /// - Parameter stored: the checkpoint.
    /// - Throws: `.damaged` when what is stored contradicts itself.
    mutating func restore(_ stored: StoredCollection) throws(StoreError) {
        items.reserve(stored.items.count)
        for id in stored.items where !KnownOrdinals.canBeGiven(to: id) || !items.intern(id).isNew {
            throw .damaged("the identifier \(id) is a duplicate, or too long")
        }
        for section in stored.sections {
            guard KnownOrdinals.canBeGiven(to: section.id), case let (ordinal, isNew) = sections.intern(section.id),
                isNew, ordinal == section.ordinal
            else {
                throw .damaged("section \(section.ordinal) has another ordinal")
            }
            sectionTitles.append(section.title)
        }
        let order = stored.checkpoint
        guard KnownOrdinals(items: items.count, sections: sections.count).cover(order) else {
            throw .damaged("the stored order of \(order.collection) names what has no identifier")
        }
        do {
            snapshot = try Snapshot(
                sections: order.sections.map { section in
                    (SectionOrdinal(rawValue: section.ordinal), section.items.map { ItemOrdinal(rawValue: $0) })
                })
            for part in stored.marks { _ = try marks.apply(part, itemCount: items.count) }
        } catch {
            throw .damaged("the stored order of \(order.collection) cannot be read: \(error)")
        }
        marks.changedParts = []
        version = order.version
        savedQueries = stored.savedQueries
        for entry in stored.revisions where entry.item < items.count {
            setRevision(entry.revision, of: ItemOrdinal(rawValue: entry.item))
        }
    }

    /// Takes over an item's attributes, and what a posted item shows.
    mutating func restore(_ attributes: StoredChange.Attributes, contents: inout PostedContents) {
        let ordinal = attributes.item
        guard ordinal < items.count, let json = attributes.json,
            let found = KeptItem(stored: json, of: items[ordinal])
        else { return }
        if let beside = found.besideSource { keep(beside, of: ItemOrdinal(rawValue: ordinal)) }
        if let item = found.sourceItem { contents.set(item, of: ordinal) }
    }
}

extension LiveCollection {
    /// Takes over what the store remembers: the checkpoint, then the changes since. Before anybody sees the collection.
    /// - Parameters:
    ///   - stored: the checkpoint and what came after.
    ///   - log: the whole change log, for undo and for patches since older versions.
    ///   - share: of the memory of posted collections.
    ///   - attributes: calls its argument with the attributes of each item that has any.
    /// - Returns: the changes of the log that lead to what is known, by version.
    /// - Throws: `.damaged` when what is stored contradicts itself; what `attributes` throws.
    func restore(
        _ stored: StoredCollection, log: [StoredChange], share: PostedMemory.Share? = nil,
        attributes: ((StoredChange.Attributes) -> Void) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> [Int: CommittedChange] {
        var state = CollectionState()
        try state.restore(stored)
        var changes: [Int: CommittedChange] = [:]
        for change in log where change.version <= state.version {
            changes[change.version] = try state.learn(change, in: self)
        }
        // After the older ones.
        state.note(stamp: stored.changes.first?.before ?? stored.head.stamp, from: state.version)
        var contents = PostedContents()
        try attributes { state.restore($0, contents: &contents) }
        let names = state.listedNames
        if !names.isEmpty { source.adopt(names) }
        source.abilities.posted?.adopt(contents, of: state.items)
        if let source = source.abilities.stored {
            state.postedShare = share
            state.countPosted(source)
        }
        self.state.withLock { $0 = state }
        var draft = Draft(of: self)
        for change in stored.changes { changes[change.version] = try draft.apply(change) }
        if !draft.changes.isEmpty { _ = draft.publish(stamp: stored.head.stamp) }
        self.state.withLock { $0.restore(stored.traces) }
        return changes
    }
}
