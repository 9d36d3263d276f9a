extension OrderTree {
    /// The most items that one insertion may bring: half a leaf, so that after a split either half has room.
    static let chunkLimit = leafCapacity / 2

    /// Inserts items that are not in the order at a position. O(log n) for each half leaf of them.
    mutating func insert(_ items: UnsafeBufferPointer<UInt32>, at position: Int) {
        assert(position >= 0 && position <= count, "no place \(position) among \(count)")
        var start = 0
        while start < items.count {
            let end = min(start + Self.chunkLimit, items.count)
            insertChunk(UnsafeBufferPointer(rebasing: items[start..<end]), at: position + start)
            start = end
        }
    }

    mutating func insert(_ item: UInt32, at position: Int) {
        assert(position >= 0 && position <= count, "no place \(position) among \(count)")
        withUnsafePointer(to: item) { insertChunk(UnsafeBufferPointer(start: $0, count: 1), at: position) }
    }

    /// Splits full nodes on the way down, so that a split never goes up again.
    private mutating func insertChunk(_ items: UnsafeBufferPointer<UInt32>, at position: Int) {
        let added = UInt32(items.count)
        if height > 0 ? inner(root).count == Inner.capacity : count + items.count > Self.leafCapacity { growRoot() }
        var node = root
        var rest = UInt32(position)
        var below = count
        count += items.count
        for level in stride(from: height, to: 0, by: -1) {
            let inner = writableInner(node)
            var slot = Self.slotForInsertion(&rest, in: inner)
            if isFull(inner, slot, level: level, added: items.count) {
                split(inner, slot, of: node, level: level, at: Int(rest))
                if rest > inner.counts[slot] || (level == 1 && inner.counts[slot] + added > UInt32(Self.leafCapacity)) {
                    rest -= inner.counts[slot]
                    slot += 1
                }
            }
            below = Int(inner.counts[slot])
            inner.counts[slot] += added
            node = inner.children[slot]
        }
        let leaf = writableLeaf(node)
        (leaf + Int(rest) + items.count).update(from: leaf + Int(rest), count: below - Int(rest))
        (leaf + Int(rest)).update(from: items.baseAddress!, count: items.count)
        for item in items { homes.set(item, node + 1, &writer) }
        assert(brokenInvariants(along: position) == [])
    }

    private func isFull(_ inner: Inner, _ slot: Int, level: Int, added: Int) -> Bool {
        level == 1
            ? Int(inner.counts[slot]) + added > Self.leafCapacity
            : self.inner(inner.children[slot]).count == Inner.capacity
    }

    private mutating func growRoot() {
        let old = root
        root = makeNode(isInner: true)
        let inner = writableInner(root)
        inner.count = 1
        inner.counts[0] = UInt32(count)
        inner.children[0] = old
        parents.set(old, root, &writer)
        height += 1
    }

    /// Splits a child in halves; a leaf that is added to at its end stays full and gets an empty neighbour, so that appending
    /// fills leaves.
    private mutating func split(_ inner: Inner, _ slot: Int, of node: UInt32, level: Int, at offset: Int) {
        let child = inner.children[slot]
        let sibling = makeNode(isInner: level > 1)
        let items = Int(inner.counts[slot])
        let moved: UInt32
        if level == 1 {
            let kept = offset == items ? items : items / 2
            let source = leaf(child) + kept
            let target = writableLeaf(sibling)
            target.update(from: source, count: items - kept)
            for index in 0..<(items - kept) { homes.set(target[index], sibling + 1, &writer) }
            moved = UInt32(items - kept)
        } else {
            let source = writableInner(child)
            let kept = source.count / 2
            moved = moveChildren(from: kept, of: source, to: writableInner(sibling), numbered: sibling)
            source.count = kept
        }
        inner.open(slot + 1)
        inner.counts[slot] -= moved
        inner.counts[slot + 1] = moved
        inner.children[slot + 1] = sibling
        parents.set(sibling, node, &writer)
    }

    /// Appends a node's children from a slot on to another node.
    /// - Returns: the number of items below them.
    mutating func moveChildren(from slot: Int, of source: Inner, to target: Inner, numbered number: UInt32) -> UInt32 {
        let (moving, there) = (source.count - slot, target.count)
        (target.counts + there).update(from: source.counts + slot, count: moving)
        (target.children + there).update(from: source.children + slot, count: moving)
        target.count = there + moving
        var items: UInt32 = 0
        for index in there..<(there + moving) {
            parents.set(target.children[index], number, &writer)
            items += target.counts[index]
        }
        return items
    }

    /// The first child that a position can be inserted into: at its end rather than before the next one's first item.
    private static func slotForInsertion(_ rest: inout UInt32, in inner: Inner) -> Int {
        guard rest > 0 else { return 0 }
        rest -= 1
        let slot = slot(for: &rest, in: inner)
        rest += 1
        return slot
    }
}

extension OrderTree.Inner {
    /// Makes room for a child at a slot.
    func open(_ slot: Int) {
        (counts + slot + 1).update(from: counts + slot, count: count - slot)
        (children + slot + 1).update(from: children + slot, count: count - slot)
        count += 1
    }

    /// Takes the child at a slot away.
    func close(_ slot: Int) {
        (counts + slot).update(from: counts + slot + 1, count: count - slot - 1)
        (children + slot).update(from: children + slot + 1, count: count - slot - 1)
        count -= 1
    }
}
