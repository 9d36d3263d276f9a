import CollectionModel

/// A change as it is stored, and back: the one way in which a change that is durable already comes into a collection, at the start and
/// from other servers.
extension Draft {
    /// Applies a change that is stored. What it says of items that were never given an ordinal is nobody's.
    /// - Returns: the change.
    /// - Throws: `.damaged` when it cannot be read, or does not follow on the draft.
    mutating func apply(_ stored: StoredChange) throws(StoreError) -> CommittedChange {
        guard stored.version == version + 1 else {
            throw .damaged("version \(stored.version) of \(stored.collection) cannot follow \(version)")
        }
        beginChange()
        try applyNames(of: stored)
        if let title = stored.title { titles.collection = title }
        let known = known
        let (patch, transition) = try stored.read(known) { name(of: $0) }
        do throws(PatchError) {
            try snapshot.apply(patch)
            if !stored.marks.isEmpty { try apply(marks: stored.marks, itemCount: known.items) }
        } catch {
            throw stored.damage(error)
        }
        for attributes in stored.attributes where attributes.item < known.items {
            let item = ItemOrdinal(rawValue: attributes.item)
            kept[item] = attributes.json.flatMap { KeptItem(stored: $0, of: name(of: item)) } ?? KeptItem()
        }
        if collection.source.abilities.posted != nil { repictured.formUnion(patch.reloads) }
        files.changed += stored.revisions.filter { $0.item < known.items }
        if let transition { history.replay(transition, patch: patch, version: version + 1, marks: stored.marks) }
        (underway.reverted, underway.returned) = (transition?.reverted, transition?.returned)
        underway.origin = transition?.origin
        return endChange(patch, stamp: stored.stamp)
    }

    private var known: KnownOrdinals {
        KnownOrdinals(items: newItems.base + newItems.count, sections: newSections.base + newSections.count)
    }

    /// Gives items and sections the ordinals that a change gave them. They may have them.
    private mutating func applyNames(of stored: StoredChange) throws(StoreError) {
        for item in stored.newItems
        where !KnownOrdinals.canBeGiven(to: item.id) || intern(item.id).rawValue != item.ordinal {
            throw .damaged("item \(item.ordinal) of \(stored.collection) has another ordinal")
        }
        for section in stored.newSections {
            guard KnownOrdinals.canBeGiven(to: section.id),
                intern(section: section.id, title: section.title).rawValue == section.ordinal
            else {
                throw .damaged("section \(section.ordinal) of \(stored.collection) has another ordinal")
            }
            titles.sections[SectionOrdinal(rawValue: section.ordinal)] = section.title
        }
    }

    /// The change that has just ended, as it is stored: whoever knows the version before it can apply it.
    /// - Parameters:
    ///   - patch: the change's.
    ///   - before: this draft as it was when the change began.
    ///   - key: its idempotency key.
    /// - Returns: the change with its whole patch.
    func stored(_ patch: Patch, since before: Draft, key: String?) -> StoredChange {
        let attributes = kept.filter { before.kept[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return StoredChange(
            collection: collection.id, version: version, patch: patch.encode(),
            newItems: newItems.stored(from: before.newItems.count), newSections: sections(since: before),
            title: titles.collection == before.titles.collection ? nil : titles.collection,
            attributes: attributes.map { item, kept in
                StoredChange.Attributes(item: item.rawValue, json: kept == KeptItem() ? nil : kept.stored)
            }, marks: underway.marks,
            revisions: files.changed.dropFirst(before.files.changed.count) + firstRevisions(since: before),
            idempotencyKey: key, history: history.transition?.stored)
    }

    /// The revisions of new items: other servers have no listing of them. Those of files are learnt from their own.
    private func firstRevisions(since before: Draft) -> [StoredChange.Revision] {
        let plain = collection.source.abilities.plainRevision
        guard plain != 0 else { return [] }
        return files.newRevisions.indices.dropFirst(before.files.newRevisions.count).compactMap { place in
            let revision = files.newRevisions[place]
            guard revision != plain else { return nil }
            return StoredChange.Revision(item: UInt32(newItems.base + place), revision: revision)
        }
    }

    /// New sections, and those with other titles. Their ordinals ascend.
    func sections(since before: Draft? = nil) -> [StoredSection] {
        titles.sections.filter { before?.titles.sections[$0.key] != $0.value }.sorted { $0.key < $1.key }
            .map { StoredSection(ordinal: $0.key.rawValue, id: name(of: $0.key), title: $0.value) }
    }
}

extension CollectionState {
    /// Learns of a change that led to a version that is known: what undo needs, and patches since older versions.
    /// - Returns: the change.
    /// - Throws: `.damaged` when it cannot be read.
    mutating func learn(_ stored: StoredChange, in collection: LiveCollection) throws(StoreError) -> CommittedChange {
        let names = items
        let (patch, transition) = try stored.read(KnownOrdinals(items: items.count, sections: sections.count)) {
            names[$0.rawValue]
        }
        note(stamp: stored.before, from: stored.version - 1)
        note(stamp: stored.stamp, from: stored.version)
        let versioned = VersionedPatch(from: stored.version - 1, to: stored.version, patch: patch)
        log.append(versioned)
        if let transition {
            history.replay(transition, patch: patch, version: stored.version, marks: stored.marks)
        }
        return CommittedChange(
            collection: stored.collection, patch: versioned, identities: collection, stamp: stored.stamp,
            reverted: transition?.reverted, isOfSource: (transition?.origin).isOfSource,
            author: transition?.origin.author,
            // As the checkpoint has them: sections that have changed places since are rare.
            destinations: snapshot.destinations(of: patch))
    }
}

extension StoredChange {
    /// Reads its patch and its transition.
    /// - Parameters:
    ///   - known: the ordinals that it may name.
    ///   - name: returns the identifier of one of them.
    /// - Returns: its patch and its transition.
    /// - Throws: `.damaged` when it cannot be read, or names what has no identifier.
    fileprivate func read(
        _ known: KnownOrdinals, _ name: (ItemOrdinal) -> String
    ) throws(StoreError) -> (Patch, ChangeHistory.Transition?) {
        var patch = Patch()
        do throws(PatchError) {
            if !self.patch.isEmpty { patch = try Patch(decoding: self.patch, itemCount: known.items) }
        } catch {
            throw damage(error)
        }
        guard known.cover(patch) else {
            throw .damaged("change \(version) of \(collection) names what has no identifier")
        }
        let transition = history.flatMap {
            ChangeHistory.Transition(stored: $0) { known.contains($0) ? name($0) : nil }
        }
        return (patch, transition)
    }

    fileprivate func damage(_ error: PatchError) -> StoreError {
        .damaged("change \(version) of \(collection) cannot be read: \(error)")
    }
}
