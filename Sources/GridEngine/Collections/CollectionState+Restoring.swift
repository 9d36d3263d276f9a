import CollectionModel

extension CollectionState {
    /// Takes over what the store remembers: the checkpoint, then the changes since.
    /// - Parameters:
    ///   - stored: the checkpoint and what came after.
    ///   - older: the whole change log, for undo and for patches since older versions.
    ///   - contents: what posted items show, for their source.
    /// - Throws: `.notStored(.damaged)` when what is stored contradicts itself.
    mutating func restore(
        _ stored: StoredCollection, log older: [StoredChange], contents: inout [SourceItem]
    ) throws(GridError) {
        items.reserve(stored.items.count)
        for id in stored.items { _ = items.intern(id) }
        for section in stored.sections { _ = intern(section: section.id, title: section.title) }
        do {
            var order = try Snapshot(
                sections: stored.checkpoint.sections.map { section in
                    (SectionOrdinal(rawValue: section.ordinal), section.items.map { ItemOrdinal(rawValue: $0) })
                })
            version = stored.checkpoint.version
            for change in stored.changes {
                if !change.patch.isEmpty { try order.apply(Patch(decoding: change.patch)) }
                version = change.version
            }
            for change in older where change.version <= version && !change.patch.isEmpty {
                let patch = try Patch(decoding: change.patch)
                log.append(VersionedPatch(from: change.version - 1, to: change.version, patch: patch))
                guard let text = change.history else { continue }
                let transition = ChangeHistory.Transition(stored: text) { item in
                    Int(item.rawValue) < items.count ? items[item.rawValue] : nil
                }
                if let transition { history.replay(transition, patch: patch, version: change.version) }
            }
            snapshot = order
        } catch {
            throw .notStored(.damaged("the stored order of \(stored.checkpoint.collection) cannot be read: \(error)"))
        }
        for attributes in stored.attributes {
            let ordinal = attributes.item
            guard let json = attributes.json, let found = KeptItem(stored: json, of: items[ordinal]) else { continue }
            if !found.isUnchanged { kept[ItemOrdinal(rawValue: ordinal)] = found.withoutContent }
            if let content = found.content { contents.append(content) }
        }
        for change in stored.revisions { setRevision(change.revision, of: ItemOrdinal(rawValue: change.item)) }
    }
}
