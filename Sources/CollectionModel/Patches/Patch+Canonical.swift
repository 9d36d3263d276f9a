extension Patch {
    /// Brings a patch that is complete into the canonical form: members in their order, no move that changes nothing.
    package mutating func makeCanonical() {
        sort()
        dropIdleMoves()
    }

    /// The sections' map from before to after this patch.
    var sectionMap: PathMap {
        PathMap(
            takenSections: (deleteSections.map(\.from) + moveSections.map(\.from)).sorted(),
            placedSections: (insertSections.map(\.at) + moveSections.map(\.toAfter)).sorted())
    }

    /// The items' map from before to after this patch.
    var itemMap: PathMap {
        PathMap(
            taken: (deletes.map(\.from) + moves.map(\.from)).sorted(),
            placed: (inserts.map(\.at) + moves.map(\.toAfter)).sorted())
    }

    /// Takes away the moves that change nothing, as many as can go together: those that keep their rank among the untouched,
    /// and of these one longest sequence that keeps its order. Members are sorted.
    mutating func dropIdleMoves() {
        if !moveSections.isEmpty { dropIdleSectionMoves() }
        if !moves.isEmpty { dropIdleItemMoves() }
    }

    private mutating func dropIdleSectionMoves() {
        let map = sectionMap
        let candidates = moveSections.indices.filter { index in
            let move = moveSections[index]
            return map.rank(before: IndexPath(0, move.from)) == map.rank(after: IndexPath(0, move.toAfter))
        }
        let idle = longestIncreasingSubsequence(of: candidates.map { UInt32(moveSections[$0].toAfter) })
        let dropped = Set(zip(candidates, idle).lazy.filter(\.1).map(\.0))
        guard !dropped.isEmpty else { return }
        moveSections = moveSections.indices.filter { !dropped.contains($0) }.map { moveSections[$0] }
    }

    private mutating func dropIdleItemMoves() {
        let sections = PatchSections(self)
        let map = itemMap
        let candidates = moves.indices.filter { index in
            let move = moves[index]
            return sections.after(move.from.section) == move.toAfter.section
                && map.rank(before: move.from) == map.rank(after: move.toAfter)
        }
        guard !candidates.isEmpty else { return }
        // Moves ascend by `from`; ranking their destinations by the section they come from keeps sections apart.
        let destinations = candidates.sorted {
            let (a, b) = (moves[$0], moves[$1])
            return (a.from.section, a.toAfter.item) < (b.from.section, b.toAfter.item)
        }
        var ranks = [Int: UInt32](minimumCapacity: candidates.count)
        for (rank, index) in destinations.enumerated() { ranks[index] = UInt32(rank) }
        let idle = longestIncreasingSubsequence(of: candidates.map { ranks[$0]! })
        let dropped = Set(zip(candidates, idle).lazy.filter(\.1).map(\.0))
        moves = moves.indices.filter { !dropped.contains($0) }.map { moves[$0] }
    }
}

/// Where each section goes under a patch.
struct PatchSections {
    private let map: PathMap
    private var movedTo: [Int: Int] = [:]
    private var movedFrom: [Int: Int] = [:]
    private var deleted: Set<Int> = []
    private var inserted: Set<Int> = []
    private let isIdentity: Bool

    init(_ patch: Patch) {
        map = patch.sectionMap
        isIdentity = map.taken.isEmpty && map.placed.isEmpty
        for move in patch.moveSections {
            movedTo[move.from] = move.toAfter
            movedFrom[move.toAfter] = move.from
        }
        for delete in patch.deleteSections { deleted.insert(delete.from) }
        for insert in patch.insertSections { inserted.insert(insert.at) }
    }

    /// The index after the patch of the section that was at `before`; `nil` when it is deleted.
    func after(_ before: Int) -> Int? {
        if isIdentity { return before }
        if let after = movedTo[before] { return after }
        return deleted.contains(before) ? nil : map.sectionAfter(before)
    }

    /// The index before the patch of the section that is at `after`; `nil` when it is inserted.
    func before(_ after: Int) -> Int? {
        if isIdentity { return after }
        if let before = movedFrom[after] { return before }
        return inserted.contains(after) ? nil : map.sectionBefore(after)
    }
}

extension Patch {
    /// The patch that takes this one back. Reloads, reconfigures and titles stay: contents changed in both directions.
    public func inverted() -> Patch {
        var inverse = Patch()
        inverse.deletes = inserts.map { Delete(from: $0.at, item: $0.item) }
        inverse.inserts = deletes.map { Insert(at: $0.from, item: $0.item) }
        inverse.moves = moves.map { Move(item: $0.item, from: $0.toAfter, toAfter: $0.from) }
        inverse.moves.sort { $0.from < $1.from }
        inverse.reloads = reloads
        inverse.reconfigures = reconfigures
        inverse.reconfigureSections = reconfigureSections
        inverse.changesTitle = changesTitle
        inverse.deleteSections = insertSections.map { SectionDelete(from: $0.at, section: $0.section) }
        inverse.insertSections = deleteSections.map { SectionInsert(at: $0.from, section: $0.section) }
        inverse.moveSections = moveSections.map { SectionMove(section: $0.section, from: $0.toAfter, toAfter: $0.from) }
        inverse.moveSections.sort { $0.from < $1.from }
        return inverse
    }
}
