import LookaheadTesting
import SeededRandom
import Testing

@testable import CollectionModel

@Suite struct OrderTreeTests {
    @Test(arguments: [1, 100, 480, 481, 3_000, 150_000]) func `a tree built in bulk knows every position`(count: UInt32)
    {
        var tree = OrderTree()
        defer { tree.end() }
        let items = (0..<count).shuffled()
        #expect(tree.build { builder in items.withUnsafeBufferPointer { builder.append($0) } } == nil)
        #expect(tree.brokenInvariants().isEmpty)
        #expect(tree.items == items)
        for position in stride(from: 0, to: Int(count), by: 97) {
            #expect(tree.item(at: position) == items[position])
            #expect(tree.position(of: items[position]) == position)
        }
        #expect(tree.position(of: count) == nil)
    }

    @Test func `a duplicate item is found while building`() {
        var tree = OrderTree()
        defer { tree.end() }
        let items: [UInt32] = [5, 3, 9, 3]
        #expect(tree.build { builder in items.withUnsafeBufferPointer { builder.append($0) } } == 3)
    }

    @Test(arguments: 0..<6) func `long random runs keep the tree what the array is`(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var tree = OrderTree()
        defer { tree.end() }
        var array: [UInt32] = []
        var next: UInt32 = 0
        for step in 0..<4_000 {
            let grows = step < 2_000 ? 6 : 2
            switch Int.random(in: 0..<10, using: &generator) {
            case ..<grows:
                let run = (0..<UInt32.random(in: 1...(step % 7 == 0 ? 900 : 20), using: &generator)).map { next + $0 }
                next += UInt32(run.count)
                let position = Int.random(in: 0...array.count, using: &generator)
                run.withUnsafeBufferPointer { tree.insert($0, at: position) }
                array.insert(contentsOf: run, at: position)
            case ..<8:
                guard !array.isEmpty else { continue }
                let start = Int.random(in: 0..<array.count, using: &generator)
                let end = min(array.count, start + .random(in: 1...(step % 5 == 0 ? 2_000 : 30), using: &generator))
                tree.remove(start..<end)
                array.removeSubrange(start..<end)
            default:
                guard !array.isEmpty else { continue }
                let from = Int.random(in: 0..<array.count, using: &generator)
                let to = Int.random(in: 0..<array.count, using: &generator)
                let item = tree.remove(at: from, forgetting: false)
                tree.insert(item, at: to)
                array.insert(array.remove(at: from), at: to)
            }
            if step % 50 == 0 {
                #expect(tree.brokenInvariants().isEmpty, "seed \(seed), step \(step)")
                #expect(tree.items == array, "seed \(seed), step \(step)")
            }
        }
        for (position, item) in array.enumerated() where position % 31 == 0 {
            #expect(tree.position(of: item) == position)
        }
        tree.remove(0..<array.count)
        #expect(tree.count == 0 && tree.height == 0 && tree.brokenInvariants().isEmpty, "seed \(seed)")
    }

    @Test func `appending one by one fills the leaves`() {
        var tree = OrderTree()
        defer { tree.end() }
        for item in 0..<UInt32(51_200) { tree.insert(item, at: Int(item)) }
        #expect(tree.brokenInvariants().isEmpty)
        #expect(tree.nodeLimit <= 103)
    }
}

extension OrderTree {
    var items: [UInt32] {
        var items: [UInt32] = []
        forEachRun(in: 0..<count) { items.append(contentsOf: $0) }
        return items
    }
}
