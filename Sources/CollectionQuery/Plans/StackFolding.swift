import CollectionModel

/// The cells of stacks in one result, and what they stand for, at one state of the collection.
///
/// A folded stack has one cell, its front: the first of its members that match, its face before the others. The cell stands for those that
/// match. The files of a pair are one picture: they all match where one of them does. An open stack has a cell for each member that matches,
/// directly behind its front.
///
/// Not to be kept: while it lives, columns are copied as they change.
package struct StackFolding {
    let stacks: StackTable
    private let condition: Condition
    private let columns: FieldColumns
    /// The cells of open stacks, the front first, by their faces.
    private let openCells: [ItemOrdinal: [ItemOrdinal]]
    /// Whether the result leaves out nothing else.
    private let isWhole: Bool

    /// `nil` where a query folds no stacks.
    /// - Parameters:
    ///   - query: of the result.
    ///   - open: items whose stacks are open in it.
    ///   - columns: the values, and the stacks.
    package init?(_ query: Query, open: Set<ItemOrdinal>, in columns: FieldColumns) {
        self.init(query, Condition(query, in: columns), open: open, in: columns)
    }

    init?(_ query: Query, _ condition: Condition, open: Set<ItemOrdinal>, in columns: FieldColumns) {
        guard query.foldsStacks else { return nil }
        let stacks = columns.stacks
        (self.stacks, self.condition, self.columns) = (stacks, condition, columns)
        isWhole = query.hasNoCondition
        let faces = Set(open.compactMap { stacks.face(of: $0) })
        openCells = Dictionary(
            uniqueKeysWithValues: faces.map { face in
                (face, stacks.members(of: face).filter { condition.matches($0, in: columns) })
            })
    }

    /// Whether the stack of an item is open.
    package func isOpen(_ item: ItemOrdinal) -> Bool {
        guard !openCells.isEmpty, let face = stacks.face(of: item) else { return false }
        return openCells[face] != nil
    }

    /// The items that a cell stands for, in the sequence of its stack. O(members).
    package func members(of cell: ItemOrdinal) -> [ItemOrdinal] {
        guard let face = stacks.face(of: cell), openCells[face] == nil else { return [cell] }
        let members = stacks.members(of: face)
        if condition.isAlways || stacks.kind(of: face) == .pair { return members }
        // It may be of an older version, where it matched.
        return members.filter { $0 == cell || condition.matches($0, in: columns) }
    }

    /// Items of an order of cells that stand behind others. O(1) where the query has no condition, else O(n).
    package func foldedCount(in order: Snapshot) -> Int {
        guard !stacks.isEmpty else { return 0 }
        if isWhole { return openCells.values.reduce(stacks.hiddenCount) { $0 - $1.count + 1 } }
        var count = 0
        order.forEachItem(inFlat: 0..<order.numberOfItems) { _, _, item in
            if stacks.face(of: item) != nil { count += members(of: item).count - 1 }
        }
        return count
    }

    /// The items with a cell, but for those behind the fronts of open stacks.
    /// - Parameter matching: `nil` means all.
    /// - Returns: `nil` means all.
    func fronts(of matching: ItemSet?) -> ItemSet? {
        guard !stacks.isEmpty else { return matching }
        guard let matching else {
            var all = ItemSet(limit: stacks.limit, isFull: true)
            stacks.forEachHidden { item, _ in all.remove(Int(item)) }
            return all
        }
        var fronts = matching
        fronts.extend(to: stacks.limit)
        stacks.forEachHidden { item, face in
            // Taken out already, or the front itself, for which the same is done again.
            guard fronts.contains(item) else { return }
            fronts.remove(Int(item))
            let face = ItemOrdinal(face)
            // Most stacks are pairs: no list is made of a million.
            if stacks.kind(of: face) == .pair, openCells[face] == nil { return fronts.insert(Int(face.rawValue)) }
            let members = stacks.members(of: face)
            guard let front = members.first(where: { matching.contains($0.rawValue) }) else { return }
            for member in members { fronts.remove(Int(member.rawValue)) }
            fronts.insert(Int(front.rawValue))
        }
        return fronts
    }

    /// Puts the other cells of open stacks behind their fronts, in the sequence of the result's sort.
    /// - Parameters:
    ///   - sections: those of the fronts.
    ///   - query: of the result.
    ///   - order: the collection's own.
    func unfold(_ sections: inout [QueryPlan.Section], _ query: Query, _ order: Snapshot) {
        guard !openCells.isEmpty else { return }
        let sequence = ItemOrder(query, order: order, columns: columns)
        var behind: [ItemOrdinal: [ItemOrdinal]] = [:]
        for cells in openCells.values where cells.count > 1 {
            // The order may be of another version than the stacks: it follows.
            let others = cells.dropFirst().filter { order.contains($0) }.map { sequence.probe($0) }
            behind[cells[0]] = others.sorted { sequence.precedes($0, $1) }.map(\.item)
        }
        for index in sections.indices where sections[index].items.contains(where: { behind[$0] != nil }) {
            sections[index].items = sections[index].items.flatMap { [$0] + (behind[$0] ?? []) }
        }
    }

    /// The item whose values and place say where another one's cell is: the front of an open stack, else itself.
    func leader(of item: ItemOrdinal) -> ItemOrdinal {
        guard !openCells.isEmpty, let face = stacks.face(of: item) else { return item }
        return openCells[face]?.first ?? item
    }

    /// The cells of a stack, its front first. O(members).
    func cells(of face: ItemOrdinal) -> [ItemOrdinal] {
        if let cells = openCells[face] { return cells }
        let members = stacks.members(of: face)
        guard let front = members.first(where: { condition.matches($0, in: columns) }) else { return [] }
        return stacks.kind(of: face) == .pair ? [face] : [front]
    }

    /// Items, and the others of their stacks.
    func widened(_ items: Set<ItemOrdinal>) -> Set<ItemOrdinal> {
        guard !stacks.isEmpty else { return items }
        // One look at each stack, however many of its members are named.
        return items.union(Set(items.compactMap { stacks.face(of: $0) }).flatMap { stacks.members(of: $0) })
    }
}
