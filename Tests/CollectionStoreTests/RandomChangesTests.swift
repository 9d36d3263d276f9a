import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

@testable import CollectionStore

/// The store against plain arrays, with restarts at random places.
@Suite struct RandomChangesTests {
    /// The slow oracle: everything ever given, in memory.
    struct Model {
        var content: StoreContent
        var attributes: [UInt32: String] = [:]
        var revisions: [UInt32: UInt64] = [:]
        var log: [StoredChange] = []

        var version: Int { log.last.map { max($0.version, content.version) } ?? content.version }

        mutating func apply(_ change: StoredChange) {
            log.append(StoredChange(collection: change.collection, version: change.version, patch: change.patch))
            content.items += change.newItems.map(\.id)
            content.sections += change.newSections
            for entry in change.attributes { attributes[entry.item] = entry.json }
            for entry in change.revisions { revisions[entry.item] = entry.revision }
        }

        var expected: StoreContent {
            var expected = content
            expected.changes = log.filter { $0.version > content.version }
            expected.attributes = attributes.sorted { $0.key < $1.key }.map { .init(item: $0.key, json: $0.value) }
            expected.revisions = revisions.sorted { $0.key < $1.key }.map { .init(item: $0.key, revision: $0.value) }
            return expected
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `random changes, checkpoints and restarts leave what a model says`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let scratch = try Scratch()
        var store = Optional(try scratch.open())
        let first = freshOrder(counts: [300, 0, 7])
        try store!.checkpoint(first)
        var model = Model(content: StoreContent(try #require(try store!.restore("c"))))
        for step in 0..<150 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                try store!.close()
                store = nil
                store = try scratch.open()
            case 1:
                let order = randomOrder(model, &random)
                try store!.checkpoint(order)
                model.content.version = order.version
                model.content.order = order.sections
            default:
                var changes: [StoredChange] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let change = randomChange(model, &random)
                    model.apply(change)
                    changes.append(change)
                }
                try store!.commit(changes)
            }
            try #require(try store!.content("c") == model.expected, "seed \(seed), step \(step)")
        }
        #expect(try store!.changes(of: "c", since: 0) == model.log)
    }

    private func randomOrder(_ model: Model, _ random: inout SeededRandom) -> StoredOrder {
        var items = (0..<UInt32(model.content.items.count)).shuffled(using: &random)[...]
        let sections = model.content.sections.map(\.ordinal).shuffled(using: &random).map { ordinal in
            let part = items.prefix(Int.random(in: 0...items.count, using: &random))
            items = items.dropFirst(part.count)
            return StoredOrder.Section(ordinal: ordinal, items: Array(part))
        }
        return StoredOrder(collection: "c", version: model.version, sections: sections)
    }

    private func randomChange(_ model: Model, _ random: inout SeededRandom) -> StoredChange {
        let count = UInt32(model.content.items.count)
        var change = StoredChange(
            collection: "c", version: model.version + 1,
            patch: (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        for extra in 0..<UInt32.random(in: 0...3, using: &random) {
            change.newItems.append(StoredIdentifier(ordinal: count + extra, id: "n\(count + extra)"))
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            let ordinal = UInt32(model.content.sections.count)
            change.newSections = [StoredSection(ordinal: ordinal, id: "s\(ordinal)", title: "Ünter \(ordinal)")]
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let item = UInt32.random(in: 0..<count, using: &random)
            let json = Bool.random(using: &random) ? "{\"n\":\(item)}" : nil
            change.attributes.append(.init(item: item, json: json))
            let other = UInt32.random(in: 0..<count + UInt32(change.newItems.count), using: &random)
            change.revisions.append(.init(item: other, revision: random.next()))
        }
        return change
    }
}
