import CollectionModel

/// The folded stacks of one result at one state of the collection: which items have a cell, and where.
///
/// A folded stack is its face alone, an open one all its members, directly behind the face. A stack is found where one of its members is.
struct StackFolding {
    let stacks: StackTable
    /// The faces of the stacks that are open.
    private let openFaces: Set<ItemOrdinal>

    /// - Returns: `nil` where a query folds no stacks.
    init?(_ query: Query, open: Set<ItemOrdinal>, in columns: FieldColumns) {
        guard query.foldsStacks else { return nil }
        let stacks = columns.stacks
        self.stacks = stacks
        openFaces = Set(open.compactMap { stacks.face(of: $0) })
    }

    /// The cells of items that match.
    /// - Parameter matching: `nil` means all.
    /// - Returns: the items with a cell, without those of open stacks that are no faces; `nil` means all.
    func faces(of matching: ItemSet?) -> ItemSet? {
        guard !stacks.isEmpty else { return matching }
        guard var faces = matching else {
            var all = ItemSet(limit: stacks.limit, isFull: true)
            stacks.forEachHidden { item, _ in all.remove(Int(item)) }
            return all
        }
        faces.extend(to: stacks.limit)
        stacks.forEachHidden { item, face in
            guard faces.contains(item) else { return }
            faces.remove(Int(item))
            faces.insert(Int(face))
        }
        return faces
    }

    /// Puts the other members of open stacks behind their faces.
    /// - Parameters:
    ///   - sections: those of the faces.
    ///   - order: the collection's own.
    func unfold(_ sections: inout [QueryPlan.Section], _ order: Snapshot) {
        guard !openFaces.isEmpty else { return }
        for index in sections.indices where sections[index].items.contains(where: openFaces.contains) {
            sections[index].items = sections[index].items.flatMap { item in
                openFaces.contains(item) ? [item] + others(of: item, order) : [item]
            }
        }
    }

    /// The members of a stack beside its face, in the sequence of the collection.
    private func others(of face: ItemOrdinal, _ order: Snapshot) -> [ItemOrdinal] {
        stacks.members(of: face).dropFirst().map { (item: $0, place: order.flatIndex(of: $0) ?? .max) }
            .sorted { $0.place < $1.place }.map(\.item)
    }

    /// The item whose values and place say where another one's cell is: the face of an open stack, else itself.
    func leader(of item: ItemOrdinal) -> ItemOrdinal {
        guard !openFaces.isEmpty, let face = stacks.face(of: item), openFaces.contains(face) else { return item }
        return face
    }

    /// Whether an item has a cell, where one of its stack is found.
    func hasCell(_ item: ItemOrdinal) -> Bool {
        guard let face = stacks.face(of: item) else { return true }
        return face == item || openFaces.contains(face)
    }

    /// Items, and the others of their stacks.
    func widened(_ items: Set<ItemOrdinal>) -> Set<ItemOrdinal> {
        guard !stacks.isEmpty else { return items }
        // One look at each stack, however many of its members are named.
        return items.union(Set(items.compactMap { stacks.face(of: $0) }).flatMap { stacks.members(of: $0) })
    }
}
