import CollectionModel
import SeededRandom
import Testing

@testable import Preparing

/// Which pictures are made first that nobody has looked at.
@Suite struct PreparationOrderTests {
    private static let near = PreparationOrder.nearCount

    private func snapshot(_ count: Int) throws -> Snapshot {
        try Snapshot(sections: [(SectionOrdinal(0), (0..<UInt32(count)).map { ItemOrdinal($0) })])
    }

    private func takeAll(_ order: inout PreparationOrder, _ snapshot: Snapshot) -> [Int] {
        var taken: [Int] = []
        while let item = order.next(in: snapshot) { taken.append(Int(item.rawValue)) }
        return taken
    }

    /// The number of items between an index and the nearest view; 0 in one.
    private func distance(_ index: Int, _ views: [Range<Int>]) -> Int {
        views.map { max(0, $0.lowerBound - index, index - $0.upperBound + 1) }.min() ?? index
    }

    @Test(
        arguments: [[], [0..<12], [20_000..<20_040], [49_980..<50_000], [3000..<3020, 40_000..<40_020]]
            as [[Range<Int>]])
    func `near a view comes first, then all the rest, each once`(views: [Range<Int>]) throws {
        let snapshot = try snapshot(50_000)
        var order = PreparationOrder(scope: .all)
        order.look(at: views)
        let taken = takeAll(&order, snapshot)
        #expect(taken.count == 50_000 && Set(taken).count == 50_000)
        #expect(order.isFinished && order.doneCount == 50_000)
        // Those on either side of a view are near, and begin with the nearest; those in view were loaded already.
        let nearCount = taken.filter { distance($0, views) <= Self.near }.count
        #expect(nearCount >= Self.near)
        let outside = taken.prefix(nearCount).map { distance($0, views) }.filter { $0 > 0 }
        #expect(outside == outside.sorted() && outside.allSatisfy { $0 <= Self.near })
        #expect(taken.dropFirst(nearCount) == taken.dropFirst(nearCount).sorted()[...])
    }

    @Test func `only what is near is made where the owner says so`() throws {
        let snapshot = try snapshot(50_000)
        var order = PreparationOrder(scope: .near)
        order.look(at: [20_000..<20_040])
        #expect(order.total(in: snapshot) == 40 + 2 * Self.near)
        let first = takeAll(&order, snapshot)
        #expect(first.sorted() == Array(20_000 - Self.near..<20_040 + Self.near))
        #expect(order.isFinished && order.doneCount == order.total(in: snapshot))
        // The view moves on by a screen: only the items are made that were not near before.
        order.look(at: [20_040..<20_080])
        #expect(!order.isFinished)
        let second = takeAll(&order, snapshot)
        #expect(second.sorted() == Array(20_040 + Self.near..<20_080 + Self.near))
    }

    @Test func `the total of what is near counts what is left there, wherever views have been`() throws {
        let snapshot = try snapshot(100_000)
        var order = PreparationOrder(scope: .near)
        var random = SeededRandom(seed: 5)
        for round in 0..<40 {
            // Views overlap, lie at the ends, and are larger than what is near.
            let views = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let start = Int.random(in: 0..<100_000, using: &random)
                return start..<min(100_000, start + [1, 40, 5000].randomElement(using: &random)!)
            }
            order.look(at: round % 4 == 3 ? [0..<40, 20..<60] : views)
            for _ in 0..<Int.random(in: 0...3000, using: &random) { _ = order.next(in: snapshot) }
            if round % 3 == 0 { order.add([ItemOrdinal(77), ItemOrdinal(77), ItemOrdinal(200_000)]) }
            let total = order.total(in: snapshot)
            let taken = takeAll(&order, snapshot)
            #expect(order.isFinished && order.doneCount == total, "\(round), \(views): \(taken.count)")
            #expect(order.total(in: snapshot) == total)
        }
    }

    @Test func `a view that jumps is served before the rest of the old one`() throws {
        let snapshot = try snapshot(50_000)
        var order = PreparationOrder(scope: .all)
        order.look(at: [0..<40])
        for _ in 0..<100 { _ = order.next(in: snapshot) }
        order.look(at: [30_000..<30_040])
        let next = (0..<500).compactMap { _ in order.next(in: snapshot) }.map { Int($0.rawValue) }
        #expect(next.count == 500 && next.allSatisfy { distance($0, [30_000..<30_040]) < 250 })
    }

    @Test func `new items come next wherever they are, and what has left is passed over`() throws {
        var order = PreparationOrder(scope: .near)
        order.look(at: [0..<10])
        let before = try snapshot(20_000)
        _ = takeAll(&order, before)
        order.add([ItemOrdinal(17_000), ItemOrdinal(5), ItemOrdinal(19_999)])
        let after = takeAll(&order, try snapshot(19_000))
        #expect(after == [5, 17_000])
    }

    @Test func `whatever happens meanwhile, no item is made twice or left out`() throws {
        for seed in UInt64(0)..<20 {
            var random = SeededRandom(seed: seed)
            let count = Int.random(in: 1...9000, using: &random)
            let snapshot = try snapshot(count)
            var order = PreparationOrder(scope: .all)
            var left = Set(0..<count)
            while !left.isEmpty {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let start = Int.random(in: 0..<count, using: &random)
                    order.look(at: [start..<min(count, start + 30)])
                case 1:
                    let item = Int.random(in: 0..<count, using: &random)
                    order.add([ItemOrdinal(UInt32(item))])
                    left.insert(item)
                default:
                    for _ in 0..<Int.random(in: 1...1000, using: &random) where !left.isEmpty {
                        let next = order.next(in: snapshot)
                        let item = try #require(next, "seed \(seed): \(left.count) of \(count) are left")
                        #expect(left.remove(Int(item.rawValue)) != nil, "seed \(seed): \(item.rawValue) is made twice")
                    }
                }
            }
            let more = order.next(in: snapshot)
            #expect(more == nil && order.doneCount == count, "seed \(seed)")
        }
    }
}
