import CollectionModel
import LookaheadTesting
import Testing

@Suite struct DifferenceTests {
    @Test(arguments: 0..<400) func `a difference leads from one random order to another and back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let old = ArrayOrder.random(
            sections: .random(in: 0...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
            using: &generator)
        let new = ArrayOrder.random(
            sections: .random(in: 0...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
            using: &generator)
        let patch = try old.makeSnapshot().patch(to: try new.makeSnapshot())
        var replayed = old
        replayed.apply(patch)
        #expect(replayed == new)
        replayed.apply(patch.inverted())
        #expect(replayed == old)
        var snapshot = try old.makeSnapshot()
        try snapshot.apply(patch)
        #expect(ArrayOrder(snapshot) == new)
        #expect(try Patch(decoding: patch.encode()) == patch)
    }
}
