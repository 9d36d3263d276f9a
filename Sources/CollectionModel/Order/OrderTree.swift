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
        writer.returnPages()
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

/// Invariants between changes. For tests and for debug builds.
extension OrderTree {
    /// Everything that does not hold in the whole tree. O(n).
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        var items = 0
        func visit(_ node: UInt32, level: Int, count expected: Int) {
            guard level > 0 else {
                broken += brokenLeaf(node, count: expected)
                items += expected
                return
            }
            broken += brokenInner(node, count: expected)
            let inner = inner(node)
            for slot in 0..<inner.count {
                visit(inner.children[slot], level: level - 1, count: Int(inner.counts[slot]))
            }
        }
        visit(root, level: height, count: count)
        if items != count { broken.append("\(items) items below a root of \(count)") }
        return broken + brokenRoot()
    }

    /// The first invariant that does not hold in the nodes on the way to a position, the last one's for a position behind it. O(log n) nodes.
    func brokenInvariants(along position: Int) -> [String] {
        guard count > 0 else { return brokenRoot() }
        var node = root
        var rest = UInt32(min(position, count - 1))
        var below = count
        for _ in 0..<height {
            let broken = brokenInner(node, count: below)
            // A node whose counts are wrong leads nowhere.
            guard broken.isEmpty else { return broken }
            let inner = inner(node)
            let slot = Self.slot(for: &rest, in: inner)
            below = Int(inner.counts[slot])
            node = inner.children[slot]
        }
        return brokenLeaf(node, count: below) + brokenRoot()
    }

    private func brokenRoot() -> [String] {
        if height > 0, inner(root).count < 2 { return ["the root has one child"] }
        if count == 0, height > 0 { return ["an empty tree has height \(height)"] }
        return []
    }

    private func brokenLeaf(_ node: UInt32, count: Int) -> [String] {
        var broken: [String] = []
        if count > Self.leafCapacity { broken.append("leaf \(node) holds \(count)") }
        let leaf = leaf(node)
        for index in 0..<min(count, Self.leafCapacity) where homes[leaf[index]] != node + 1 {
            broken.append("item \(leaf[index]) has home \(homes[leaf[index]]), not \(node + 1)")
        }
        return broken
    }

    private func brokenInner(_ node: UInt32, count: Int) -> [String] {
        let inner = inner(node)
        guard inner.count > 0, inner.count <= Inner.capacity else {
            return ["node \(node) has \(inner.count) children"]
        }
        var broken: [String] = []
        var sum = 0
        for slot in 0..<inner.count {
            let child = inner.children[slot]
            if parents[child] != node { broken.append("node \(child) has parent \(parents[child]), not \(node)") }
            if inner.counts[slot] == 0 { broken.append("node \(child) is empty") }
            sum += Int(inner.counts[slot])
        }
        if sum != count { broken.append("node \(node) counts \(sum), its parent \(count)") }
        return broken
    }
}
