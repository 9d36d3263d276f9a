import CollectionModel

/// Applies changes of single entries of a source to a collection. O(changes · log items), on the commit queue.
struct ChangedOrder {
    let changes: [SectionChange]

    /// Makes the change on a draft.
    /// - Returns: the patch; `nil` when the draft has no such section, or when so much is gone that it may be away: then everything has
    ///   to be compared.
    func made(on draft: inout Draft) -> Patch? {
        let before = draft.snapshot
        var names = ListedNames(draft)
        let gone = names.resolve(changes)
        // A folder of which nothing is left is told by a listing.
        let mayBeHeld = gone.count > ListingHold.few
        guard !mayBeHeld || ListingHold(of: gone, in: draft).items.isEmpty else { return nil }
        let returning = names.returning { before.index(of: $0) != nil }
        names.draft.noteLeaving(gone)
        guard names.sections.allSatisfy({ before.index(of: $0.id) != nil }) else { return nil }
        var target = before
        let held = names.held
        do throws(BatchUpdateError) {
            var update = BatchUpdate()
            update.deletesBefore = gone.compactMap { before.indexPath(of: $0) }.sorted()
            if !update.deletesBefore.isEmpty { _ = try target.apply(update) }
            for (place, items) in returning.behind { try target.insert(items, at: place) }
            for (section, change) in zip(names.sections, changes) {
                for (item, listed) in zip(section.items, change.listed) {
                    try place(item, listed, in: section.id, of: &target, names)
                }
            }
        } catch { return nil }
        let patch = before.patch(
            to: target, reloaded: names.reloaded + held, reconfigured: names.renamed + names.configured)
        names.apply(to: &draft)
        draft.snapshot = target
        return patch
    }

    private func place(
        _ item: ItemOrdinal, _ listed: SectionChange.Listed, in section: SectionOrdinal, of target: inout Snapshot,
        _ names: ListedNames
    ) throws(BatchUpdateError) {
        guard let index = target.index(of: section) else { return }
        if target.contains(item) {
            guard names.followed.contains(item) else { return }
            let place = self.place(behind: listed, in: index, of: target, names)
            _ = try target.move(item, toAfter: place)
        } else {
            var update = BatchUpdate()
            update.inserts = [.init(atAfter: place(behind: listed, in: index, of: target, names), item: item)]
            _ = try target.apply(update)
        }
    }

    /// The place behind the nearest entry that is in its section.
    private func place(
        behind listed: SectionChange.Listed, in section: Int, of target: Snapshot, _ names: ListedNames
    ) -> IndexPath {
        for id in listed.before {
            guard let neighbour = names.item(listedAs: id), let path = target.indexPath(of: neighbour),
                path.section == section
            else { continue }
            return IndexPath(section, path.item + 1)
        }
        return IndexPath(section, 0)
    }
}

extension Snapshot {
    /// Puts items that return where they were. Where their neighbour has just gone, that is done as with new ones.
    fileprivate mutating func insert(
        _ items: [ItemOrdinal], at place: ReturningItems.Place
    ) throws(BatchUpdateError) {
        let path =
            if let after = place.after {
                indexPath(of: after).map { IndexPath($0.section, $0.item + 1) }
            } else { index(of: place.section).map { IndexPath($0, 0) } }
        guard let path else { return }
        var update = BatchUpdate()
        update.inserts = items.enumerated().map {
            .init(atAfter: IndexPath(path.section, path.item + $0), item: $1)
        }
        _ = try apply(update)
    }
}

extension ListedNames {
    /// The items that were held and are listed again.
    fileprivate var held: [ItemOrdinal] {
        let held = draft.collection.state.withLock { $0.held }
        guard !held.isEmpty else { return [] }
        return sections.flatMap(\.items).filter { held.contains($0) }
    }
}
