import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct RebaseTests {
    @Test func `a patch carried over another lands where the arrays say, or is refused as they do`() throws {
        var (carried, refused) = (0, 0)
        for seed in 0..<UInt64(4_000) {
            var generator = SeededRandom(seed: seed)
            let past = ArrayOrder.random(
                sections: .random(in: 1...4, using: &generator), items: .random(in: 0...14, using: &generator), of: 18,
                using: &generator)
            guard let (mine, patch) = try Self.change(past, &generator),
                let (theirs, since) = try Self.change(past, &generator)
            else { continue }
            let now = try theirs.makeSnapshot()
            let expected = theirs.rebasing(patch, from: past, moved: Set(since.moves.map(\.item)))
            var result: ArrayOrder?
            if let rebased = try? now.rebase(patch, over: since) {
                var snapshot = now
                #expect(throws: Never.self, "seed \(seed)") { try snapshot.apply(rebased) }
                result = ArrayOrder(snapshot)
                carried += 1
            } else {
                refused += 1
            }
            #expect(result == expected, "seed \(seed) \(patch) over \(since) in \(past)")
            if since.changesNoOrder { #expect(result == mine, "seed \(seed)") }
        }
        #expect(carried > 1_000 && refused > 400, "\(carried) carried, \(refused) refused")
    }

    @Test func `a move finds its neighbour again, wherever others have put things`() throws {
        let old = try Self.snapshot([0, 1, 2, 3, 4, 5])
        let move = try old.patch(for: BatchUpdate(moves: [.init(fromBefore: [0, 0], toAfter: [0, 3])]))
        // Behind 3, which others have pushed down by two.
        var now = old
        let since: Patch = try now.apply(
            BatchUpdate(inserts: [.init(atAfter: [0, 0], item: 8), .init(atAfter: [0, 1], item: 9)]))
        #expect(try now.rebase(move, over: since).moves.map(\.toAfter) == [[0, 5]])
        try now.apply(now.rebase(move, over: since))
        #expect(ArrayOrder(now).sections[0].items == [8, 9, 1, 2, 3, 0, 4, 5])
    }

    @Test func `where one neighbour was moved away the other one decides, where both are gone it is refused`() throws {
        let old = try Self.snapshot([0, 1, 2, 3, 4, 5])
        let move = try old.patch(for: BatchUpdate(moves: [.init(fromBefore: [0, 0], toAfter: [0, 3])]))
        var now = old
        let away = try now.move(3, toAfter: [0, 0])
        #expect(try now.rebase(move, over: away).moves.map(\.toAfter) == [[0, 3]], "before 4")
        now = old
        let gone = try now.apply(BatchUpdate(deletesBefore: [[0, 3], [0, 4]]))
        #expect(throws: RebaseError.neighboursGone(0)) { try now.rebase(move, over: gone) }
        now = old
        let deleted = try now.apply(BatchUpdate(deletesBefore: [[0, 0]]))
        #expect(throws: RebaseError.itemGone(0)) { try now.rebase(move, over: deleted) }
    }

    @Test func `a section that others have filled is not deleted, one that they emptied is`() throws {
        let old = try Snapshot(sections: [(SectionOrdinal(0), [0, 1]), (SectionOrdinal(1), [2])])
        let deletion = try old.patch(for: BatchUpdate(deleteSectionsBefore: [1]))
        var now = old
        let filled = try now.move(0, toAfter: [1, 0])
        #expect(throws: RebaseError.sectionFilled(SectionOrdinal(1))) { try now.rebase(deletion, over: filled) }
        now = old
        let rescued = try now.move(2, toAfter: [0, 0])
        try now.apply(now.rebase(deletion, over: rescued))
        #expect(ArrayOrder(now).sections == [.init(id: SectionOrdinal(0), items: [2, 0, 1])])
    }

    private static func snapshot(_ items: [ItemOrdinal]) throws -> Snapshot {
        try Snapshot(sections: [(SectionOrdinal(0), items)])
    }

    /// Another order and the patch to it; `nil` where a dozen random batches contradict themselves.
    private static func change(
        _ order: ArrayOrder, _ generator: inout SeededRandom
    ) throws -> (ArrayOrder, Patch)? {
        if Int.random(in: 0..<6, using: &generator) == 0 {
            let other = ArrayOrder.random(sections: 3, items: 12, of: 18, using: &generator)
            return (other, try order.makeSnapshot().patch(to: try other.makeSnapshot()))
        }
        for _ in 0..<12 {
            let batch = BatchUpdate.random(on: order, using: &generator)
            if let next = order.applying(batch) { return (next, try order.makeSnapshot().patch(for: batch)) }
        }
        return nil
    }
}

extension ItemOrdinal: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt32) { self.init(value) }
}
