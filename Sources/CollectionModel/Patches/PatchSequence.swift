/// A patch as steps to be done one after another, each naming places as they are when its turn comes.
///
/// First the deletes, from the end. Then sections are put in their places from the front, deleted ones staying until the last
/// item has moved out of them; then items, from the front. An item that is still to move (*pending*) is directly before the
/// untouched occupant that followed it, and those in their final place are before that: so every place is a sum of counts.
struct PatchSequence {
    enum Step {
        case removeItem(at: IndexPath)
        case addItem(ItemOrdinal, at: IndexPath)
        case moveItem(from: IndexPath, to: IndexPath)
        case removeSection(at: Int)
        case addSection(SectionOrdinal, at: Int)
        case moveSection(from: Int, to: Int)
    }

    private let patch: Patch
    private let sections: PatchSections
    private let sectionMap: PathMap
    private let itemMap: PathMap
    private let deletedSections: Set<Int>
    /// Ranks of the sections that are deleted, ascending.
    private let deletedRanks: [Int]

    init(_ patch: Patch) {
        self.patch = patch
        sections = PatchSections(patch)
        let sectionMap = patch.sectionMap
        self.sectionMap = sectionMap
        itemMap = patch.itemMap
        deletedSections = Set(patch.deleteSections.map(\.from))
        deletedRanks = patch.deleteSections.map { sectionMap.rank(before: IndexPath(0, $0.from)) }
    }

    mutating func forEachStep(_ body: (Step) -> Void) {
        for delete in patch.deletes.reversed() where !deletedSections.contains(delete.from.section) {
            body(.removeItem(at: delete.from))
        }
        arrangeSections(body)
        arrangeItems(body)
        for index in patch.deleteSections.indices.reversed() {
            body(.removeSection(at: placeOfDeletedSection(index)))
        }
    }

    // MARK: Sections

    private func arrangeSections(_ body: (Step) -> Void) {
        // Pending sections: those that move and, to the end, those that are deleted.
        let pending = (patch.moveSections.map(\.from) + deletedSections).sorted()
        let ranks = pending.map { sectionMap.rank(before: IndexPath(0, $0)) }
        var isPending = FenwickTree(repeating: 1, count: pending.count)
        var placed: [Int] = []
        for put in sectionPuts {
            let rank = sectionMap.rank(after: IndexPath(0, put.at))
            var from: Int?
            if case .move(let source) = put.kind {
                let index = pending.partitioningIndex { $0 >= source }
                from =
                    ranks[index] + isPending.sum(ofFirst: index)
                    + placed.partitioningIndex { $0 > ranks[index] }
                isPending.add(-1, at: index)
            }
            let to = put.at + isPending.sum(ofFirst: ranks.partitioningIndex { $0 >= rank })
            placed.append(rank)
            switch put.kind {
            case .insert(let section): body(.addSection(section, at: to))
            case .move: if let from, from != to { body(.moveSection(from: from, to: to)) }
            }
        }
    }

    private enum SectionPut {
        case insert(SectionOrdinal)
        case move(from: Int)
    }

    private var sectionPuts: [(at: Int, kind: SectionPut)] {
        let inserts = patch.insertSections.map { (at: $0.at, kind: SectionPut.insert($0.section)) }
        let moves = patch.moveSections.map { (at: $0.toAfter, kind: SectionPut.move(from: $0.from)) }
        return (inserts + moves).sorted { $0.at < $1.at }
    }

    /// Where a section of the index after the patch is while the deleted ones are still there.
    private func place(ofSectionAfter index: Int) -> Int {
        let path = IndexPath(0, index)
        let rank = sectionMap.rank(after: path)
        let isPlaced = sectionMap.isPlaced(after: path)
        return index + deletedRanks.partitioningIndex { isPlaced ? $0 >= rank : $0 > rank }
    }

    private func placeOfDeletedSection(_ index: Int) -> Int {
        let rank = deletedRanks[index]
        let placedBefore = sectionMap.placed.partitioningIndex { sectionMap.rank(after: $0) > rank }
        return rank + index + placedBefore
    }

    // MARK: Items

    private func arrangeItems(_ body: (Step) -> Void) {
        var isPending = FenwickTree(repeating: 1, count: patch.moves.count)
        var placedRanks: [Int: [Int]] = [:]
        for put in itemPuts {
            let rank = itemMap.rank(after: put.at)
            let section = place(ofSectionAfter: put.at.section)
            var from: IndexPath?
            if let move = put.move {
                from = currentPlace(ofMove: move, isPending, placedRanks)
                isPending.add(-1, at: move)
            }
            var item = put.at.item
            if let before = sections.before(put.at.section) {
                let sources = moves(outOf: before)
                let earlier = patch.moves[sources].partitioningIndex { itemMap.rank(before: $0.from) >= rank }
                item += isPending.sum(of: sources.lowerBound..<earlier)
            }
            placedRanks[put.at.section, default: []].append(rank)
            let to = IndexPath(section, item)
            if let from {
                if from != to { body(.moveItem(from: from, to: to)) }
            } else {
                body(.addItem(put.item, at: to))
            }
        }
    }

    private func currentPlace(ofMove move: Int, _ isPending: FenwickTree, _ placedRanks: [Int: [Int]]) -> IndexPath {
        let from = patch.moves[move].from
        let sources = moves(outOf: from.section)
        let pendingBefore = isPending.sum(of: sources.lowerBound..<move)
        guard let after = sections.after(from.section) else {
            // A deleted section still holds everything but what moved out.
            let index = patch.deleteSections.partitioningIndex { $0.from >= from.section }
            return IndexPath(placeOfDeletedSection(index), from.item - (move - sources.lowerBound) + pendingBefore)
        }
        let rank = itemMap.rank(before: from)
        let placedBefore = placedRanks[after]?.partitioningIndex { $0 > rank } ?? 0
        return IndexPath(place(ofSectionAfter: after), rank + pendingBefore + placedBefore)
    }

    /// The moves whose sources are in a section, which are neighbours.
    private func moves(outOf section: Int) -> Range<Int> {
        patch.moves.partitioningIndex {
            $0.from.section >= section
        }..<patch.moves.partitioningIndex {
            $0.from.section > section
        }
    }

    private var itemPuts: [(at: IndexPath, item: ItemOrdinal, move: Int?)] {
        let inserts = patch.inserts.map { (at: $0.at, item: $0.item, move: Int?.none) }
        let moves = patch.moves.enumerated().map { (at: $1.toAfter, item: $1.item, move: Int?($0)) }
        return (inserts + moves).sorted { $0.at < $1.at }
    }
}

/// Counts by index with sums of prefixes, each O(log n).
struct FenwickTree {
    private var sums: [Int]

    init(repeating value: Int, count: Int) {
        sums = (1..<(count + 1)).map { ($0 & -$0) * value }
    }

    mutating func add(_ value: Int, at index: Int) {
        var node = index + 1
        while node <= sums.count {
            sums[node - 1] += value
            node += node & -node
        }
    }

    /// The sum of the first `count` values.
    func sum(ofFirst count: Int) -> Int {
        var (node, sum) = (count, 0)
        while node > 0 {
            sum += sums[node - 1]
            node &= node - 1
        }
        return sum
    }

    func sum(of range: Range<Int>) -> Int { sum(ofFirst: range.upperBound) - sum(ofFirst: range.lowerBound) }
}
