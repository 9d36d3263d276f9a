extension OrderTree {
    /// The item at a position. O(log n).
    func item(at position: Int) -> UInt32 {
        assert(position >= 0 && position < count, "no item at \(position) of \(count)")
        let (number, offset, _) = leaf(at: position)
        return leaf(number)[offset]
    }

    func contains(_ item: UInt32) -> Bool { homes[item] != 0 }

    /// The position of an item. O(log n).
    func position(of item: UInt32) -> Int? {
        let home = homes[item]
        guard home != 0 else { return nil }
        var node = home - 1
        var position = Self.index(of: item, in: leaf(node))
        for _ in 0..<height {
            let parent = parents[node]
            position += Self.itemsBefore(child: node, in: inner(parent))
            node = parent
        }
        return position
    }

    /// The leaf that holds a position, the position's index in it, and the number of the leaf's items.
    @inline(__always)
    func leaf(at position: Int) -> (number: UInt32, offset: Int, count: Int) {
        var node = root
        var rest = UInt32(truncatingIfNeeded: position)
        var below = count
        for _ in 0..<height {
            let inner = inner(node)
            let slot = Self.slot(for: &rest, in: inner)
            below = Int(inner.counts[slot])
            node = inner.children[slot]
        }
        return (node, Int(rest), below)
    }

    /// Calls `body` with the items of a range, leaf by leaf.
    func forEachRun<E: Error>(
        in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> Void
    ) throws(E) {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count)")
        var position = range.lowerBound
        while position < range.upperBound {
            let (number, offset, below) = leaf(at: position)
            let run = min(below - offset, range.upperBound - position)
            try body(UnsafeBufferPointer(start: leaf(number) + offset, count: run))
            position += run
        }
    }

    // MARK: Searches inside a node

    /// The child that holds an item's position; `rest` becomes the position below it. Sums eight counts at a time, and no
    /// word behind the last count: it may hold anything, so that the sum would wrap.
    @inline(__always)
    static func slot(for rest: inout UInt32, in inner: Inner) -> Int {
        let (counts, whole) = (inner.counts, inner.count & ~7)
        var slot = 0
        while slot < whole {
            let sum = eight(counts + slot).wrappedSum()
            if rest < sum { break }
            rest -= sum
            slot += 8
        }
        while rest >= counts[slot] {
            rest -= counts[slot]
            slot += 1
        }
        return slot
    }

    @inline(__always)
    static func index(of item: UInt32, in leaf: UnsafeMutablePointer<UInt32>) -> Int {
        let wanted = SIMD8(repeating: item)
        var index = 0
        while !any(eight(leaf + index) .== wanted) { index += 8 }
        while leaf[index] != item { index += 1 }
        return index
    }

    @inline(__always)
    static func itemsBefore(child: UInt32, in inner: Inner) -> Int {
        let wanted = SIMD8(repeating: child)
        var sum = SIMD8<UInt32>(repeating: 0)
        var slot = 0
        while !any(eight(inner.children + slot) .== wanted) {
            sum &+= eight(inner.counts + slot)
            slot += 8
        }
        var items = Int(sum.wrappedSum())
        while inner.children[slot] != child {
            items += Int(inner.counts[slot])
            slot += 1
        }
        return items
    }

    @inline(__always)
    private static func eight(_ words: UnsafeMutablePointer<UInt32>) -> SIMD8<UInt32> {
        UnsafeRawPointer(words).loadUnaligned(as: SIMD8<UInt32>.self)
    }
}
