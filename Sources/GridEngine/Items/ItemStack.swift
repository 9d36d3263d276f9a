import CollectionQuery

/// The stack of an item as browsers see it.
package struct ItemStack: Sendable, Equatable {
    /// The identifier of the member that the collection has known longest: the same for all members, whichever is the face.
    package var id: String
    package var kind: StackTable.Kind
    /// Number of members, including those that a query does not find.
    package var count: Int
    /// The identifier of its face.
    package var face: String
}
