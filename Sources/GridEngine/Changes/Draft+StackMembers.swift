import CollectionModel
import CollectionQuery

/// The meaning of the items of a request, where some are in stacks.
package enum StackMeaning: String, Sendable, CaseIterable {
    /// Themselves.
    case open
    /// The items that a mark on a folded cell goes to: all files of the picture that it shows.
    case folded
    /// All of their stacks; of those that are folded in a result, what the result finds.
    case members
}

/// Items and the stacks that they are in.
extension Draft {
    /// The items that some stand for, each once.
    /// - Parameters:
    ///   - items: each once.
    ///   - meaning: `nil` for what cells mean in the order: in one that folds stacks, `folds`; otherwise themselves.
    ///   - folds: for cells of an order that folds stacks.
    ///   - order: where they were chosen. Those of stacks that are open in it stand for themselves.
    ///   - isWhole: whether stacks are meant whole, whatever a result finds of them.
    /// - Returns: the items, stack after stack.
    func items(
        _ items: [ItemOrdinal], meaning: StackMeaning?, folds: StackMeaning, in order: OrderID, isWhole: Bool = false
    ) -> [ItemOrdinal] {
        let folding = folding(order)
        let meaning = meaning ?? (folding == nil ? .open : folds)
        guard meaning != .open else { return items }
        var seen: Set<ItemOrdinal> = []
        return items.flatMap { item -> [ItemOrdinal] in
            let (members, kind) = stackMembers(of: item)
            guard let kind, folding?.isOpen(item) != true else { return [item] }
            if meaning == .members {
                return isWhole ? members : folding.map { self.members(of: item, in: $0) } ?? members
            }
            if kind == .pair { return members }
            // A cell shows the item itself; elsewhere, the stack would be shown by its face.
            let shown = folding == nil ? members[0] : item
            return kind == .burst ? files(of: shown) : [shown]
        }.filter { seen.insert($0).inserted }
    }

    /// The items that a cell stands for. The files of a pair inside a burst are one picture, as those of any pair.
    private func members(of cell: ItemOrdinal, in folding: StackFolding) -> [ItemOrdinal] {
        let found = folding.members(of: cell)
        guard let stacks, stacks.kind(of: cell) == .burst, !folding.isOpen(cell),
            found.count < stacks.members(of: cell).count
        else { return found }
        var seen: Set<ItemOrdinal> = []
        return found.flatMap { files(of: $0) }.filter { seen.insert($0).inserted }
    }

    /// `nil` of an order that folds no stacks.
    private func folding(_ order: OrderID) -> StackFolding? { collection.stackFolding(in: order, stacks) }

    /// The stack that an item is in, its face first; the item and no kind where it is in none.
    func stackMembers(of item: ItemOrdinal) -> (members: [ItemOrdinal], kind: StackTable.Kind?) {
        if let stacks { return (stacks.members(of: item), stacks.kind(of: item)) }
        let (members, kind) = stack(around: item)
        return members.count > 1 ? (members, kind) : ([item], nil)
    }

    /// The items that are moved with a cell of an order, itself included, as they are in the collection.
    func movedMembers(with item: ItemOrdinal, in order: OrderID) -> [ItemOrdinal] {
        movedMembers(with: item, folding(order))
    }

    /// A stack is moved whole, whatever a result finds of it.
    private func movedMembers(with item: ItemOrdinal, _ folding: StackFolding?) -> [ItemOrdinal] {
        guard let folding, !folding.isOpen(item) else { return [item] }
        let members = stackMembers(of: item).members
        return members.count == 1 ? members : inOrder(members)
    }

    /// The items that are moved with the cells of an order, the members of each stack as they are in the collection.
    func moved(_ items: [ItemOrdinal], in order: OrderID) -> [ItemOrdinal] {
        let folding = folding(order)
        var seen: Set<ItemOrdinal> = []
        return items.flatMap { movedMembers(with: $0, folding) }.filter { seen.insert($0).inserted }
    }

    /// Items in the sequence of the collection; those that are gone are left out.
    func inOrder(_ items: [ItemOrdinal]) -> [ItemOrdinal] {
        items.compactMap { item in snapshot.flatIndex(of: item).map { (item, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// An order, or ranges of it, with all that its cells stand for.
    /// - Returns: `nil` where there are none.
    func unfolded(_ order: Snapshot, _ ranges: [Range<Int>]?, in id: OrderID) -> Snapshot? {
        guard let stacks, !stacks.isEmpty, let folding = folding(id) else { return nil }
        var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        for range in ranges ?? [0..<order.numberOfItems] {
            order.forEachItem(inFlat: range) { _, path, item in
                let section = order.section(at: path.section)
                if sections.last?.id != section { sections.append((section, [])) }
                sections[sections.count - 1].items += members(of: item, in: folding)
            }
        }
        return try? Snapshot(sections: sections)
    }

    // MARK: Moves

    /// Moves an item, and others of its stack as one run with it.
    /// - Parameters:
    ///   - item: in the draft.
    ///   - members: what moves, itself included, in the sequence of the collection.
    ///   - place: its place after a move of it alone.
    /// - Returns: the patch, applied.
    /// - Throws: `.invalid` when there is no such place.
    mutating func move(
        _ item: ItemOrdinal, with members: [ItemOrdinal], toAfter place: IndexPath
    ) throws(GridError) -> Patch {
        guard members.count > 1, let own = snapshot.indexPath(of: item) else { return try move(item, toAfter: place) }
        let paths = members.map { snapshot.indexPath(of: $0)! }
        // The place is counted without the item, and the run's without the others as well.
        let before = paths.count { path in
            guard path != own, path.section == place.section else { return false }
            return path.item - (own.section == path.section && own.item < path.item ? 1 : 0) < place.item
        }
        var update = BatchUpdate()
        update.moves = paths.enumerated().map { index, path in
            BatchUpdate.Move(fromBefore: path, toAfter: IndexPath(place.section, place.item - before + index))
        }
        return try record(patch(for: update))
    }

    /// Takes items out of their stacks that a move has taken away from all others of them.
    /// - Parameters:
    ///   - patch: of the move, applied; the change belongs to it.
    ///   - moved: the items that were moved.
    /// - Returns: the patch with what else is to be shown again.
    mutating func leavingStacks(_ patch: Patch, moved: [ItemOrdinal]) -> Patch {
        let knowsStacks = collection.source.abilities.pairs != nil || !marks.stacks.isEmpty
        guard knowsStacks, !patch.moves.isEmpty, stacks != nil || moved.count <= Self.lookedUpMoves else {
            return patch
        }
        let all = Set(moved)
        let left = moved.filter { item in
            let (members, kind) = stackMembers(of: item)
            return kind != nil && !all.isSuperset(of: members) && !isBesideOthers(item, of: Set(members), all)
        }
        var patch = patch
        patch.addReconfigures(leave(left).reconfigures)
        return patch
    }

    /// Moved items whose stacks are looked up one by one, where nobody has asked for stacks yet.
    private static let lookedUpMoves = 1000

    /// Whether an item is in a run of members of its stack one of which was not moved.
    private func isBesideOthers(_ item: ItemOrdinal, of members: Set<ItemOrdinal>, _ moved: Set<ItemOrdinal>) -> Bool {
        guard let path = snapshot.indexPath(of: item) else { return true }
        for step in [-1, 1] {
            var index = path.item + step
            while (0..<snapshot.numberOfItems(inSection: path.section)).contains(index) {
                let other = snapshot.item(at: IndexPath(path.section, index))
                guard members.contains(other) else { break }
                if !moved.contains(other) { return true }
                index += step
            }
        }
        return false
    }
}
