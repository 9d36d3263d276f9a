import CollectionModel
import CollectionQuery

/// The stack of an item as browsers see it.
package struct ItemStack: Sendable, Equatable {
    /// The identifier of the member that the collection has known longest: the same for all members, whichever is the face.
    package var id: String
    package var kind: StackTable.Kind
    /// Of members, those that a query does not find included.
    package var count: Int
    /// The identifier of its face.
    package var face: String
}

extension CollectionState {
    /// The stack that an item is in; `nil` of an item that is alone. O(members).
    func stack(of item: ItemOrdinal) -> ItemStack? {
        guard let kind = stacks.kind(of: item) else { return nil }
        let members = stacks.members(of: item)
        return ItemStack(
            id: items[members.min()!.rawValue], kind: kind, count: members.count, face: items[members[0].rawValue])
    }
}
