extension Snapshot {
    /// The patch that leads from this order to another, with the fewest moves: within each surviving section all but one longest
    /// increasing subsequence. Items that are deleted or inserted are left out of `reloaded` and `reconfigured`.
    package func patch(
        to new: Snapshot, reloaded: some Sequence<ItemOrdinal> = [], reconfigured: some Sequence<ItemOrdinal> = []
    ) -> Patch {
        var patch = Patch()
        compareSections(with: new, into: &patch)
        compareItems(with: new, into: &patch)
        let replaced = Set(reloaded.filter { indexPath(of: $0) != nil && new.indexPath(of: $0) != nil })
        let filled = Set(reconfigured.filter { indexPath(of: $0) != nil && new.indexPath(of: $0) != nil })
        patch.reloads = Array(replaced)
        patch.reconfigures = Array(filled.subtracting(replaced))
        patch.sort()
        return patch
    }

    private func compareSections(with new: Snapshot, into patch: inout Patch) {
        for index in 0..<numberOfSections where new.index(of: section(at: index)) == nil {
            patch.deleteSections.append(.init(from: index, section: section(at: index)))
        }
        var kept: [(from: Int, toAfter: Int)] = []
        for after in 0..<new.numberOfSections {
            if let from = index(of: new.section(at: after)) {
                kept.append((from, after))
            } else {
                patch.insertSections.append(.init(at: after, section: new.section(at: after)))
            }
        }
        let stays = longestIncreasingSubsequence(of: kept.map { UInt32($0.from) })
        for (pair, stays) in zip(kept, stays) where !stays {
            patch.moveSections.append(.init(section: section(at: pair.from), from: pair.from, toAfter: pair.toAfter))
        }
    }

    private func compareItems(with new: Snapshot, into patch: inout Patch) {
        var places: [ItemOrdinal: IndexPath] = [:]
        forEachItem(inFlat: 0..<numberOfItems) { places[$2] = $1 }
        var kept: [[(from: IndexPath, toAfter: IndexPath, item: ItemOrdinal)]] = .init(
            repeating: [], count: new.numberOfSections)
        new.forEachItem(inFlat: 0..<new.numberOfItems) { _, path, item in
            guard let from = places.removeValue(forKey: item) else {
                return patch.inserts.append(.init(at: path, item: item))
            }
            if section(at: from.section) == new.section(at: path.section) {
                kept[path.section].append((from, path, item))
            } else {
                patch.moves.append(.init(item: item, from: from, toAfter: path))
            }
        }
        patch.deletes = places.map { .init(from: $0.value, item: $0.key) }
        for section in kept {
            let stays = longestIncreasingSubsequence(of: section.map { UInt32($0.from.item) })
            for (entry, stays) in zip(section, stays) where !stays {
                patch.moves.append(.init(item: entry.item, from: entry.from, toAfter: entry.toAfter))
            }
        }
    }
}
