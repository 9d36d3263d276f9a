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
