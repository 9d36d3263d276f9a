extension OrderTree {
    /// Number of items or children that leaves and nodes are filled with, so that the first insertions split none.
    private static let leafFill = leafCapacity * 15 / 16
    private static let innerFill = Inner.capacity * 7 / 8

    /// Fills an empty tree with runs of items in their order, O(n). Stops at a duplicate item and returns it; the tree must
    /// not be used then.
    mutating func build(_ fill: (inout Builder) -> Void) -> UInt32? {
        precondition(count == 0, "only an empty tree is built")
        freeNode(root)
        var builder = Builder(tree: self)
        fill(&builder)
        if builder.duplicate == nil { builder.finish() }
        self = builder.tree
        writer.returnPages()
        return builder.duplicate
    }

    struct Builder {
        fileprivate var tree: OrderTree
        private var leaves: [(number: UInt32, count: UInt32)] = []
        private var current: UnsafeMutablePointer<UInt32>?
        private var filled = 0
        fileprivate var duplicate: UInt32?

        fileprivate init(tree: OrderTree) {
            self.tree = tree
        }

        mutating func append(_ items: UnsafeBufferPointer<UInt32>) {
            var start = 0
            while start < items.count, duplicate == nil {
                if current == nil || filled == OrderTree.leafFill { beginLeaf() }
                let end = min(start + OrderTree.leafFill - filled, items.count)
                appendToLeaf(UnsafeBufferPointer(rebasing: items[start..<end]))
                start = end
            }
        }

        private mutating func appendToLeaf(_ items: UnsafeBufferPointer<UInt32>) {
            let home = leaves[leaves.count - 1].number + 1
            (current! + filled).update(from: items.baseAddress!, count: items.count)
            // A tree that is being built is the first version: all its pages are its own.
            duplicate = tree.homes.setFirst(items, home, &tree.writer)
            if duplicate != nil { return }
            filled += items.count
            leaves[leaves.count - 1].count += UInt32(items.count)
            tree.count += items.count
        }

        private mutating func beginLeaf() {
            let number = tree.makeNode()
            leaves.append((number, 0))
            current = tree.writableLeaf(number)
            filled = 0
        }

        /// Builds the inner nodes, level by level.
        fileprivate mutating func finish() {
            if leaves.isEmpty { beginLeaf() }
            var level = leaves
            tree.height = 0
            while level.count > 1 {
                level = makeParents(of: level)
                tree.height += 1
            }
            tree.root = level[0].number
        }

        /// Spreads children evenly over as few parents as hold them.
        private mutating func makeParents(
            of children: [(number: UInt32, count: UInt32)]
        ) -> [(number: UInt32, count: UInt32)] {
            let parentCount = (children.count + OrderTree.innerFill - 1) / OrderTree.innerFill
            return (0..<parentCount).map { index in
                let number = tree.makeNode(isInner: true)
                let inner = tree.writableInner(number)
                let range = (children.count * index / parentCount)..<(children.count * (index + 1) / parentCount)
                var items: UInt32 = 0
                for (slot, child) in children[range].enumerated() {
                    inner.counts[slot] = child.count
                    inner.children[slot] = child.number
                    items += child.count
                    tree.parents.set(child.number, number, &tree.writer)
                }
                inner.count = range.count
                return (number, items)
            }
        }
    }
}
