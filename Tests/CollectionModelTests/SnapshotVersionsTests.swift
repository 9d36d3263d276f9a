import LookaheadTesting
import SeededRandom
import Testing

@testable import CollectionModel

@Suite struct SnapshotVersionsTests {
    /// Copies are taken, kept, changed and dropped at random; each must stay what its array is.
    @Test(arguments: 0..<8) func `every copy stays what it was, whichever is changed`(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let first = ArrayOrder.random(sections: 3, items: 2_500, of: 2_500, using: &generator)
        var copies = [(order: first, snapshot: try first.makeSnapshot())]
        for step in 0..<400 {
            let index = Int.random(in: 0..<copies.count, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...1 where copies.count < 12: copies.append(copies[index])
            case 2 where copies.count > 1: copies.remove(at: index)
            default:
                // The newest copy mostly, as an engine does; an older one now and then.
                let index = step % 8 == 0 ? index : copies.count - 1
                let batch = Self.moves(in: copies[index].order, using: &generator)
                _ = try copies[index].snapshot.apply(batch)
                copies[index].order = try #require(copies[index].order.applying(batch))
            }
            for (order, snapshot) in copies where step % 20 == 0 {
                #expect(ArrayOrder(snapshot) == order, "seed \(seed), step \(step)")
                #expect(snapshot.tree.brokenInvariants().isEmpty, "seed \(seed), step \(step)")
            }
        }
        for (order, snapshot) in copies {
            #expect(ArrayOrder(snapshot) == order, "seed \(seed)")
            for (section, content) in order.sections.enumerated() {
                for (item, ordinal) in content.items.enumerated() where item % 61 == 0 {
                    #expect(snapshot.indexPath(of: ordinal) == IndexPath(section, item))
                    #expect(snapshot.item(at: IndexPath(section, item)) == ordinal)
                }
            }
        }
    }

    @Test func `pages of versions that are gone are used again`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<20_000).map { ItemOrdinal($0) })])
        let arena = snapshot.tree.writer.arena
        let before = arena.pageCounts
        var generator = SeededRandom(seed: 1)
        var old = snapshot
        for _ in 0..<2_000 {
            _ = try snapshot.move(
                ItemOrdinal(.random(in: 0..<20_000, using: &generator)),
                toAfter: [0, .random(in: 0..<20_000, using: &generator)])
            old = snapshot
        }
        #expect(old.numberOfItems == 20_000)
        let after = arena.pageCounts
        #expect(after.total - before.total < 100, "\(before) became \(after)")
        #expect(after.total - after.free <= before.total - before.free + 40, "\(before) became \(after)")
    }

    @Test func `a long-held copy keeps its own pages and no more`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<20_000).map { ItemOrdinal($0) })])
        let arena = snapshot.tree.writer.arena
        let held = snapshot
        let inUse = arena.pageCounts.total - arena.pageCounts.free
        var published = snapshot
        for step in 0..<3_000 {
            _ = try snapshot.move(ItemOrdinal(UInt32(step * 7 % 20_000)), toAfter: [0, step * 13 % 20_000])
            published = snapshot
        }
        #expect(published.numberOfItems == held.numberOfItems)
        let counts = arena.pageCounts
        #expect(counts.total - counts.free <= inUse * 2 + 40, "two versions differ in all their pages at most")
    }

    @Test func `a change that is thrown away gives its pages back`() throws {
        let snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<20_000).map { ItemOrdinal($0) })])
        let arena = snapshot.tree.writer.arena
        let before = arena.pageCounts
        for step in 0..<500 {
            var trial = snapshot
            _ = try trial.move(ItemOrdinal(UInt32(step)), toAfter: [0, 10_000])
        }
        let after = arena.pageCounts
        #expect(after.total - after.free == before.total - before.free)
        #expect(snapshot.tree.brokenInvariants().isEmpty)
    }

    private static func moves(
        in order: ArrayOrder, using generator: inout some RandomNumberGenerator
    ) -> BatchUpdate {
        var batch = BatchUpdate()
        let filled = order.sections.indices.filter { !order.sections[$0].items.isEmpty }
        guard let from = filled.randomElement(using: &generator), let to = filled.randomElement(using: &generator)
        else {
            return batch
        }
        let count = order.sections[from].items.count
        let source = IndexPath(from, .random(in: 0..<count, using: &generator))
        let places = order.sections[to].items.count + (from == to ? 0 : 1)
        batch.moves = [.init(fromBefore: source, toAfter: [to, .random(in: 0..<places, using: &generator)])]
        let victim = IndexPath(from, .random(in: 0..<count, using: &generator))
        if victim != source, from != to, Bool.random(using: &generator) { batch.deletesBefore = [victim] }
        return batch
    }
}
