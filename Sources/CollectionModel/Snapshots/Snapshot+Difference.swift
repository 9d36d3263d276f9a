extension Snapshot {
    /// The patch that leads from this order to another, with the fewest moves: within each surviving section all but one longest
    /// increasing subsequence; from section to section, each. Items that are deleted or inserted are left out of `reloaded` and
    /// `reconfigured`. O(n), and O(m log m) for m items that are out of sequence.
    public func patch(
        to new: Snapshot, reloaded: some Sequence<ItemOrdinal> = [], reconfigured: some Sequence<ItemOrdinal> = []
    ) -> Patch {
        var patch = Patch()
        compareSections(with: new, into: &patch)
        var items = ItemDifference(from: self, to: new, patch: patch)
        items.compare(into: &patch)
        let replaced = Set(reloaded.lazy.filter { contains($0) && new.contains($0) })
        let filled = Set(reconfigured.lazy.filter { contains($0) && new.contains($0) })
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
}

/// Compares the items of two orders by flat index, once the sections are compared.
private struct ItemDifference {
    private let old: SectionTable
    private let new: SectionTable
    private let sections: PatchSections
    /// Flat indices of the part in which the orders differ, and its items.
    private let middleOfOld: Range<Int>
    private let middleOfNew: Range<Int>
    private let oldItems: [UInt32]
    private let newItems: [UInt32]

    init(from old: Snapshot, to new: Snapshot, patch: Patch) {
        self.old = old.table
        self.new = new.table
        sections = PatchSections(patch)
        let prefix = old.tree.commonPrefix(with: new.tree, limit: Self.alignedPrefix(old.table, new.table))
        let shorter = min(old.numberOfItems, new.numberOfItems)
        let suffix = old.tree.commonSuffix(
            with: new.tree, limit: min(Self.alignedSuffix(old.table, new.table), shorter - prefix))
        middleOfOld = prefix..<(old.numberOfItems - suffix)
        middleOfNew = prefix..<(new.numberOfItems - suffix)
        oldItems = old.tree.items(in: middleOfOld)
        newItems = new.tree.items(in: middleOfNew)
    }

    mutating func compare(into patch: inout Patch) {
        guard !middleOfOld.isEmpty || !middleOfNew.isEmpty else { return }
        if middleOfOld.isEmpty { return insertAll(into: &patch) }
        var match = ItemMatch(oldItems, newItems)
        match.find()
        // New flat index plus one of what moves, by its flat index before.
        var destinations = [UInt32](repeating: 0, count: middleOfOld.count)
        var start = middleOfNew.lowerBound
        while start < middleOfNew.upperBound {
            let section = new.path(ofFlat: start).section
            let end = min(new.start(of: section) + new.itemCount(of: section), middleOfNew.upperBound)
            compareSection(section, in: start..<end, match.places, &destinations, into: &patch)
            start = end
        }
        // From the front, so that moves and deletes come in their order.
        for (index, destination) in destinations.enumerated() {
            let flat = middleOfOld.lowerBound + index
            if destination > 0 {
                patch.moves.append(
                    .init(
                        item: ItemOrdinal(oldItems[index]), from: old.path(ofFlat: flat),
                        toAfter: new.path(ofFlat: Int(destination) - 1)))
            } else if match.isGone[index] {
                patch.deletes.append(.init(from: old.path(ofFlat: flat), item: ItemOrdinal(oldItems[index])))
            }
        }
    }

    /// Where nothing is left of the old order, all is new: millions of a first listing.
    private func insertAll(into patch: inout Patch) {
        patch.inserts.reserveCapacity(newItems.count)
        var path = new.path(ofFlat: middleOfNew.lowerBound)
        var below = new.itemCount(of: path.section)
        for item in newItems {
            while path.item == below {
                path = IndexPath(path.section + 1, 0)
                below = new.itemCount(of: path.section)
            }
            patch.inserts.append(.init(at: path, item: ItemOrdinal(item)))
            path.item += 1
        }
    }

    /// Finds the items inserted into a section, and those that move: from elsewhere, or inside it.
    private func compareSection(
        _ section: Int, in range: Range<Int>, _ places: [UInt32], _ destinations: inout [UInt32],
        into patch: inout Patch
    ) {
        let rangeBefore =
            sections.before(section).map { old.start(of: $0)..<(old.start(of: $0) + old.itemCount(of: $0)) } ?? 0..<0
        let startAfter = new.start(of: section)
        // Old places of the items that stay in this section, and where in `range` they are.
        var kept: [UInt32] = []
        var keptAt: [UInt32] = []
        kept.reserveCapacity(range.count)
        keptAt.reserveCapacity(range.count)
        var ascends = true
        for flat in range {
            let found = places[flat - middleOfNew.lowerBound]
            guard found > 0 else {
                let item = ItemOrdinal(newItems[flat - middleOfNew.lowerBound])
                patch.inserts.append(.init(at: IndexPath(section, flat - startAfter), item: item))
                continue
            }
            let place = middleOfOld.lowerBound + Int(found) - 1
            guard rangeBefore.contains(place) else {
                destinations[place - middleOfOld.lowerBound] = UInt32(flat) + 1
                continue
            }
            if let last = kept.last, last > UInt32(place) { ascends = false }
            kept.append(UInt32(place))
            keptAt.append(UInt32(flat))
        }
        guard !ascends else { return }
        let stays = longestIncreasingSubsequence(of: kept)
        for index in kept.indices where !stays[index] {
            destinations[Int(kept[index]) - middleOfOld.lowerBound] = keptAt[index] + 1
        }
    }

    // MARK: Trimming

    /// The number of items from the front at the same places of the same sections.
    private static func alignedPrefix(_ a: SectionTable, _ b: SectionTable) -> Int {
        var items = 0
        for section in 0..<min(a.count, b.count) {
            guard a.ids[section] == b.ids[section] else { return items }
            let (before, after) = (a.itemCount(of: section), b.itemCount(of: section))
            items += min(before, after)
            if before != after { return items }
        }
        return items
    }

    /// The number of items from the end at the same places, counted from the end, of the same sections.
    private static func alignedSuffix(_ a: SectionTable, _ b: SectionTable) -> Int {
        var items = 0
        for distance in 1..<(min(a.count, b.count) + 1) {
            let (inA, inB) = (a.count - distance, b.count - distance)
            guard a.ids[inA] == b.ids[inB] else { return items }
            let (before, after) = (a.itemCount(of: inA), b.itemCount(of: inB))
            items += min(before, after)
            if before != after { return items }
        }
        return items
    }
}
