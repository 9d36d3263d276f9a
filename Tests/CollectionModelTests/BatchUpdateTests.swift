import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct BatchUpdateTests {
    @Test func `every batch of two operations on a small order gives what the plain rules give`() throws {
        let order = ArrayOrder(sections: [
            .init(id: SectionOrdinal(0), items: [ItemOrdinal(0), ItemOrdinal(1)]),
            .init(id: SectionOrdinal(1), items: [ItemOrdinal(2)]),
        ])
        let snapshot = try order.makeSnapshot()
        let operations = Self.allOperations
        for first in operations {
            for second in operations {
                var batch = BatchUpdate()
                first(&batch)
                second(&batch)
                Self.compare(batch, on: order, snapshot)
            }
        }
    }

    @Test(arguments: 0..<8) func `random batches give what the plain rules give`(part: UInt64) throws {
        for seed in (part * 500)..<(part * 500 + 500) {
            var generator = SeededRandom(seed: seed)
            let order = ArrayOrder.random(
                sections: .random(in: 0...4, using: &generator), items: .random(in: 0...16, using: &generator), of: 20,
                using: &generator)
            let snapshot = try order.makeSnapshot()
            for _ in 0..<4 { Self.compare(.random(on: order, using: &generator), on: order, snapshot, seed: seed) }
        }
    }

    private static func compare(_ batch: BatchUpdate, on order: ArrayOrder, _ before: Snapshot, seed: UInt64 = 0) {
        var snapshot = before
        let expected = order.applying(batch)
        do throws(BatchUpdateError) {
            let patch = try snapshot.apply(batch)
            #expect(ArrayOrder(snapshot) == expected, "seed \(seed) \(batch)")
            var replayed = order
            replayed.apply(patch)
            #expect(replayed == expected, "seed \(seed) \(batch) \(patch)")
            replayed.apply(patch.inverted())
            #expect(replayed == order, "seed \(seed) \(batch) \(patch)")
            var checked = before
            #expect(throws: Never.self, "seed \(seed) \(batch) \(patch)") { try checked.apply(patch) }
            #expect(ArrayOrder(checked) == expected)
            #expect(Self.isCanonical(patch), "seed \(seed) \(patch)")
        } catch {
            #expect(expected == nil, "seed \(seed) \(batch) \(error)")
            #expect(ArrayOrder(snapshot) == order, "seed \(seed): a refused batch changed something")
        }
    }

    private static func isCanonical(_ patch: Patch) -> Bool {
        let items = patch.deletes.map(\.item) + patch.inserts.map(\.item) + patch.moves.map(\.item)
        return Set(items).count == items.count && patch.deletes.map(\.from) == patch.deletes.map(\.from).sorted()
            && patch.moves.map(\.from) == patch.moves.map(\.from).sorted()
            && Set(patch.reloads).isDisjoint(with: patch.reconfigures)
            && (try? Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount)) == patch
    }

    private static var allOperations: [(inout BatchUpdate) -> Void] {
        var operations: [(inout BatchUpdate) -> Void] = []
        let paths = (0..<3).flatMap { section in (0..<4).map { IndexPath(section, $0) } }
        for path in paths {
            operations.append { $0.deletesBefore.append(path) }
            operations.append { $0.reloadsBefore.append(path) }
            operations.append { $0.inserts.append(.init(atAfter: path, item: ItemOrdinal(7))) }
            operations.append { $0.inserts.append(.init(atAfter: path, item: ItemOrdinal(1))) }
            for to in paths where path.item < 3 {
                operations.append { $0.moves.append(.init(fromBefore: path, toAfter: to)) }
            }
        }
        for section in 0..<3 {
            operations.append { $0.deleteSectionsBefore.append(section) }
            for id: UInt32 in [0, 5] {
                operations.append {
                    $0.insertSections.append(
                        .init(atAfter: section, section: SectionOrdinal(id), items: [ItemOrdinal(8 + id)]))
                }
            }
            for to in 0..<3 { operations.append { $0.moveSections.append(.init(fromBefore: section, toAfter: to)) } }
        }
        return operations
    }

    @Test func `a move onto its own place changes nothing`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<3).map { ItemOrdinal($0) })])
        let patch = try snapshot.apply(BatchUpdate(moves: [.init(fromBefore: [0, 1], toAfter: [0, 1])]))
        #expect(patch.isEmpty)
    }

    @Test func `two moves that swap neighbours are one move`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<3).map { ItemOrdinal($0) })])
        let patch = try snapshot.apply(
            BatchUpdate(moves: [
                .init(fromBefore: [0, 0], toAfter: [0, 1]), .init(fromBefore: [0, 1], toAfter: [0, 0]),
            ]))
        #expect(patch.moves.count == 1)
    }

    @Test func `a refusal says what contradicts what, with the counts before and after`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<3).map { ItemOrdinal($0) })])
        let batch = BatchUpdate(
            deletesBefore: [[0, 0]], inserts: [.init(atAfter: [0, 4], item: ItemOrdinal(9))])
        do throws(BatchUpdateError) {
            _ = try snapshot.apply(batch)
            Issue.record("not refused")
        } catch {
            #expect(
                error.explanation(item: \.description, section: \.description)
                    == "inserts[0] names [0,4], but section 0 has 3 items after the update (3 before).")
            #expect(error.source == .init(.inserts, 0))
        }
    }

    @Test func `an item deleted and inserted by one batch is a move that is reloaded`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<3).map { ItemOrdinal($0) })])
        let batch = BatchUpdate(deletesBefore: [[0, 0]], inserts: [.init(atAfter: [0, 2], item: ItemOrdinal(0))])
        let patch = try snapshot.apply(batch)
        #expect(patch.moves == [.init(item: ItemOrdinal(0), from: [0, 0], toAfter: [0, 2])])
        #expect(patch.reloads == [ItemOrdinal(0)])
        #expect(patch.deletes.isEmpty && patch.inserts.isEmpty)
    }
}
