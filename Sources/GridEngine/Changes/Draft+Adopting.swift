import CollectionModel

extension Draft {
    /// Leads the draft on by a change that another server made.
    /// - Returns: the change.
    /// - Throws: `.damaged` when it cannot be read, or does not follow on the draft.
    mutating func adopt(_ change: StoredChange) throws(StoreError) -> CommittedChange {
        guard change.version == version + 1 else {
            throw .damaged("version \(change.version) of \(change.collection) cannot follow \(version)")
        }
        for item in change.newItems
        where !KnownOrdinals.canBeGiven(to: item.id) || intern(item.id).rawValue != item.ordinal {
            throw .damaged("item \(item.ordinal) of \(change.collection) has another ordinal here")
        }
        for section in change.newSections {
            guard KnownOrdinals.canBeGiven(to: section.id),
                case let ordinal = intern(section: section.id, title: section.title),
                ordinal.rawValue == section.ordinal
            else {
                throw .damaged("section \(section.ordinal) of \(change.collection) has another ordinal here")
            }
            if title(of: ordinal) != section.title { titles[ordinal] = section.title }
        }
        if let title = change.title { self.title = title }
        let patch: Patch
        do {
            let known = KnownOrdinals(
                items: newItems.base + newItems.count, sections: newSections.base + newSections.count)
            patch = try Patch(decoding: change.patch, itemCount: known.items)
            guard known.cover(patch) else { throw StoreError.damaged("it names what has no identifier") }
            try snapshot.apply(patch)
        } catch {
            throw .damaged("change \(change.version) of \(change.collection) cannot be read: \(error)")
        }
        let known = newItems.base + newItems.count
        for attributes in change.attributes {
            guard attributes.item < known else { throw .damaged("there is no item \(attributes.item)") }
            let item = ItemOrdinal(rawValue: attributes.item)
            kept[item] = attributes.json.flatMap { KeptItem(stored: $0, of: name(of: item)) } ?? KeptItem()
        }
        do {
            if !change.marks.isEmpty { try adopt(marks: change.marks, itemCount: known) }
        } catch {
            throw .damaged("the marks of change \(change.version) of \(change.collection) cannot be read: \(error)")
        }
        if collection.source is any PostedSource { repictured.formUnion(patch.reloads) }
        revisions += change.revisions
        version += 1
        adopted.append((version, change.stamp))
        let transition = change.history.flatMap {
            ChangeHistory.Transition(stored: $0) { $0.rawValue < known ? name(of: $0) : nil }
        }
        if let transition { history.replay(transition, patch: patch, version: version, marks: change.marks) }
        let versioned = VersionedPatch(from: version - 1, to: version, patch: patch)
        pending.append(versioned)
        return CommittedChange(
            collection: change.collection, patch: versioned, identities: collection, stamp: change.stamp,
            reverted: transition?.reverted)
    }
}
