import CollectionModel

extension CollectionState {
    /// From this number on, the table of identifiers is made when the collection is open (`LiveCollection.settleNames`): it takes
    /// longer than all else that a start does.
    private static let namesAtOnce = 100_000

    /// Takes over what the store remembers at its checkpoint. The changes since are applied, as those of other servers are.
    /// - Parameter stored: the checkpoint.
    /// - Throws: `.damaged` when what is stored contradicts itself.
    mutating func restore(_ stored: StoredCollection) throws(StoreError) {
        items = stored.items
        if items.count < Self.namesAtOnce {
            if let id = items.duplicate { throw .damaged("the identifier \(id) is a duplicate") }
            items.settle()
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
            snapshot = try Snapshot(stored: order.sections.map { (SectionOrdinal($0.ordinal), $0.items) })
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
        var state = CollectionState(of: source.abilities)
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
        let changed = stored.revisions + stored.changes.flatMap(\.revisions)
        self.state.withLock { $0.restore(stored.traces, under: changed) }
        return changes
    }
}

extension CollectionState {
    /// Takes over a version that is durable. O(what changed).
    /// - Parameters:
    ///   - draft: the version.
    ///   - grown: the identifiers with those of the draft, where they were added beforehand.
    ///   - newStamp: of its head.
    mutating func publish(_ draft: Draft, items grown: IdentifierTable? = nil, stamp newStamp: Int64) {
        if let grown { items = grown } else { draft.newItems.append(to: &items) }
        draft.newSections.append(to: &sections)
        sectionTitles += repeatElement("", count: draft.newSections.count)
        for (section, title) in draft.titles.sections { sectionTitles[Int(section.rawValue)] = title }
        // No patch leads to a whole order.
        if draft.changes.isEmpty, draft.version > version {
            log.removeAll()
            replacedOrders += 1
        }
        own.publish(draft.snapshot, version: draft.version)
        for change in draft.changes {
            log.append(change.patch)
            note(stamp: change.stamp == 0 ? newStamp : change.stamp, from: change.patch.to)
        }
        note(stamp: newStamp, from: draft.version)
        history = draft.history
        for (item, change) in draft.kept { keep(change.besideSource, of: item) }
        for item in draft.repictured { (measured[item], colours[item], durations[item]) = (nil, nil, nil) }
        damaged.subtract(draft.repictured)
        for item in draft.repictured { measures.forget(item) }
        publish(draft.files, from: draft.newItems.base)
        if !draft.marked.items.isEmpty { marks = draft.marks }
    }
}

extension Draft {
    /// New identifiers beyond this number are added to a copy of the table, which takes its time, and not under the lock.
    private static let namesUnderLock = 4096

    /// Makes the draft visible, with the versions of results that follow from it. O(1), plus what changed. On the commit queue, once
    /// it is durable.
    /// - Parameter stamp: of its head.
    /// - Returns: what else there is to be seen then.
    func publish(stamp: Int64) -> PublishedChanges {
        let source = collection.source.abilities.stored
        if let title = titles.collection { source?.rename(title) }
        if !kept.isEmpty { collection.source.abilities.posted?.adopt(kept.values.compactMap(\.sourceItem)) }
        let names = listedNames
        if !names.isEmpty { collection.source.adopt(names) }
        if newItems.count > 0, !newItems.isWhole { collection.settleNames() }
        let followed = collection.followQueries(self)
        var grown: IdentifierTable?
        if newItems.count > Self.namesUnderLock, newItems.base > 0 {
            // Only this queue adds identifiers.
            var all = collection.state.withLock { $0.items }
            newItems.append(to: &all)
            grown = all
        }
        collection.state.withLock { state in
            state.publish(self, items: grown, stamp: stamp)
            state.publish(followed.results)
            if let stacks = followed.stacks { state.stacks = stacks.table }
            if let source { state.countPosted(source) }
        }
        let restacked = (followed.stacks?.changed ?? []).filter { snapshot.contains($0) }.sorted()
        return PublishedChanges(results: followed.results, restacked: restacked)
    }
}

/// What a version leads to beside itself.
struct PublishedChanges: Sendable {
    var results: [ResultChange]
    /// The items whose stack is another one, ascending.
    var restacked: [ItemOrdinal]
}
