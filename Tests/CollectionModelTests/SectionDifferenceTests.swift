import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

/// Differences in which sections come, go and move while items cross them: every small case, against a search over all
/// ways to leave things where they are.
@Suite struct SectionDifferenceTests {
    @Test func `every pair of small orders is led from one to the other by the fewest moves`() throws {
        let orders = Self.allOrders(items: 3, sections: 2)
        #expect(orders.count == 131)
        let snapshots = try orders.map { try $0.makeSnapshot() }
        for (before, old) in orders.enumerated() {
            for (after, new) in orders.enumerated() {
                let patch = snapshots[before].patch(to: snapshots[after])
                var replayed = old
                replayed.apply(patch)
                #expect(replayed == new, "\(old) to \(new): \(patch)")
                let items = old.sections.flatMap(\.items).filter(Set(new.sections.flatMap(\.items)).contains)
                // None are the fewest there can be.
                if !patch.moves.isEmpty {
                    #expect(patch.moves.count == Self.fewest(items, from: old, to: new), "\(old) to \(new): \(patch)")
                }
                let kept = old.sections.map(\.id).filter(Set(new.sections.map(\.id)).contains)
                let crossed = kept.count == 2 && new.sections.map(\.id) != old.sections.map(\.id)
                #expect(patch.moveSections.count == (crossed ? 1 : 0), "\(old) to \(new): \(patch)")
                #expect(patch.deleteSections.count == old.sections.count - kept.count)
                #expect(patch.insertSections.count == new.sections.count - kept.count)
                #expect(
                    patch.deletes.count == old.sections.flatMap(\.items).count - items.count
                        && patch.inserts.count == new.sections.flatMap(\.items).count - items.count)
            }
        }
    }

    @Test func `sections move as few as can be, with or without their items`() throws {
        for seed in 0..<UInt64(500) {
            var generator = SeededRandom(seed: seed)
            let old = ArrayOrder.random(sections: 6, items: 20, of: 24, using: &generator)
            var new = old
            new.sections.shuffle(using: &generator)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let from = Int.random(in: 0..<6, using: &generator)
                guard let item = new.sections[from].items.popLast() else { continue }
                new.sections[Int.random(in: 0..<6, using: &generator)].items.insert(item, at: 0)
            }
            let patch = try old.makeSnapshot().patch(to: try new.makeSnapshot())
            let places = new.sections.map { section in old.sections.firstIndex { $0.id == section.id }! }
            let longest = (0..<64).filter { choice in
                let chosen = (0..<6).filter { choice >> $0 & 1 == 1 }.map { places[$0] }
                return chosen == chosen.sorted()
            }.map(\.nonzeroBitCount).max()!
            #expect(patch.moveSections.count == 6 - longest, "seed \(seed)")
            // Items that go with their section are not mentioned.
            #expect(patch.moves.count <= 2 && patch.deletes.isEmpty && patch.inserts.isEmpty, "seed \(seed) \(patch)")
            var replayed = old
            replayed.apply(patch)
            #expect(replayed == new, "seed \(seed)")
        }
    }

    @Test func `a duplicate identifier is refused by name`() {
        let twice: [(SectionOrdinal, [ItemOrdinal])] = [(SectionOrdinal(0), [1, 2]), (SectionOrdinal(1), [3, 1])]
        #expect(throws: SnapshotError.duplicateItem(1)) {
            try Snapshot(sections: twice.map { (id: $0.0, items: $0.1) })
        }
        #expect(throws: SnapshotError.duplicateSection(SectionOrdinal(4))) {
            try Snapshot(sections: [(id: SectionOrdinal(4), items: [1]), (id: SectionOrdinal(4), items: [2])])
        }
    }

    /// The fewest of `items` that have to move so that the others, in each section that stays, keep their sequence: found by
    /// trying every choice.
    private static func fewest(_ items: [ItemOrdinal], from old: ArrayOrder, to new: ArrayOrder) -> Int {
        (0..<1 << items.count).filter { choice in
            let stay = Set(items.indices.filter { choice >> $0 & 1 == 1 }.map { items[$0] })
            let section = { (order: ArrayOrder, id: SectionOrdinal) in
                order.sections.first { $0.id == id }?.items.filter(stay.contains) ?? []
            }
            let ids = Set(old.sections.map(\.id)).union(new.sections.map(\.id))
            return ids.allSatisfy { section(old, $0) == section(new, $0) }
        }.map { items.count - $0.nonzeroBitCount }.min()!
    }

    /// Every way to put some of the items into some of the sections, each in every sequence.
    private static func allOrders(items: Int, sections: Int) -> [ArrayOrder] {
        var orders = [ArrayOrder(sections: [])]
        for section in 0..<UInt32(sections) {
            orders += orders.flatMap { order in
                (0...order.sections.count).map { place in
                    var longer = order
                    longer.sections.insert(.init(id: SectionOrdinal(section), items: []), at: place)
                    return longer
                }
            }
        }
        for item in 0..<UInt32(items) {
            orders += orders.flatMap { order in
                order.sections.indices.flatMap { section in
                    (0...order.sections[section].items.count).map { place in
                        var longer = order
                        longer.sections[section].items.insert(ItemOrdinal(item), at: place)
                        return longer
                    }
                }
            }
        }
        return orders
    }
}
