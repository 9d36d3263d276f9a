/// A counted B+tree of item ordinals: leaves of up to 512, inner nodes of up to 252 children with the number of items below
/// each, and a map from each ordinal to its leaf. All nodes are pages by number, so that a copied node keeps its number and
/// nothing that refers to it has to change.
///
/// Positions are flat indices. Callers check them: a position out of range traps in debug builds and is undefined in others.
/// Debug builds also check the invariants along the path of every change. Changes go in place into pages of
/// this tree's epoch; every other page is copied first. The tree is one version of its arena's line, see `OrderStorage`.
struct OrderTree {
    static let leafCapacity = 512

    var writer: PageWriter
    /// Leaves and inner nodes by number.
    var nodes = PageTable()
    /// Ordinal → number of its leaf plus one; 0 when the item is not in the order.
    var homes = WordTable()
    /// Number of a node → number of its parent. The root's is undefined.
    var parents = WordTable()
    var root: UInt32 = 0
    /// The number of levels of inner nodes.
    var height = 0
    /// The number of items.
    var count = 0
    /// Node numbers below this were used; those that are free again are in `freeNodes`.
    var nodeLimit: UInt32 = 0
    var freeNodes: [UInt32] = []

    init() {
        let arena = PageArena()
        writer = PageWriter(arena: arena, epoch: arena.beginVersion(after: nil)!)
        root = makeNode()
        writer.settle()
    }

    /// The next version, which shares all pages with this one; `nil` when this one has a successor already.
    func derived() -> OrderTree? {
        guard let epoch = writer.arena.beginVersion(after: writer.epoch) else { return nil }
        var tree = self
        tree.writer = PageWriter(arena: writer.arena, epoch: epoch)
        tree.nodes = nodes.copy()
        tree.homes = homes.copy()
        tree.parents = parents.copy()
        return tree
    }

    /// Ends this version. The tree must not be used any more.
    func end() {
        writer.arena.endVersion(writer.epoch)
        nodes.deallocate()
        homes.deallocate()
        parents.deallocate()
    }

    // MARK: Nodes

    /// An inner node's words: the number of children; from 4, the items below each; from 4 + capacity, the children's numbers.
    struct Inner {
        static let capacity = 252

        let words: UnsafeMutablePointer<UInt32>

        @inline(__always) init(_ page: Page) { words = page.words }

        var count: Int {
            @inline(__always) get { Int(words[0]) }
            nonmutating set { words[0] = UInt32(newValue) }
        }
        @inline(__always) var counts: UnsafeMutablePointer<UInt32> { words + 4 }
        @inline(__always) var children: UnsafeMutablePointer<UInt32> { words + 4 + Self.capacity }
    }

    @inline(__always)
    func inner(_ number: UInt32) -> Inner { Inner(nodes.existing(Int(number))) }

    @inline(__always)
    func leaf(_ number: UInt32) -> UnsafeMutablePointer<UInt32> { nodes.existing(Int(number)).words }

    @inline(__always)
    mutating func writableInner(_ number: UInt32) -> Inner { Inner(nodes.writable(Int(number), &writer)) }

    @inline(__always)
    mutating func writableLeaf(_ number: UInt32) -> UnsafeMutablePointer<UInt32> {
        nodes.writable(Int(number), &writer).words
    }

    /// A node whose content is undefined, or zero in its first word when `isInner`.
    mutating func makeNode(isInner: Bool = false) -> UInt32 {
        let number: UInt32
        if let free = freeNodes.popLast() {
            number = free
        } else {
            number = nodeLimit
            nodeLimit += 1
        }
        let page = writer.makePage()
        if isInner { Inner(page).count = 0 }
        nodes.replace(Int(number), by: page, &writer)
        return number
    }

    mutating func freeNode(_ number: UInt32) {
        writer.discard(nodes.existing(Int(number)))
        nodes.replace(Int(number), by: nil, &writer)
        freeNodes.append(number)
    }
}

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
