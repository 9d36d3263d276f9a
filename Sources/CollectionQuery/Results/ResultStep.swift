import CollectionModel

/// One step of a result behind its collection: the items that a patch names are taken out of the result, and those that still
/// match are put where their values belong. The others keep their sequence, so that places are found by binary search.
struct ResultStep {
    private let plan: QueryPlan
    private let order: Snapshot
    private let columns: FieldColumns
    private let groups: GroupTable
    private let sequence: ItemOrder
    /// The result before the step.
    private let old: Snapshot
    private let oldKeys: [GroupKey?]
    /// Places in `old` of the items that the patch names, by section, ascending.
    private var taken: [Int: [Int]] = [:]
    /// The cells of stacks, by their faces.
    private var stackCells: [ItemOrdinal: Set<ItemOrdinal>] = [:]

    init(_ result: QueryResult, plan: QueryPlan, order: Snapshot, columns: FieldColumns, groups: GroupTable) {
        self.plan = plan
        self.order = order
        self.columns = columns
        self.groups = groups
        sequence = ItemOrder(plan.query, order: order, columns: columns, folding: plan.stackFolding)
        old = result.order
        oldKeys = result.sectionKeys
    }

    /// An item to be put into a section.
    private struct Put {
        var probe: ItemOrder.Probe
        var section: SectionOrdinal
        var key: GroupKey?
        /// The number of items that stay in the section and come before it.
        var rank = 0
        var from: IndexPath?
    }

    /// - Returns: the result's patch; `nil` when a section that is folded has to come: then nothing has changed.
    mutating func run(_ change: Patch, on result: inout QueryResult) -> Patch? {
        var patch = Patch()
        if plan.query.keepsOwnOrder {
            patch.reconfigureSections = change.reconfigureSections.filter { result.order.index(of: $0) != nil }
        }
        var named = Set(
            change.deletes.map(\.item) + change.inserts.map(\.item) + change.moves.map(\.item) + change.reloads
                + change.reconfigures)
        if let folding = plan.stackFolding { named = folding.widened(named) }
        var puts: [Put] = []
        for item in named {
            let from = old.indexPath(of: item)
            if let from { taken[from.section, default: []].append(from.item) }
            let put = order.contains(item) && isFound(item) ? put(item, from: from) : nil
            let isFolded = put.map { folds($0.section, of: result) } ?? false
            if isFolded, let put, old.index(of: put.section) == nil { return nil }
            if let put, !isFolded {
                puts.append(put)
            } else if let from {
                patch.deletes.append(.init(from: from, item: item))
            }
        }
        guard !taken.isEmpty || !puts.isEmpty else { return patch }
        for section in taken.keys { taken[section]!.sort() }
        for index in puts.indices { puts[index].rank = rank(of: puts[index]) }
        let sections = SectionStep(
            old: old, oldKeys: oldKeys, taken: taken.mapValues(\.count),
            entering: puts.map { (id: $0.section, key: $0.key) }, keepsEmpty: plan.query.keepsSections,
            precedes: sectionPrecedes)
        sections.add(to: &patch)
        place(puts, sections, into: &patch)
        patch.reloads = change.reloads.filter { result.order.contains($0) }
        patch.reconfigures = change.reconfigures.filter { result.order.contains($0) }
        let goneSections = Set(patch.deleteSections.map(\.section))
        patch.reconfigureSections.removeAll { goneSections.contains($0) }
        let gone = Set(patch.deletes.map(\.item))
        patch.reloads.removeAll { gone.contains($0) }
        patch.reconfigures.removeAll { gone.contains($0) }
        patch.makeCanonical()
        do throws(PatchError) {
            try result.order.apply(patch)
        } catch {
            preconditionFailure("a result's own patch does not fit: \(error)")
        }
        if plan.groups != nil { result.sectionKeys = sections.keys }
        return patch
    }

    /// Whether an item matches; one of a stack, where stacks are folded, if it has a cell.
    private mutating func isFound(_ item: ItemOrdinal) -> Bool {
        guard let folding = plan.stackFolding, let face = folding.stacks.face(of: item) else {
            return plan.condition.matches(item, in: columns)
        }
        let cells = stackCells[face] ?? Set(folding.cells(of: face))
        stackCells[face] = cells
        return cells.contains(item)
    }

    private func folds(_ section: SectionOrdinal, of result: QueryResult) -> Bool {
        let hasSections = plan.query.keepsOwnOrder || plan.groups != nil
        guard plan.query.isFolded, hasSections, let folding = plan.query.folding else { return false }
        return folding.folds(result.sectionID(section))
    }

    private func put(_ item: ItemOrdinal, from: IndexPath?) -> Put {
        let probe = sequence.probe(item)
        let leader = plan.stackFolding?.leader(of: item) ?? item
        guard let groups = plan.groups else {
            let section =
                plan.query.keepsOwnOrder
                ? order.section(at: order.indexPath(of: leader)!.section)
                : self.groups.ordinal(of: GroupTable.wholeID, title: "")
            return Put(probe: probe, section: section, from: from)
        }
        let key = groups.key(Int(leader.rawValue), in: columns)
        if let section = groups.ordinal(key, in: self.groups) {
            return Put(probe: probe, section: section, key: key, from: from)
        }
        return Put(probe: probe, section: groups.ordinal(nil, in: self.groups)!, from: from)
    }

    /// Whether a section of the result comes before another.
    private func sectionPrecedes(_ a: (id: SectionOrdinal, key: GroupKey?), _ b: (id: SectionOrdinal, key: GroupKey?))
        -> Bool
    {
        if let groups = plan.groups { return groups.precedes(a.key, b.key) }
        return order.index(of: a.id)! < order.index(of: b.id)!
    }

    /// Finds how many of the items that stay in the section come before an item. O(log n) comparisons.
    private func rank(of put: Put) -> Int {
        guard let section = old.index(of: put.section) else { return 0 }
        let taken = taken[section] ?? []
        // `taken[i] - i` items that stay are before the i-th that is taken.
        var (low, high) = (0, old.numberOfItems(inSection: section) - taken.count)
        let start = old.flatRange(ofSection: section).lowerBound
        while low < high {
            let middle = (low + high) / 2
            let skipped = taken.partitionPoint { $1 - $0 > middle }
            if sequence.precedes(put.probe, old.item(atFlat: start + middle + skipped)) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    private func place(_ puts: [Put], _ sections: SectionStep, into patch: inout Patch) {
        for (section, puts) in Dictionary(grouping: puts, by: \.section) {
            let after = sections.after(section)
            let sorted = puts.sorted { $0.rank == $1.rank ? sequence.precedes($0.probe, $1.probe) : $0.rank < $1.rank }
            for (index, put) in sorted.enumerated() {
                let at = IndexPath(after, put.rank + index)
                if let from = put.from {
                    patch.moves.append(.init(item: put.probe.item, from: from, toAfter: at))
                } else {
                    patch.inserts.append(.init(at: at, item: put.probe.item))
                }
            }
        }
    }
}

extension [Int] {
    /// The first index for which a predicate of index and element holds, which then holds for all after it.
    fileprivate func partitionPoint(_ isBehind: (Int, Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle, self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The effect of one step on a result's sections: those that become empty go, those that items enter come.
struct SectionStep {
    private let old: Snapshot
    private let oldKeys: [GroupKey?]
    /// Indices in `old`, ascending.
    private let gone: [Int]
    /// In their sequence, with their index after the step.
    private let new: [(id: SectionOrdinal, key: GroupKey?, at: Int)]

    /// - Parameters:
    ///   - old: the result before the step.
    ///   - oldKeys: of its sections; empty where there are no groups.
    ///   - taken: the number of items that are taken out, by index in `old`.
    ///   - entering: the section of each item that is put in.
    ///   - keepsEmpty: whether sections stay that have no items any more.
    ///   - precedes: the sequence of two sections that are there after the step.
    init(
        old: Snapshot, oldKeys: [GroupKey?], taken: [Int: Int], entering: [(id: SectionOrdinal, key: GroupKey?)],
        keepsEmpty: Bool, precedes: ((id: SectionOrdinal, key: GroupKey?), (id: SectionOrdinal, key: GroupKey?)) -> Bool
    ) {
        self.old = old
        self.oldKeys = oldKeys
        let entered = Set(entering.map(\.id))
        let gone = taken.filter { index, count in
            !keepsEmpty && count == old.numberOfItems(inSection: index) && !entered.contains(old.section(at: index))
        }.keys.sorted()
        self.gone = gone
        var seen: Set<SectionOrdinal> = []
        let unknown = entering.filter { old.index(of: $0.id) == nil && seen.insert($0.id).inserted }.sorted(
            by: precedes)
        guard !unknown.isEmpty else {
            new = []
            return
        }
        let isGone = Set(gone)
        let stays = (0..<old.numberOfSections).filter { !isGone.contains($0) }
        new = unknown.enumerated().map { index, section in
            var (low, high) = (0, stays.count)
            while low < high {
                let middle = (low + high) / 2
                let other = (id: old.section(at: stays[middle]), key: oldKeys.isEmpty ? nil : oldKeys[stays[middle]])
                if precedes(section, other) { high = middle } else { low = middle + 1 }
            }
            return (section.id, section.key, low + index)
        }
    }

    func add(to patch: inout Patch) {
        patch.deleteSections = gone.map { .init(from: $0, section: old.section(at: $0)) }
        patch.insertSections = new.map { .init(at: $0.at, section: $0.id) }
    }

    /// The index of a section after the step.
    func after(_ section: SectionOrdinal) -> Int {
        guard let before = old.index(of: section) else { return new.first { $0.id == section }!.at }
        var index = before - gone.count { $0 < before }
        for section in new where section.at <= index { index += 1 }
        return index
    }

    /// The keys of the sections after the step.
    var keys: [GroupKey?] {
        guard !gone.isEmpty || !new.isEmpty else { return oldKeys }
        var keys = oldKeys
        for index in gone.reversed() { keys.remove(at: index) }
        for section in new { keys.insert(section.key, at: section.at) }
        return keys
    }
}
