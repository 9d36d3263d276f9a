extension Patch {
    /// The one patch that does what this one and then `next` do. `next` counts before where this one counts after.
    ///
    /// O(k log k) for k operations in both; the order itself is not needed.
    public func composed(with next: Patch) -> Patch {
        var composition = PatchComposition(first: self, second: next)
        return composition.compose()
    }
}

/// Two patches in a row, A → B → C, on their way to one: each thing that either touches gets its place in A and its place in C.
private struct PatchComposition {
    private let first: Patch
    private let second: Patch
    private let firstSections: PatchSections
    private let secondSections: PatchSections
    private let firstItems: PathMap
    private let secondItems: PathMap
    private var result = Patch()

    init(first: Patch, second: Patch) {
        self.first = first
        self.second = second
        firstSections = PatchSections(first)
        secondSections = PatchSections(second)
        firstItems = first.itemMap
        secondItems = second.itemMap
    }

    mutating func compose() -> Patch {
        composeSections()
        let reinserted = composeItems()
        composeContents(reinserted)
        result.sort()
        result.dropIdleMoves()
        return result
    }

    // MARK: Sections

    private mutating func composeSections() {
        var before: [SectionOrdinal: Int] = [:]
        var after: [SectionOrdinal: Int] = [:]
        for delete in first.deleteSections { before[delete.section] = delete.from }
        for move in first.moveSections {
            before[move.section] = move.from
            after[move.section] = secondSections.after(move.toAfter)
        }
        for insert in first.insertSections { after[insert.section] = secondSections.after(insert.at) }
        for delete in second.deleteSections { before[delete.section] = firstSections.before(delete.from) }
        for move in second.moveSections {
            before[move.section] = firstSections.before(move.from)
            after[move.section] = move.toAfter
        }
        for insert in second.insertSections { after[insert.section] = insert.at }
        for (section, from) in before where after[section] == nil {
            result.deleteSections.append(.init(from: from, section: section))
        }
        for (section, to) in after {
            if let from = before[section] {
                result.moveSections.append(.init(section: section, from: from, toAfter: to))
            } else {
                result.insertSections.append(.init(at: to, section: section))
            }
        }
    }

    // MARK: Items

    /// - Returns: the items that were deleted by the first patch and inserted by the second: they are to be reloaded.
    private mutating func composeItems() -> [ItemOrdinal] {
        var before: [ItemOrdinal: IndexPath] = [:]
        var after: [ItemOrdinal: IndexPath] = [:]
        var deleted: Set<ItemOrdinal> = []
        for delete in first.deletes {
            before[delete.item] = delete.from
            deleted.insert(delete.item)
        }
        for move in first.moves {
            before[move.item] = move.from
            after[move.item] = placeAfter(move.toAfter)
        }
        for insert in first.inserts { after[insert.item] = placeAfter(insert.at) }
        for delete in second.deletes { before[delete.item] = placeBefore(delete.from) ?? before[delete.item] }
        for move in second.moves {
            before[move.item] = placeBefore(move.from) ?? before[move.item]
            after[move.item] = move.toAfter
        }
        for insert in second.inserts { after[insert.item] = insert.at }
        for (item, from) in before where after[item] == nil { result.deletes.append(.init(from: from, item: item)) }
        for (item, to) in after {
            if let from = before[item] {
                result.moves.append(.init(item: item, from: from, toAfter: to))
            } else {
                result.inserts.append(.init(at: to, item: item))
            }
        }
        return second.inserts.map(\.item).filter(deleted.contains)
    }

    /// The place in C of what the first patch put to a place in B, unless the second takes it.
    private func placeAfter(_ path: IndexPath) -> IndexPath? {
        guard !secondItems.isTaken(before: path), let section = secondSections.after(path.section) else { return nil }
        return IndexPath(section, secondItems.itemAfter(rank: secondItems.rank(before: path), section: section))
    }

    /// The place in A of what is at a place in B, unless the first patch put it there.
    private func placeBefore(_ path: IndexPath) -> IndexPath? {
        guard !firstItems.isPlaced(after: path), let section = firstSections.before(path.section) else { return nil }
        return IndexPath(section, firstItems.itemBefore(rank: firstItems.rank(after: path), section: section))
    }

    // MARK: Contents

    private mutating func composeContents(_ reinserted: [ItemOrdinal]) {
        let gone = Set(result.deletes.map(\.item)).union(result.inserts.map(\.item)).union(second.deletes.map(\.item))
        let reloads = Set(first.reloads).union(second.reloads).union(reinserted).subtracting(gone)
        result.reloads = Array(reloads)
        let reconfigures = Set(first.reconfigures).union(second.reconfigures)
        result.reconfigures = Array(reconfigures.subtracting(gone).subtracting(reloads))
        let goneSections = Set(result.deleteSections.map(\.section)).union(result.insertSections.map(\.section))
        let titled = Set(first.reconfigureSections).union(second.reconfigureSections)
        result.reconfigureSections = Array(titled.subtracting(goneSections))
        result.changesTitle = first.changesTitle || second.changesTitle
    }
}
