import GridEngine
import Testing

@testable import CollectionStore

/// What the engine must not ask for is refused whole, and the store stays as it was.
@Suite struct RefusedChangeTests {
    static let changes: [StoredChange] = [
        StoredChange(collection: "c", version: 4, patch: []),
        StoredChange(collection: "c", version: 1, patch: []),
        StoredChange(collection: "c", version: 2, patch: []),
        StoredChange(collection: "unknown", version: 1, patch: []),
        StoredChange(collection: "c", version: 3, patch: [], newItems: [.init(ordinal: 4, id: "gap")]),
        StoredChange(collection: "c", version: 3, patch: [], newItems: [.init(ordinal: 1, id: "again")]),
        StoredChange(
            collection: "c", version: 3, patch: [],
            newItems: [.init(ordinal: 3, id: String(repeating: "x", count: 65_536))]),
        StoredChange(collection: "c", version: 3, patch: [], newSections: [.init(ordinal: 2, id: "s", title: "")]),
        StoredChange(collection: "c", version: 3, patch: [], attributes: [.init(item: 3, json: "{}")]),
        StoredChange(collection: "c", version: 3, patch: [], revisions: [.init(item: 3, revision: 1)]),
    ]

    @Test(arguments: changes.indices)
    func `a change that cannot be takes its whole batch with it`(_ index: Int) throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [3]))
        try store.commit([StoredChange(collection: "c", version: 2, patch: [2])])
        try store.checkpoint(freshOrder("d", counts: [1]))
        let before = try [store.content("c"), store.content("d")]
        #expect {
            try store.commit([StoredChange(collection: "d", version: 2, patch: [3]), Self.changes[index]])
        } throws: {
            if case StoreError.failed = $0 { true } else { false }
        }
        #expect(try [store.content("c"), store.content("d")] == before)
        try store.commit([StoredChange(collection: "d", version: 2, patch: [3])])
        try store.commit([StoredChange(collection: "c", version: 3, patch: [3])])
        #expect(try store.restore("c")?.changes.map(\.version) == [2, 3])
    }

    static let orders: [StoredOrder] = [
        StoredOrder(collection: "c", version: 1, sections: []),
        StoredOrder(collection: "c", version: 2, sections: [.init(ordinal: 1, items: [])]),
        StoredOrder(collection: "c", version: 2, sections: [.init(ordinal: 0, items: [0, 3])]),
        StoredOrder(collection: "c", version: 2, sections: [.init(ordinal: 0, items: [0, 1, 0])]),
    ]

    @Test(arguments: orders.indices)
    func `an order that cannot be is refused before it is written`(_ index: Int) throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(version: 2, counts: [3]))
        let before = try store.content("c")
        #expect(throws: StoreError.self) { try store.checkpoint(Self.orders[index]) }
        #expect(try store.content("c") == before)
    }

    @Test func `a full disk is said, changes nothing, and ends`() async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: .init(databasePages: 64))
        let (reports, continuation) = AsyncStream<String?>.makeStream()
        store.reportTrouble { continuation.yield($0) }
        var report = reports.makeAsyncIterator()
        try store.checkpoint(freshOrder(counts: [3]))
        let before = try store.content("c")
        let large = [UInt8](repeating: 7, count: 400_000)
        #expect(throws: StoreError.diskFull) {
            try store.commit([StoredChange(collection: "c", version: 2, patch: large)])
        }
        #expect(try store.content("c") == before)
        #expect(await report.next() == "Changes cannot be stored: the disk is full.")
        try store.commit([StoredChange(collection: "c", version: 2, patch: [1])])
        #expect(try store.restore("c")?.changes.map(\.version) == [2])
        #expect(store.trouble == nil)
        #expect(await report.next() == .some(nil))
    }

    @Test func `a store that takes no changes is away until it can, also where nobody changes anything`() async throws {
        let scratch = try Scratch()
        let store = try scratch.open(limits: .init(databasePages: 64))
        let (reports, continuation) = AsyncStream<Bool>.makeStream()
        store.listen { if case .away(let isAway) = $0 { continuation.yield(isAway) } }
        var news = reports.makeAsyncIterator()
        try store.checkpoint(freshOrder(counts: [3]))
        #expect(!store.isAway)
        let large = [UInt8](repeating: 7, count: 400_000)
        #expect(throws: StoreError.diskFull) {
            try store.commit([StoredChange(collection: "c", version: 2, patch: large)])
        }
        #expect(await news.next() == true)
        #expect(await news.next() == false)
        #expect(!store.isAway && store.trouble == nil)
        #expect(try store.restore("c")?.changes.map(\.version) == [])
    }
}
