import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct PatchCompositionTests {
    @Test func `two patches composed do what they do in a row, and undone give the order back`() throws {
        for seed in 0..<UInt64(4_000) {
            var generator = SeededRandom(seed: seed)
            let first = Self.randomOrder(&generator)
            let (second, one) = try Self.change(first, &generator)
            let (third, two) = try Self.change(second, &generator)
            let both = one.composed(with: two)
            var replayed = first
            replayed.apply(both)
            #expect(replayed == third, "seed \(seed) \(one) \(two) \(both)")
            replayed.apply(both.inverted())
            #expect(replayed == first, "seed \(seed)")
            var snapshot = try first.makeSnapshot()
            #expect(throws: Never.self, "seed \(seed)") { try snapshot.apply(both) }
            #expect(one.composed(with: one.inverted()).changesNoOrder, "seed \(seed) \(one)")
        }
    }

    @Test func `five hundred patches in a row compose to one`() throws {
        var generator = SeededRandom(seed: 7)
        let first = ArrayOrder.random(sections: 3, items: 60, of: 80, using: &generator)
        var (order, all) = (first, Patch())
        for _ in 0..<500 {
            let (next, patch) = try Self.change(order, &generator)
            all = all.composed(with: patch)
            order = next
        }
        var replayed = first
        replayed.apply(all)
        #expect(replayed == order)
    }

    private static func randomOrder(_ generator: inout SeededRandom) -> ArrayOrder {
        .random(
            sections: .random(in: 0...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
            using: &generator)
    }

    /// Another order and the patch to it: by a batch, or by a difference to an unrelated one.
    private static func change(
        _ order: ArrayOrder, _ generator: inout SeededRandom
    ) throws -> (ArrayOrder, Patch) {
        let batch = BatchUpdate.random(on: order, using: &generator)
        let next = order.applying(batch)
        guard let next, Int.random(in: 0..<4, using: &generator) > 0 else {
            let other = order.sections.count > 2 && next == nil ? order : randomOrder(&generator)
            return (other, try order.makeSnapshot().patch(to: try other.makeSnapshot()))
        }
        var snapshot = try order.makeSnapshot()
        return (next, try snapshot.apply(batch))
    }
}
