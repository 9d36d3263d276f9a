extension OrderTree {
    /// Checks everything that must hold between changes; answers what does not. For tests, O(n).
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        var items = 0
        func visit(_ node: UInt32, level: Int, count expected: Int) {
            if level == 0 {
                if expected > Self.leafCapacity { broken.append("leaf \(node) holds \(expected)") }
                for index in 0..<expected where homes[leaf(node)[index]] != node + 1 {
                    broken.append("item \(leaf(node)[index]) has home \(homes[leaf(node)[index]]), not \(node + 1)")
                }
                items += expected
                return
            }
            let inner = inner(node)
            if inner.count == 0 || inner.count > Inner.capacity {
                broken.append("node \(node) has \(inner.count) children")
            }
            var sum = 0
            for slot in 0..<inner.count {
                let child = inner.children[slot]
                if parents[child] != node { broken.append("node \(child) has parent \(parents[child]), not \(node)") }
                if inner.counts[slot] == 0 { broken.append("node \(child) is empty") }
                visit(child, level: level - 1, count: Int(inner.counts[slot]))
                sum += Int(inner.counts[slot])
            }
            if sum != expected { broken.append("node \(node) counts \(sum), its parent \(expected)") }
        }
        visit(root, level: height, count: count)
        if items != count { broken.append("\(items) items below a root of \(count)") }
        if height > 0, inner(root).count < 2 { broken.append("the root has one child") }
        return broken
    }
}
