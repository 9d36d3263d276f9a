import CollectionModel

extension CollectionState {
    /// Takes over what the store remembers: the checkpoint, then the changes since.
    /// - Parameters:
    ///   - stored: the checkpoint and what came after.
    ///   - older: the whole change log, for undo and for patches since older versions.
    /// - Throws: `.notStored(.damaged)` when what is stored contradicts itself.
    mutating func restore(
        _ stored: StoredCollection, log older: [StoredChange]
    ) throws(GridError) {
        items.reserve(stored.items.count)
        do {
            try restoreNames(of: stored)
            guard known.cover(stored.checkpoint) else { throw StoreError.damaged("it names what has no identifier") }
            var order = try Snapshot(
                sections: stored.checkpoint.sections.map { section in
                    (SectionOrdinal(rawValue: section.ordinal), section.items.map { ItemOrdinal(rawValue: $0) })
                })
            version = stored.checkpoint.version
            for part in stored.marks { try restore(marks: part) }
            marks.changedParts = []
            for change in stored.changes {
                try restoreNames(of: change)
                if !change.patch.isEmpty { try order.apply(try patch(of: change)) }
                try restore(marks: change.marks)
                version = change.version
            }
            for change in older where change.version <= version {
                note(stamp: change.before, from: change.version - 1)
                note(stamp: change.stamp, from: change.version)
                guard !change.patch.isEmpty else { continue }
                let patch = try patch(of: change)
                log.append(VersionedPatch(from: change.version - 1, to: change.version, patch: patch))
                guard let text = change.history else { continue }
                let transition = ChangeHistory.Transition(stored: text) { item in
                    Int(item.rawValue) < items.count ? items[item.rawValue] : nil
                }
                if let transition {
                    history.replay(transition, patch: patch, version: change.version, marks: change.marks)
                }
            }
            snapshot = order
        } catch {
            throw .notStored(.damaged("the stored order of \(stored.checkpoint.collection) cannot be read: \(error)"))
        }
        savedQueries = stored.savedQueries
        note(stamp: stored.head.stamp, from: stored.head.version)
        for change in stored.revisions + stored.changes.flatMap(\.revisions) where change.item < items.count {
            setRevision(change.revision, of: ItemOrdinal(rawValue: change.item))
        }
        restore(stored.traces)
    }

    private var known: KnownOrdinals { KnownOrdinals(items: items.count, sections: sections.count) }

    private func patch(of change: StoredChange) throws -> Patch {
        let patch = try Patch(decoding: change.patch, itemCount: known.items)
        guard known.cover(patch) else {
            throw StoreError.damaged("change \(change.version) names what has no identifier")
        }
        return patch
    }

    private mutating func restoreNames(of stored: StoredCollection) throws(StoreError) {
        for id in stored.items where !KnownOrdinals.canBeGiven(to: id) || !items.intern(id).isNew {
            throw .damaged("the identifier \(id) is a duplicate, or too long")
        }
        for section in stored.sections
        where !KnownOrdinals.canBeGiven(to: section.id)
            || intern(section: section.id, title: section.title).rawValue != section.ordinal
        {
            throw .damaged("section \(section.ordinal) has another ordinal")
        }
    }

    /// Takes over the identifiers and the titles that came with a change, which may be known.
    private mutating func restoreNames(of change: StoredChange) throws(StoreError) {
        for item in change.newItems
        where !KnownOrdinals.canBeGiven(to: item.id) || items.intern(item.id).ordinal != item.ordinal {
            throw .damaged("item \(item.ordinal) has another ordinal")
        }
        for section in change.newSections
        where !KnownOrdinals.canBeGiven(to: section.id)
            || intern(section: section.id, title: section.title).rawValue != section.ordinal
        {
            throw .damaged("section \(section.ordinal) has another ordinal")
        }
    }

    /// Takes over what a change did to marks, or what a part of the items has.
    /// - Throws: `.damaged`
    mutating func restore(marks bytes: [UInt8]) throws(PatchError) {
        guard !bytes.isEmpty else { return }
        let record = try marks.decode(bytes, itemCount: items.count)
        marks.apply(record)
        marks.noteChanged(record.items)
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
