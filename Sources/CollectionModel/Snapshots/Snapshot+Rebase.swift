extension Snapshot {
    /// Rebases a patch onto later changes.
    ///
    /// Items that the patch moves or inserts are placed by their neighbours: after the item that they were put after; if that
    /// one was moved or deleted since, before the item that they were put before. Deletes and reloads of items that no longer
    /// exist are left out. Where that leaves no place, the whole patch is refused. O(k log n) for k operations in both; safe
    /// on any thread.
    /// - Parameters:
    ///   - patch: made for an older order.
    ///   - since: leads from that order to this one.
    ///   - skipping: whether moves of items that no longer exist, and inserts of items that exist, are left out too.
    ///   - kept: items that stay where they are, with `skipping`.
    /// - Returns: the patch for this order.
    /// - Throws: the first operation that cannot be rebased.
    public func rebase(
        _ patch: Patch, over since: Patch, skipping: Bool = false, keeping kept: Set<ItemOrdinal> = []
    ) throws(RebaseError) -> Patch {
        guard !since.changesNoOrder else { return patch }
        return try PatchRebase(patch, over: since, on: self, skips: skipping, keeps: kept).rebased()
    }

    /// Rebases one move over what happened since: `place`, counted after the move, was meant for the older order. `nil` when
    /// the item or the place was not in that order.
    /// - Throws: why the place is gone.
    package func rebaseMove(
        of item: ItemOrdinal, toAfter place: IndexPath, over since: Patch
    ) throws(RebaseError) -> IndexPath? {
        let past = PastOrder(before: since, of: self)
        guard indexPath(of: item) != nil else { throw .itemGone(item) }
        guard let from = past.indexPath(of: item), 0..<past.numberOfSections ~= place.section else { return nil }
        let others = past.numberOfItems(inSection: place.section) - (from.section == place.section ? 1 : 0)
        guard 0...others ~= place.item else { return nil }
        var patch = Patch()
        patch.moves = [.init(item: item, from: from, toAfter: place)]
        // A move that would change nothing states where the item is to stay.
        let moves = try PatchRebase(patch, over: since, on: self).rebased(keepsIdleMoves: true).moves
        return moves.first?.toAfter
    }
}

/// A patch on its way from an older order to a newer one.
private struct PatchRebase {
    /// Items that are side by side after the patch, all put there by it.
    private struct Run {
        var section: Int
        var rank: Int
        /// Their places after the patch as it was meant.
        var intended: Range<Int>
        var intendedSection: Int
    }

    private let patch: Patch
    private let now: Snapshot
    private let past: PastOrder
    private let sections: PatchSections
    private let itemMap: PathMap
    private let sectionMap: PathMap
    private let skips: Bool
    private let keeps: Set<ItemOrdinal>
    /// Items that the patch was to put somewhere and does not.
    private var skipped: Set<ItemOrdinal> = []
    private var result = Patch()

    init(_ patch: Patch, over since: Patch, on now: Snapshot, skips: Bool = false, keeps: Set<ItemOrdinal> = []) {
        self.patch = patch
        self.now = now
        self.skips = skips
        self.keeps = keeps
        past = PastOrder(before: since, of: now)
        sections = PatchSections(patch)
        itemMap = patch.itemMap
        sectionMap = patch.sectionMap
    }

    consuming func rebased(keepsIdleMoves: Bool = false) throws(RebaseError) -> Patch {
        try takeItems()
        try takeSections()
        let placedSections = try placeSections()
        try placeItems(sectionsAfter: placedSections)
        let gone = Set(result.deletes.map(\.item))
        result.reloads = patch.reloads.filter { now.contains($0) && !gone.contains($0) }
        result.reconfigures = patch.reconfigures.filter { now.contains($0) && !gone.contains($0) }
        let goneSections = Set(result.deleteSections.map(\.section))
        result.reconfigureSections = patch.reconfigureSections.filter {
            now.index(of: $0) != nil && !goneSections.contains($0)
        }
        result.changesTitle = patch.changesTitle
        result.sort()
        if !keepsIdleMoves { result.dropIdleMoves() }
        return result
    }

    // MARK: What goes

    private mutating func takeItems() throws(RebaseError) {
        let deleted = Set(patch.deleteSections.map(\.section))
        for delete in patch.deletes {
            guard let path = now.indexPath(of: delete.item) else { continue }
            // An item that is moved out of a section is not deleted with it.
            let section = past.section(at: delete.from.section)
            if deleted.contains(section), now.section(at: path.section) != section { continue }
            result.deletes.append(.init(from: path, item: delete.item))
        }
        for move in patch.moves {
            guard let path = now.indexPath(of: move.item), !keeps.contains(move.item) else {
                guard skips else { throw .itemGone(move.item) }
                skipped.insert(move.item)
                continue
            }
            result.moves.append(.init(item: move.item, from: path, toAfter: move.toAfter))
        }
    }

    private mutating func takeSections() throws(RebaseError) {
        let taken = (result.deletes.map(\.from) + result.moves.map(\.from)).sorted()
        for delete in patch.deleteSections {
            guard let index = now.index(of: delete.section) else { continue }
            guard PathMap.range(of: index, in: taken).count == now.numberOfItems(inSection: index) else {
                throw .sectionFilled(delete.section)
            }
            result.deleteSections.append(.init(from: index, section: delete.section))
        }
        for move in patch.moveSections {
            guard let index = now.index(of: move.section) else { throw .sectionGone(move.section) }
            result.moveSections.append(.init(section: move.section, from: index, toAfter: move.toAfter))
        }
    }

    // MARK: Where sections come

    /// The index after the patch by the section's ordinal, for every section that an item is put into.
    private mutating func placeSections() throws(RebaseError) -> (SectionOrdinal) -> Int? {
        for insert in patch.insertSections where now.index(of: insert.section) != nil {
            throw .sectionThere(insert.section)
        }
        let taken = (result.deleteSections.map(\.from) + result.moveSections.map(\.from)).sorted()
        let rest = PathMap(takenSections: taken, placedSections: [])
        var placed: [(rank: Int, intended: Int, section: SectionOrdinal)] = []
        let intended = sectionMap.placed.map(\.item)
        for run in Self.runs(of: intended) {
            let rank = try rank(ofSections: run, rest)
            for index in run { placed.append((rank, index, sectionPut(at: index))) }
        }
        placed.sort { ($0.rank, $0.intended) < ($1.rank, $1.intended) }
        var after: [SectionOrdinal: Int] = [:]
        for (count, put) in placed.enumerated() { after[put.section] = put.rank + count }
        result.insertSections = patch.insertSections.map { .init(at: after[$0.section]!, section: $0.section) }
        for index in result.moveSections.indices {
            result.moveSections[index].toAfter = after[result.moveSections[index].section]!
        }
        let map = PathMap(takenSections: taken, placedSections: after.values.sorted())
        let (now, deleted) = (now, Set(result.deleteSections.map(\.section)))
        return { section in
            if let index = after[section] { return index }
            guard let before = now.index(of: section), !deleted.contains(section) else { return nil }
            return map.sectionAfter(before)
        }
    }

    private func sectionPut(at index: Int) -> SectionOrdinal {
        if let before = sections.before(index) { return past.section(at: before) }
        return patch.insertSections[patch.insertSections.partitioningIndex { $0.at >= index }].section
    }

    private func rank(ofSections run: Range<Int>, _ rest: PathMap) throws(RebaseError) -> Int {
        if run.lowerBound == 0 { return 0 }
        let previous = past.section(at: sections.before(run.lowerBound - 1)!)
        if let index = now.index(of: previous) { return rest.rank(before: IndexPath(0, index)) + 1 }
        let count = past.numberOfSections - patch.deleteSections.count + patch.insertSections.count
        if run.upperBound == count { return now.numberOfSections - rest.taken.count }
        let next = past.section(at: sections.before(run.upperBound)!)
        if let index = now.index(of: next) { return rest.rank(before: IndexPath(0, index)) }
        throw .neighbourSectionsGone(sectionPut(at: run.lowerBound))
    }

    // MARK: Where items come

    private mutating func placeItems(sectionsAfter: (SectionOrdinal) -> Int?) throws(RebaseError) {
        for insert in patch.inserts where now.contains(insert.item) {
            guard skips else { throw .itemThere(insert.item) }
            skipped.insert(insert.item)
        }
        let rest = PathMap(taken: (result.deletes.map(\.from) + result.moves.map(\.from)).sorted(), placed: [])
        let items = itemsByIntendedPlace()
        var runs: [Run] = []
        var start = 0
        while start < itemMap.placed.count {
            let intendedSection = itemMap.placed[start].section
            let range = PathMap.range(of: intendedSection, in: itemMap.placed)
            let target = sectionPut(at: intendedSection)
            guard let section = sectionsAfter(target) else { throw .sectionGone(target) }
            for run in Self.runs(of: itemMap.placed[range].map(\.item)) {
                let first = items[IndexPath(intendedSection, run.lowerBound)]!
                let rank = try rank(ofItems: run, inIntendedSection: intendedSection, target, rest, first: first)
                runs.append(Run(section: section, rank: rank, intended: run, intendedSection: intendedSection))
            }
            start = range.upperBound
        }
        put(runs, items)
    }

    private func itemsByIntendedPlace() -> [IndexPath: ItemOrdinal] {
        var items = [IndexPath: ItemOrdinal](minimumCapacity: patch.inserts.count + patch.moves.count)
        for insert in patch.inserts { items[insert.at] = insert.item }
        for move in patch.moves { items[move.toAfter] = move.item }
        return items
    }

    /// Gives each run its place: behind a number of untouched items, and behind the runs before it.
    private mutating func put(_ runs: [Run], _ items: [IndexPath: ItemOrdinal]) {
        var (section, placed) = (-1, 0)
        var after = [ItemOrdinal: IndexPath](minimumCapacity: items.count)
        for run in runs.sorted(by: {
            ($0.section, $0.rank, $0.intended.lowerBound) < ($1.section, $1.rank, $1.intended.lowerBound)
        }) {
            if run.section != section { (section, placed) = (run.section, 0) }
            for place in run.intended {
                let item = items[IndexPath(run.intendedSection, place)]!
                guard !skipped.contains(item) else { continue }
                after[item] = IndexPath(section, run.rank + placed)
                placed += 1
            }
        }
        result.inserts = patch.inserts.compactMap { insert in
            after[insert.item].map { .init(at: $0, item: insert.item) }
        }
        for index in result.moves.indices { result.moves[index].toAfter = after[result.moves[index].item]! }
    }

    private enum Neighbour {
        case item(ItemOrdinal)
        case edge
    }

    /// How many of the items that stay in the section come before the run.
    private func rank(
        ofItems run: Range<Int>, inIntendedSection intended: Int, _ target: SectionOrdinal, _ rest: PathMap,
        first: ItemOrdinal
    ) throws(RebaseError) -> Int {
        guard let before = sections.before(intended), let section = now.index(of: target) else { return 0 }
        let count =
            past.numberOfItems(inSection: before) - itemMap.numberTaken(section: before)
            + itemMap.numberPlaced(section: intended)
        func neighbour(at item: Int) -> Neighbour {
            guard 0..<count ~= item else { return .edge }
            let rank = itemMap.rank(after: IndexPath(intended, item))
            return .item(past.item(at: IndexPath(before, itemMap.itemBefore(rank: rank, section: before))))
        }
        let previous = neighbour(at: run.lowerBound - 1)
        let next = neighbour(at: run.upperBound)
        // Neighbours that were not touched come first; one that moved inside the section is better than none.
        for acceptsMoved in [false, true] {
            switch previous {
            case .edge: return 0
            case .item(let item):
                if let path = place(of: item, in: section, acceptsMoved) { return rest.rank(before: path) + 1 }
            }
            switch next {
            case .edge: return now.numberOfItems(inSection: section) - rest.numberTaken(section: section)
            case .item(let item):
                if let path = place(of: item, in: section, acceptsMoved) { return rest.rank(before: path) }
            }
        }
        throw .neighboursGone(first)
    }

    private func place(of item: ItemOrdinal, in section: Int, _ acceptsMoved: Bool) -> IndexPath? {
        guard acceptsMoved || !past.isMoved(item) else { return nil }
        return now.indexPath(of: item).flatMap { $0.section == section ? $0 : nil }
    }

    /// The longest ranges of consecutive numbers, of ascending ones.
    private static func runs(of numbers: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<(number + 1)
            } else {
                runs.append(number..<(number + 1))
            }
        }
        return runs
    }
}
