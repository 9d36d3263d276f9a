import CollectionModel

extension CollectionState {
    /// Takes over a version that is durable. O(what changed).
    mutating func publish(_ draft: Draft) {
        for id in draft.newItems.ids { _ = items.intern(id) }
        for (id, title) in zip(draft.newSections.ids, draft.newSectionTitles) { _ = intern(section: id, title: title) }
        own.publish(draft.snapshot, version: draft.version)
        history = draft.history
        for (item, change) in draft.kept { kept[item] = change.besideSource }
        for change in draft.revisions { setRevision(change.revision, of: ItemOrdinal(rawValue: change.item)) }
        for patch in draft.pending { log.append(patch) }
    }
}
