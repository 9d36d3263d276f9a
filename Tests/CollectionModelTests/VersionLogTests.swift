import CollectionModel
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct VersionLogTests {
    private func patch(_ from: Int) -> VersionedPatch {
        var patch = Patch()
        patch.inserts = [.init(at: [0, from], item: ItemOrdinal(UInt32(from)))]
        return VersionedPatch(from: from, to: from + 1, patch: patch)
    }

    @Test func `patches lead from any version it reaches to the newest, and from no other`() {
        var log = VersionLog(countLimit: 100)
        #expect(log.patches(from: 0) == nil)
        for version in 5..<10 { log.append(patch(version)) }
        #expect(log.patches(from: 4) == nil)
        #expect(log.patches(from: 5)?.map(\.from) == [5, 6, 7, 8, 9])
        #expect(log.patches(from: 9)?.map(\.from) == [9])
        #expect(log.patches(from: 10) == [])
        #expect(log.patches(from: 11) == nil)
        #expect(log.patch(from: 6)?.patch.inserts.count == 4)
        #expect(log.patch(from: 10)?.patch.isEmpty == true)
    }

    @Test func `the oldest are forgotten beyond the count and beyond the bytes`() {
        var log = VersionLog(countLimit: 3)
        for version in 0..<50 { log.append(patch(version)) }
        #expect(log.count == 3 && log.oldest == 47 && log.newest == 50)
        #expect(log.patches(from: 46) == nil)
        #expect(log.patches(from: 48)?.map(\.from) == [48, 49])
        var small = VersionLog(sizeLimitBytes: 1_000)
        for version in 0..<50 { small.append(patch(version)) }
        #expect(small.count < 50 && small.sizeBytes <= 1_000)
    }

    @Test func `a version that was dropped is led to the newest by one patch`() throws {
        for seed in 0..<UInt64(40) {
            var generator = SeededRandom(seed: seed)
            var order = ArrayOrder.random(sections: 3, items: 30, of: 40, using: &generator)
            var log = VersionLog(countLimit: 16)
            var orders = [order]
            while orders.count < 120 {
                let batch = BatchUpdate.random(on: order, using: &generator)
                guard let next = order.applying(batch) else { continue }
                let patch = try order.makeSnapshot().patch(for: batch)
                log.append(VersionedPatch(from: orders.count - 1, to: orders.count, patch: patch))
                order = next
                orders.append(next)
            }
            #expect(log.patches(from: 5) == nil && log.oldestComposed == 0, "seed \(seed)")
            for (version, old) in orders.enumerated() {
                let patch = try #require(log.patch(from: version), "seed \(seed), version \(version)")
                #expect(patch.from == version && patch.to == 119)
                var replayed = old
                replayed.apply(patch.patch)
                #expect(replayed == order, "seed \(seed), version \(version)")
            }
        }
    }

    @Test func `what is composed stays small, or is forgotten from the old end`() {
        var log = VersionLog(countLimit: 8, compositionLimit: 20)
        for version in 0..<100 { log.append(patch(version)) }
        #expect(log.patch(from: 50) == nil)
        #expect(log.patch(from: 80)?.patch.inserts.count == 20)
        #expect(log.oldestComposed.map { 72...73 ~= $0 } == true)
        // An item moved to and fro a thousand times is one move, however long ago the first was.
        var item = VersionLog(countLimit: 8, compositionLimit: 20)
        for version in 0..<1_000 {
            var move = Patch()
            let (low, high): (IndexPath, IndexPath) = ([0, 0], [0, 9])
            move.moves = [
                .init(item: ItemOrdinal(7), from: version % 2 == 0 ? low : high, toAfter: version % 2 == 0 ? high : low)
            ]
            item.append(VersionedPatch(from: version, to: version + 1, patch: move))
        }
        #expect(item.patch(from: 985)?.patch.moves.map(\.toAfter) == [[0, 0]])
        #expect(item.oldestComposed.map { $0 < 990 } == true)
    }

    @Test func `a patch too large to be kept is kept until the next`() {
        var log = VersionLog(sizeLimitBytes: 1_000)
        var large = Patch()
        large.inserts = (0..<100).map { .init(at: [0, $0], item: ItemOrdinal(UInt32($0))) }
        log.append(VersionedPatch(from: 1, to: 2, patch: large))
        #expect(log.patches(from: 1)?.count == 1)
        log.append(patch(2))
        #expect(log.patch(from: 1) == nil && log.patches(from: 2)?.count == 1)
    }

    @Test func `a gap starts a new log`() {
        var log = VersionLog()
        log.append(patch(1))
        log.append(patch(7))
        #expect(log.patches(from: 1) == nil)
        #expect(log.patches(from: 7)?.count == 1)
    }
}
