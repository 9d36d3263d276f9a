import SeededRandom
import Testing

@testable import CollectionModel

/// What two orders have in common, whatever leaves they are kept in.
@Suite struct OrderTreeComparingTests {
    /// One item after the other, at random places, or all at once: the leaves end at other places.
    private static func tree(_ items: [UInt32], inPieces: Bool) -> OrderTree {
        var tree = OrderTree()
        _ = tree.build { builder in
            items.prefix(inPieces ? items.count / 3 : items.count).withUnsafeBufferPointer { builder.append($0) }
        }
        guard inPieces else { return tree }
        for start in stride(from: items.count / 3, to: items.count, by: 7) {
            items[start..<min(start + 7, items.count)].withUnsafeBufferPointer { tree.insert($0, at: start) }
        }
        return tree
    }

    @Test(arguments: [0, 1, 480, 481, 1_000, 5_000], [false, true])
    func `what is the same at the ends is found, up to the limit`(_ count: Int, _ inPieces: Bool) {
        var random = SeededRandom(seed: UInt64(count))
        let items = (0..<UInt32(count)).shuffled(using: &random)
        var tree = Self.tree(items, inPieces: false)
        defer { tree.end() }
        var same = Self.tree(items, inPieces: inPieces)
        defer { same.end() }
        #expect(tree.items(in: 0..<count) == items)
        for limit in Set([0, count / 2, count]) {
            #expect(tree.commonPrefix(with: same, limit: limit) == limit)
            #expect(tree.commonSuffix(with: same, limit: limit) == limit)
        }
        for place in Set((0..<20).map { _ in Int.random(in: 0..<max(count, 1), using: &random) }) where place < count {
            var others = items
            others[place] = UInt32(count)
            var other = Self.tree(others, inPieces: inPieces)
            defer { other.end() }
            #expect(tree.commonPrefix(with: other, limit: count) == place)
            #expect(tree.commonSuffix(with: other, limit: count) == count - 1 - place)
            #expect(tree.commonPrefix(with: other, limit: place) == place)
            others.insert(UInt32(count) + 1, at: 0)
            var longer = Self.tree(others, inPieces: inPieces)
            defer { longer.end() }
            #expect(tree.commonSuffix(with: longer, limit: count) == count - 1 - place)
        }
    }
}
