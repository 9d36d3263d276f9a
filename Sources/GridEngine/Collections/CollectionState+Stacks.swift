import CollectionModel
import CollectionQuery

extension CollectionState {
    /// The stack that an item is in; `nil` of an item that is alone. O(members).
    func stack(of item: ItemOrdinal) -> ItemStack? {
        guard let kind = stacks.kind(of: item) else { return nil }
        let members = stacks.members(of: item)
        return ItemStack(
            id: items[members.min()!.rawValue], kind: kind, count: members.count, face: items[members[0].rawValue])
    }
}

extension LiveCollection {
    /// The cells of stacks in an order, and what they stand for.
    /// - Parameters:
    ///   - order: any.
    ///   - drafted: the stacks of a draft; `nil` for the newest ones.
    /// - Returns: `nil` where stacks are not folded.
    func stackFolding(in order: OrderID, _ drafted: StackTable? = nil) -> StackFolding? {
        guard case .result(let number) = order, let result = state.withLock({ $0.results[number] }),
            result.query.foldsStacks
        else { return nil }
        var columns = queries.state.withLock { $0.columns }
        if let drafted { columns.stacks = drafted }
        return StackFolding(result.query, open: result.openStacks, in: columns)
    }

    /// Items that stand behind others in an order; 0 where stacks are not folded. O(1) where the order leaves out nothing else.
    func foldedCount(of order: OrderID) -> Int {
        guard let folding = stackFolding(in: order) else { return 0 }
        return folding.foldedCount(in: state.withLock { $0.snapshot(of: order) })
    }
}
