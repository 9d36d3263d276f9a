import Glibc

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
        // Of no items, it would write into the storage that all empty arrays share.
        if range.isEmpty { return [] }
        return [UInt32](unsafeUninitializedCapacity: range.count) { buffer, count in
            forEachRun(in: range) { run in
                (buffer.baseAddress! + count).initialize(from: run.baseAddress!, count: run.count)
                count += run.count
            }
        }
    }
}
