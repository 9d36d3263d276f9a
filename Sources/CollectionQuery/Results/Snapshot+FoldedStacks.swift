import CollectionModel

extension QueryResult {
    /// Items of the stacks in it that have no cell of their own. O(1) where nothing else is left out, else O(n).
    /// - Parameter stacks: those of the state that it is of.
    /// - Returns: their number.
    package func foldedCount(in stacks: StackTable) -> Int {
        order.foldedCount(query, open: openStacks, in: stacks)
    }
}

extension Snapshot {
    /// Items of the stacks in a result's order that have no cell of their own. O(1) where nothing else is left out, else O(n).
    package func foldedCount(_ query: Query, open: Set<ItemOrdinal>, in stacks: StackTable) -> Int {
        guard query.foldsStacks, !stacks.isEmpty else { return 0 }
        let openFaces = Set(open.compactMap { stacks.face(of: $0) })
        if query.hasNoCondition {
            return openFaces.reduce(stacks.hiddenCount) { $0 - stacks.members(of: $1).count + 1 }
        }
        var count = 0
        forEachItem(inFlat: 0..<numberOfItems) { _, _, item in
            guard stacks.face(of: item) == item, !openFaces.contains(item) else { return }
            count += stacks.members(of: item).count - 1
        }
        return count
    }
}
