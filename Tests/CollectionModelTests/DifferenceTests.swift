import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct DifferenceTests {
    @Test func `a difference leads from one random order to another and back, with the fewest moves`() throws {
        for seed in 0..<UInt64(3_000) {
            var generator = SeededRandom(seed: seed)
            let old = ArrayOrder.random(
                sections: .random(in: 0...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
                using: &generator)
            var new = ArrayOrder.random(
                sections: .random(in: 0...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
                using: &generator)
            if seed % 2 == 0, let near = old.applying(.random(on: old, using: &generator)) { new = near }
            let patch = try old.makeSnapshot().patch(to: try new.makeSnapshot())
            var replayed = old
            replayed.apply(patch)
            #expect(replayed == new, "seed \(seed)")
            replayed.apply(patch.inverted())
            #expect(replayed == old, "seed \(seed)")
            var snapshot = try old.makeSnapshot()
            try snapshot.apply(patch)
            #expect(ArrayOrder(snapshot) == new, "seed \(seed)")
            #expect(try Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount) == patch)
            #expect(patch.moves.count == Self.fewestMoves(from: old, to: new), "seed \(seed) \(patch)")
        }
    }

    @Test func `an item moved down a hundred thousand is one move`() throws {
        var items = (0..<UInt32(100_000)).map { ItemOrdinal($0) }
        let old = try Snapshot(sections: [(SectionOrdinal(0), items)])
        items.append(items.removeFirst())
        let patch = old.patch(to: try Snapshot(sections: [(SectionOrdinal(0), items)]))
        #expect(patch.moves == [.init(item: ItemOrdinal(0), from: [0, 0], toAfter: [0, 99_999])])
        #expect(patch.count == 1)
    }

    @Test func `an order that is the same is an empty patch`() throws {
        let order = ArrayOrder(sections: [.init(id: SectionOrdinal(3), items: [ItemOrdinal(9), ItemOrdinal(1)])])
        #expect(try order.makeSnapshot().patch(to: try order.makeSnapshot()).isEmpty)
    }

    /// Items that change their section, and in each surviving section what one longest increasing subsequence leaves over
    /// (by the quadratic rule).
    private static func fewestMoves(from old: ArrayOrder, to new: ArrayOrder) -> Int {
        var moves = 0
        for section in new.sections {
            let before = old.sections.first { $0.id == section.id }?.items ?? []
            let everywhere = Set(old.sections.flatMap(\.items))
            moves += section.items.filter { everywhere.contains($0) && !before.contains($0) }.count
            let places = section.items.compactMap { before.firstIndex(of: $0) }
            var longest: [Int] = []
            for (index, place) in places.enumerated() {
                longest.append(1 + ((0..<index).filter { places[$0] < place }.map { longest[$0] }.max() ?? 0))
            }
            moves += places.count - (longest.max() ?? 0)
        }
        return moves
    }
}
