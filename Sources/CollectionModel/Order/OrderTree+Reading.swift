import Glibc

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

/// Finds the ends that two orders have in common, without a copy of either.
extension OrderTree {
    /// The number of items from the front that are the same in both, at most `limit`. O(that number).
    func commonPrefix(with other: OrderTree, limit: Int) -> Int {
        var position = 0
        while position < limit {
            let (own, others) = (leaf(at: position), other.leaf(at: position))
            let count = min(own.count - own.offset, others.count - others.offset, limit - position)
            let (a, b) = (leaf(own.number) + own.offset, other.leaf(others.number) + others.offset)
            if !Self.isSame(a, b, count) { return position + (0..<count).first { a[$0] != b[$0] }! }
            position += count
        }
        return limit
    }

    /// The number of items from the end that are the same in both, at most `limit`. O(that number).
    func commonSuffix(with other: OrderTree, limit: Int) -> Int {
        var found = 0
        while found < limit {
            let (own, others) = (leaf(at: count - 1 - found), other.leaf(at: other.count - 1 - found))
            let run = min(own.offset + 1, others.offset + 1, limit - found)
            let (a, b) = (leaf(own.number) + own.offset + 1 - run, other.leaf(others.number) + others.offset + 1 - run)
            if !Self.isSame(a, b, run) { return found + run - 1 - (0..<run).last { a[$0] != b[$0] }! }
            found += run
        }
        return limit
    }

    /// Versions of one order share the leaves that did not change.
    private static func isSame(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ count: Int) -> Bool {
        a == b || memcmp(a, b, count * MemoryLayout<UInt32>.stride) == 0
    }

    /// The items of a range, in order.
    func items(in range: Range<Int>) -> [UInt32] {
        // Without items, it would write into the storage that all empty arrays share.
        if range.isEmpty { return [] }
        return [UInt32](unsafeUninitializedCapacity: range.count) { buffer, count in
            forEachRun(in: range) { run in
                (buffer.baseAddress! + count).initialize(from: run.baseAddress!, count: run.count)
                count += run.count
            }
        }
    }
}
