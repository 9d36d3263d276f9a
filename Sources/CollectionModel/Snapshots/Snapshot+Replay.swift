extension Snapshot {
    /// With more operations than one per this number of items the tree is built again: k log n then costs more than n.
    private static let itemsPerOperation = 24

    /// Applies a patch that is known to fit.
    mutating func replay(_ patch: Patch) {
        guard !patch.changesNoOrder else { return }
        let run = PatchReplay(patch, on: table)
        let operations = patch.deletes.count + patch.inserts.count + patch.moves.count * 2 + run.itemsOfMovedSections
        if operations > 64, operations * Self.itemsPerOperation > numberOfItems {
            self = run.rebuilt(from: self)
        } else {
            change { table, tree in run.apply(to: &table, &tree) }
        }
    }
}

/// A patch on its way into an order: what goes, from the end; what comes, from the front, so that each place is final.
private struct PatchReplay {
    private let before: SectionTable
    private let sections: PatchSections
    private let taken: [IndexPath]
    private let placed: [(at: IndexPath, item: ItemOrdinal)]
    private let moved: [Patch.SectionMove]
    /// The table after the patch, or `nil` when no section changes its index.
    private let tableAfter: SectionTable?
    let itemsOfMovedSections: Int

    init(_ patch: Patch, on table: SectionTable) {
        before = table
        sections = PatchSections(patch)
        taken = (patch.deletes.map(\.from) + patch.moves.map(\.from)).sorted()
        placed =
            (patch.inserts.map { (at: $0.at, item: $0.item) } + patch.moves.map { (at: $0.toAfter, item: $0.item) })
            .sorted { $0.at < $1.at }
        moved = patch.moveSections
        itemsOfMovedSections = moved.reduce(0) { $0 + table.itemCount(of: $1.from) }
        let sectionsChange = !(patch.deleteSections.isEmpty && patch.insertSections.isEmpty && moved.isEmpty)
        tableAfter = sectionsChange ? Self.makeTable(patch, sections, taken: taken, placed: placed, before: table) : nil
    }

    func apply(to table: inout SectionTable, _ tree: inout OrderTree) {
        var inHand: [Int: [ItemOrdinal]] = [:]
        remove(from: &tree, movedInto: &inHand)
        if let tableAfter {
            table = tableAfter
        } else {
            for path in taken { table.add(-1, to: path.section) }
            for put in placed { table.add(1, to: put.at.section) }
        }
        insert(into: &tree, table, inHand)
    }

    /// Removes deleted and moved items from the end, neighbours together, and takes out the rest of moved sections.
    private func remove(from tree: inout OrderTree, movedInto inHand: inout [Int: [ItemOrdinal]]) {
        var pending = taken[...]
        for move in moved.sorted(by: { $0.from > $1.from }) {
            let start = before.start(of: move.from)
            let end = start + before.itemCount(of: move.from)
            let later = pending.partitioningIndex { $0.section >= move.from }
            removeTaken(pending[later...], from: &tree)
            pending = pending[..<later]
            let own = taken[later...].prefix { $0.section == move.from }.count
            var items: [ItemOrdinal] = []
            tree.forEachRun(in: start..<(end - own)) { items += $0.lazy.map { ItemOrdinal($0) } }
            tree.remove(start..<(end - own))
            inHand[move.toAfter] = items
        }
        removeTaken(pending, from: &tree)
    }

    private func removeTaken(_ paths: ArraySlice<IndexPath>, from tree: inout OrderTree) {
        var end = paths.endIndex
        while end > paths.startIndex {
            var start = end - 1
            while start > paths.startIndex, paths[start - 1] == IndexPath(paths[start].section, paths[start].item - 1) {
                start -= 1
            }
            let flat = before.start(of: paths[start].section) + paths[start].item
            if end - start == 1 { tree.remove(at: flat) } else { tree.remove(flat..<(flat + end - start)) }
            end = start
        }
    }

    private func insert(into tree: inout OrderTree, _ table: SectionTable, _ inHand: [Int: [ItemOrdinal]]) {
        var pending = placed[...]
        for after in inHand.keys.sorted() {
            let own = pending.partitioningIndex { $0.at.section >= after }
            insertPlaced(pending[..<own], into: &tree, table)
            let end = pending.partitioningIndex { $0.at.section > after }
            let items = merged(inHand[after]!, with: pending[own..<end])
            items.withOrdinals { tree.insert($0, at: table.start(of: after)) }
            pending = pending[end...]
        }
        insertPlaced(pending, into: &tree, table)
    }

    private func insertPlaced(
        _ puts: ArraySlice<(at: IndexPath, item: ItemOrdinal)>, into tree: inout OrderTree, _ table: SectionTable
    ) {
        var start = puts.startIndex
        while start < puts.endIndex {
            let at = puts[start].at
            var end = start + 1
            while end < puts.endIndex, puts[end].at == IndexPath(at.section, at.item + end - start) { end += 1 }
            let flat = table.start(of: at.section) + at.item
            if end - start == 1 {
                tree.insert(puts[start].item.rawValue, at: flat)
            } else {
                puts[start..<end].map(\.item).withOrdinals { tree.insert($0, at: flat) }
            }
            start = end
        }
    }

    /// A section's items with those that are put between them.
    private func merged(
        _ rest: some Collection<ItemOrdinal>, with puts: ArraySlice<(at: IndexPath, item: ItemOrdinal)>
    ) -> [ItemOrdinal] {
        guard !puts.isEmpty else { return Array(rest) }
        var result: [ItemOrdinal] = []
        result.reserveCapacity(rest.count + puts.count)
        var next = puts
        for item in rest {
            while let put = next.first, put.at.item == result.count {
                result.append(put.item)
                next.removeFirst()
            }
            result.append(item)
        }
        result.append(contentsOf: next.map(\.item))
        return result
    }

    // MARK: Building again

    /// The order after the patch, built in bulk.
    func rebuilt(from old: Snapshot) -> Snapshot {
        var table = before
        if let tableAfter {
            table = tableAfter
        } else {
            for path in taken { table.add(-1, to: path.section) }
            for put in placed { table.add(1, to: put.at.section) }
        }
        var tree = OrderTree()
        let duplicate = tree.build { builder in
            for after in 0..<table.count {
                let rest = sections.before(after).map { untaken(inSection: $0, of: old.tree) } ?? []
                let puts =
                    placed.partitioningIndex {
                        $0.at.section >= after
                    }..<placed.partitioningIndex { $0.at.section > after }
                merged(rest, with: placed[puts]).withOrdinals { builder.append($0) }
            }
        }
        precondition(duplicate == nil, "item \(duplicate!) stands twice")
        return Snapshot(table: table, tree: tree)
    }

    private func untaken(inSection section: Int, of tree: OrderTree) -> [ItemOrdinal] {
        let start = before.start(of: section)
        var position = start
        var items: [ItemOrdinal] = []
        items.reserveCapacity(before.itemCount(of: section))
        for path in taken[PathMap.range(of: section, in: taken)] {
            tree.forEachRun(in: position..<(start + path.item)) { items += $0.lazy.map { ItemOrdinal($0) } }
            position = start + path.item + 1
        }
        let end = start + before.itemCount(of: section)
        tree.forEachRun(in: position..<end) { items += $0.lazy.map { ItemOrdinal($0) } }
        return items
    }

    private static func makeTable(
        _ patch: Patch, _ sections: PatchSections, taken: [IndexPath], placed: [(at: IndexPath, item: ItemOrdinal)],
        before: SectionTable
    ) -> SectionTable {
        var counts: [Int] = before.itemCounts
        for path in taken { counts[path.section] -= 1 }
        let count = before.count - patch.deleteSections.count + patch.insertSections.count
        var inserted: [Int: SectionOrdinal] = [:]
        for insert in patch.insertSections { inserted[insert.at] = insert.section }
        var rows = (0..<count).map { after in
            if let index = sections.before(after) {
                (id: before.ids[index], count: counts[index])
            } else {
                (id: inserted[after]!, count: 0)
            }
        }
        for put in placed { rows[put.at.section].count += 1 }
        do throws(SnapshotError) {
            return try SectionTable(rows)
        } catch {
            preconditionFailure("a patch that was checked makes \(error)")
        }
    }
}
