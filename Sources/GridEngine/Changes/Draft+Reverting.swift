import CollectionModel

/// Undo and redo.
extension Draft {
    /// Undoes or redoes a change, while keeping all that others have changed later. Entries that others have reverted already are
    /// skipped; one that cannot be reverted is refused, and none that is older is taken in its place.
    /// - Parameters:
    ///   - direction: undo or redo.
    ///   - choice: which change.
    ///   - author: who asks.
    /// - Returns: the patch, applied.
    /// - Throws: `.notReverted` with the reason; `.nothingToUndo` or `.nothingToRedo` without such a change.
    mutating func revert(
        _ direction: ChangeHistory.Direction, _ choice: ChangeHistory.Choice = .own, of author: ChangeAuthor = .nobody
    ) throws(GridError) -> Patch {
        while let entry = history.entry(direction, choice, of: author) {
            history.take(direction, entry)
            history.note(entry.origin.action)
            history.note(isSort: entry.origin.isSort)
            let description = describe(entry, direction, for: author)
            do throws(GridError) {
                guard let (patch, reverse) = try revert(entry) else { continue }
                history.append(reverse, after: direction, description)
                underway.reverted = description
                return patch
            } catch {
                let older = history.entry(direction, .own, of: author)
                throw .notReverted(
                    error.reason, description, older: older.map { describe($0, direction, for: author) })
            }
        }
        throw direction == .undo ? .nothingToUndo : .nothingToRedo
    }

    /// Notes that the change in the making takes one back that its source has refused.
    mutating func note(_ returned: ReturnedChange) {
        underway.returned = returned
        history.note(returned)
    }

    /// Reverts a change, while keeping all later ones.
    /// - Returns: the patch, and the entry that reverts it; `nil` where others have reverted it already.
    /// - Throws: `.conflict` where its items are gone, or others have changed them since.
    private mutating func revert(
        _ entry: ChangeHistory.Entry
    ) throws(GridError) -> (Patch, ChangeHistory.Entry)? {
        let since = try changes(since: entry.version)
        let later = LaterChanges(after: entry, in: history)
        var patch: Patch
        do throws(RebaseError) {
            patch = try snapshot.rebase(
                entry.patch.inverted(), over: since, skipping: true, keeping: later.movedByOthers)
        } catch {
            throw conflict(error)
        }
        try apply(patch)
        let contents = revertContents(entry, later)
        let (marked, keepsMarks) = revertMarks(entry.marks)
        let keepsTitles = revertTitles(entry, later, &patch)
        if patch.isEmpty || entry.contents.isEmpty && patch.changesNoOrder && patch.reloads.isEmpty {
            patch.reconfigures = entry.marks.isEmpty ? patch.reconfigures : marked
        } else {
            let inserted = Set(patch.inserts.map(\.item))
            let repictured = contents.filter { hasNewPicture($0) && snapshot.contains($0) && !inserted.contains($0) }
            // Later changes of others stay.
            let kept = Set(entry.contents.keys).subtracting(contents)
            patch.reloads = Set(patch.reloads).subtracting(kept).union(repictured).sorted()
            patch.reconfigures = Set(patch.reconfigures).subtracting(kept).union(contents).union(marked)
                .subtracting(patch.reloads).filter { snapshot.contains($0) && !inserted.contains($0) }.sorted()
        }
        let reverse = self.entry(patch)
        guard patch.isEmpty else { return (patch, reverse) }
        if let gone = entry.patch.keptItems.first(where: { !snapshot.contains($0) }) {
            throw .conflict(.itemGone(name(of: gone)))
        }
        let isChanged = !later.movedByOthers.isEmpty || keepsMarks || keepsTitles || !entry.contents.isEmpty
        if isChanged { throw .conflict(.changedSince) }
        return nil
    }

    /// Gives items back what they showed, as far as nobody has changed that since.
    /// - Returns: those that show something else now.
    private mutating func revertContents(_ entry: ChangeHistory.Entry, _ later: LaterChanges) -> [ItemOrdinal] {
        var changed: [ItemOrdinal] = []
        for (item, before) in entry.contents {
            let now = kept(of: item)
            let reverted = before.restored(over: now, after: later.contents[item] ?? now)
            guard reverted.attributes != now.attributes || reverted.content != now.content else { continue }
            show(reverted, of: item)
            changed.append(item)
        }
        return changed
    }

    /// Gives the collection and its sections their titles back, unless others have given them other ones since.
    /// - Returns: whether one was left as it is.
    private mutating func revertTitles(
        _ entry: ChangeHistory.Entry, _ later: LaterChanges, _ patch: inout Patch
    ) -> Bool {
        var isLeft = false
        for (section, title) in entry.titles.sections where snapshot.index(of: section) != nil {
            let now = self.title(of: section)
            if let left = later.titles.sections[section], left != now {
                patch.reconfigureSections.removeAll { $0 == section }
                isLeft = true
            } else {
                retitle(section, to: title)
            }
        }
        guard let title = entry.titles.collection else { return isLeft }
        if let left = later.titles.collection, left != currentTitle {
            patch.changesTitle = false
            return true
        }
        retitle(to: title)
        return isLeft
    }
}

/// The effects of later changes on the same things.
private struct LaterChanges {
    /// Items of the change that others have moved since.
    var movedByOthers: Set<ItemOrdinal> = []
    /// The contents of the change's items after it, where they were changed again.
    var contents: [ItemOrdinal: KeptItem] = [:]
    /// The titles that the change left, where they were changed again.
    var titles = ChangeHistory.Titles()

    init(after entry: ChangeHistory.Entry, in history: ChangeHistory) {
        let moved = Set(entry.patch.moves.map(\.item))
        for kept in history.undoable where kept.entry.version > entry.version {
            let other = kept.entry
            if !moved.isEmpty, other.origin.author != entry.origin.author {
                movedByOthers.formUnion(other.patch.moves.lazy.map(\.item).filter { moved.contains($0) })
            }
            // The first change after it knows what it left.
            for (item, contents) in other.contents where self.contents[item] == nil && entry.contents[item] != nil {
                self.contents[item] = contents
            }
            if titles.collection == nil { titles.collection = other.titles.collection }
            titles.sections.merge(other.titles.sections) { first, _ in first }
        }
    }
}

extension Patch {
    /// The items that it concerns, and that are there after it.
    fileprivate var keptItems: [ItemOrdinal] { moves.map(\.item) + reloads + reconfigures }
}

extension KeptItem {
    /// This, over what an item shows now: what is not any more as the change left it stays.
    /// - Parameters:
    ///   - now: what it shows.
    ///   - after: what the change left.
    /// - Returns: what it is to show.
    fileprivate func restored(over now: KeptItem, after: KeptItem) -> KeptItem {
        var restored = now
        let names = Set(attributes.members.map(\.name)).union(after.attributes.members.map(\.name))
        for name in names where attributes[name] != after.attributes[name] {
            if now.attributes[name] == after.attributes[name] { restored.attributes[name] = attributes[name] }
        }
        if restored.attributes.members.count == attributes.members.count,
            names.allSatisfy({ restored.attributes[$0] == attributes[$0] })
        {
            // In the order in which they were.
            restored.attributes = attributes
        }
        if let content, now.content == after.content { restored.content = content }
        return restored
    }
}

extension LiveCollection {
    /// A change in words for people.
    func describe(
        _ entry: ChangeHistory.Entry, _ direction: ChangeHistory.Direction, for author: ChangeAuthor
    ) -> RevertedChange {
        RevertedChange(entry, direction, for: author) { item in
            RevertedChange.Named(id: itemID(item), title: self.item(item).title)
        }
    }
}

extension Draft {
    /// A change in words for people. It may be one that is drafted, and not stored yet.
    func describe(
        _ entry: ChangeHistory.Entry, _ direction: ChangeHistory.Direction, for author: ChangeAuthor
    ) -> RevertedChange {
        RevertedChange(entry, direction, for: author) { item in
            if let id = newItems[item.rawValue] { return RevertedChange.Named(id: id, title: id) }
            return RevertedChange.Named(id: name(of: item), title: collection.item(item).title)
        }
    }
}
