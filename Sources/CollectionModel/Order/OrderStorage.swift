/// One version of an order's tree, shared by the snapshots that are copies of each other.
///
/// Guard of the unchecked conformance: the tree is changed only by a snapshot that holds the sole reference to its storage
/// (`isKnownUniquelyReferenced`), and is otherwise only read.
final class OrderStorage: @unchecked Sendable {
    var tree: OrderTree

    init(_ tree: OrderTree) {
        self.tree = tree
    }

    deinit { tree.end() }

    /// A storage to change instead of this one, which others hold: the next version, sharing its pages; or, when there is a
    /// next version already, a full copy.
    func derived() -> OrderStorage {
        OrderStorage(tree.derived() ?? copy())
    }

    private func copy() -> OrderTree {
        var copy = OrderTree()
        let duplicate = copy.build { builder in
            tree.forEachRun(in: 0..<tree.count) { builder.append($0) }
        }
        precondition(duplicate == nil, "item \(duplicate!) is in the order twice")
        return copy
    }
}
