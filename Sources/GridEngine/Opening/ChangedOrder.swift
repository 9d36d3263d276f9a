import CollectionModel

/// What changes of single entries of a source do to a collection. O(changes · log items), on the commit queue.
struct ChangedOrder {
    let changes: [SectionChange]

    /// Makes the change on a draft.
    /// - Returns: the patch; `nil` when the draft has no such section: then everything has to be compared.
    func made(on draft: inout Draft) -> Patch? {
        let before = draft.snapshot
        var names = ListedNames(draft)
        let gone = names.resolve(changes)
        guard names.sections.allSatisfy({ before.index(of: $0.id) != nil }) else { return nil }
        var target = before
        do throws(BatchUpdateError) {
            var update = BatchUpdate()
            update.deletesBefore = gone.compactMap { before.indexPath(of: $0) }.sorted()
            if !update.deletesBefore.isEmpty { _ = try target.apply(update) }
            for (section, change) in zip(names.sections, changes) {
                for (item, listed) in zip(section.items, change.listed) {
                    try place(item, listed, in: section.id, of: &target, names)
                }
            }
        } catch { return nil }
        let patch = before.patch(to: target, reloaded: names.reloaded, reconfigured: names.renamed)
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
