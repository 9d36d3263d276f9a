import CollectionModel

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
    /// - Returns: the changes of results.
    func publish(stamp: Int64) -> [ResultChange] {
        let source = collection.source.abilities.stored
        if let title = titles.collection { source?.rename(title) }
        if !kept.isEmpty { collection.source.abilities.posted?.adopt(kept.values.compactMap(\.sourceItem)) }
        let names = listedNames
        if !names.isEmpty { collection.source.adopt(names) }
        let results = collection.followQueries(self)
        var grown: IdentifierTable?
        if newItems.count > Self.namesUnderLock, newItems.base > 0 {
            // Only this queue adds identifiers.
            var all = collection.state.withLock { $0.items }
            newItems.append(to: &all)
            grown = all
        }
        collection.state.withLock { state in
            state.publish(self, items: grown, stamp: stamp)
            state.publish(results)
            if let source { state.countPosted(source) }
        }
        return results
    }
}
