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
