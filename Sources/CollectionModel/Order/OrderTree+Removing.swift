extension OrderTree {
    /// Nodes below this are joined with a neighbour where both then are at most three quarters full.
    private static let leafMinimum = leafCapacity / 4
    private static let innerMinimum = Inner.capacity / 4

    /// Removes the item at a position. When it goes straight back to another place, `forgetting` is false: its home is
    /// then only written, never read. O(log n).
    @discardableResult
    mutating func remove(at position: Int, forgetting: Bool = true) -> UInt32 {
        assert(position >= 0 && position < count, "no item at \(position) of \(count)")
        var removed: UInt32 = 0
        removeChunk(at: position, count: 1) { removed = $0[0] }
        if forgetting { homes.set(removed, 0, &writer) }
        return removed
    }

    /// Removes a range of positions. O(log n) for each leaf that it touches, and the items' homes.
    mutating func remove(_ range: Range<Int>) {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count)")
        var left = range.count
        var items: [UInt32] = []
        while left > 0 {
            let (_, offset, below) = leaf(at: range.lowerBound)
            let chunk = min(below - offset, left)
            removeChunk(at: range.lowerBound, count: chunk) { items = Array($0) }
            for item in items { homes.set(item, 0, &writer) }
            left -= chunk
        }
    }

    /// Removes items of one leaf. Takes them off each count on the single way down, and then joins what became small.
    private mutating func removeChunk(
        at position: Int, count removed: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Void
    ) {
        var path = SIMD8<UInt32>()
        var node = root
        var rest = UInt32(position)
        var below = count
        count -= removed
        for level in stride(from: height, to: 0, by: -1) {
            let inner = writableInner(node)
            path[level] = node
            let slot = Self.slot(for: &rest, in: inner)
            below = Int(inner.counts[slot])
            inner.counts[slot] -= UInt32(removed)
            node = inner.children[slot]
        }
        let leaf = writableLeaf(node)
        let start = leaf + Int(rest)
        body(UnsafeBufferPointer(start: start, count: removed))
        start.update(from: start + removed, count: below - Int(rest) - removed)
        if height > 0, below - removed < Self.leafMinimum { joinUpwards(from: node, path) }
        assert(brokenInvariants(along: position) == [])
    }

    private mutating func joinUpwards(from leaf: UInt32, _ path: SIMD8<UInt32>) {
        var child = leaf
        for level in 1...height {
            let node = path[level]
            join(child, in: node, level: level)
            if node == root { break }
            guard inner(node).count < Self.innerMinimum else { return }
            child = node
        }
        while height > 0, inner(root).count == 1 {
            let old = root
            root = inner(old).children[0]
            height -= 1
            freeNode(old)
        }
        if height > 0, inner(root).count == 0 {
            freeNode(root)
            root = makeNode()
            height = 0
        }
    }

    /// Takes away a child that became empty; joins one that became small with the neighbour before or after it that has room.
    private mutating func join(_ child: UInt32, in node: UInt32, level: Int) {
        let parent = writableInner(node)
        var slot = 0
        while parent.children[slot] != child { slot += 1 }
        guard parent.counts[slot] > 0 else {
            parent.close(slot)
            return freeNode(child)
        }
        for left in [slot, slot - 1] where left >= 0 && left + 1 < parent.count {
            let (first, second) = (parent.children[left], parent.children[left + 1])
            let joined =
                level == 1
                ? joinLeaves(first, Int(parent.counts[left]), second, Int(parent.counts[left + 1]))
                : joinInner(first, second)
            guard joined else { continue }
            parent.counts[left] += parent.counts[left + 1]
            parent.close(left + 1)
            freeNode(second)
            return
        }
    }

    private mutating func joinLeaves(_ first: UInt32, _ firstCount: Int, _ second: UInt32, _ secondCount: Int) -> Bool {
        guard firstCount + secondCount <= Self.leafCapacity * 3 / 4 else { return false }
        let target = writableLeaf(first) + firstCount
        target.update(from: leaf(second), count: secondCount)
        for index in 0..<secondCount { homes.set(target[index], first + 1, &writer) }
        return true
    }

    private mutating func joinInner(_ first: UInt32, _ second: UInt32) -> Bool {
        let (source, there) = (inner(second), inner(first).count)
        guard there + source.count <= Inner.capacity * 3 / 4 else { return false }
        _ = moveChildren(from: 0, of: source, to: writableInner(first), numbered: first)
        return true
    }
}
