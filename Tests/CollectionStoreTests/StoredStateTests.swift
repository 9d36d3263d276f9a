import Foundation
import GRDB
import GridEngine
import Testing

@testable import CollectionStore

@Suite struct StoredStateTests {
    @Test func `what was never stored is not there`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        #expect(try store.content("c") == nil)
        #expect(try store.changes(of: "c", since: 0) == [])
        try store.remove("c")
    }

    @Test func `order, identifiers, sections, attributes and revisions come back as they were`() throws {
        let scratch = try Scratch()
        let order = freshOrder(counts: [3, 0, 2])
        do {
            let store = try scratch.open()
            try store.checkpoint(order)
            try store.commit([
                StoredChange(
                    collection: "c", version: 2, patch: [1, 0, 255],
                    newItems: [StoredIdentifier(ordinal: 5, id: "👩‍🚀")],
                    newSections: [StoredSection(ordinal: 3, id: "new", title: "")],
                    attributes: [.init(item: 4, json: #"{"rating":"like"}"#), .init(item: 0, json: "{}")],
                    revisions: [.init(item: 5, revision: .max), .init(item: 1, revision: 0)]),
                StoredChange(collection: "c", version: 3, patch: [], attributes: [.init(item: 0, json: nil)]),
            ])
        }
        let stored = try #require(try scratch.open().restore("c"))
        #expect(stored.checkpoint.version == 1)
        #expect(stored.checkpoint.sections == order.sections)
        #expect(Array(stored.items) == order.newItems.map(\.id) + ["👩‍🚀"])
        #expect(
            stored.sections == order.newSections + [StoredSection(ordinal: 3, id: "new", title: "")])
        #expect(stored.attributes == [.init(item: 4, json: #"{"rating":"like"}"#)])
        #expect(stored.revisions == [.init(item: 1, revision: 0), .init(item: 5, revision: .max)])
        #expect(
            stored.changes == [
                StoredChange(collection: "c", version: 2, patch: [1, 0, 255]),
                StoredChange(collection: "c", version: 3, patch: []),
            ])
    }

    @Test func `an order larger than one row comes back whole`() throws {
        let scratch = try Scratch()
        var order = freshOrder(counts: [65_536, 65_537, 1])
        order.sections[1].items.reverse()
        try scratch.open().checkpoint(order)
        let stored = try #require(try scratch.open().restore("c"))
        #expect(stored.checkpoint.sections == order.sections)
        #expect(Array(stored.items) == order.newItems.map(\.id))
    }

    @Test func `keys and history come back with their changes`() throws {
        let scratch = try Scratch()
        let changes = [
            StoredChange(collection: "c", version: 2, patch: [1], idempotencyKey: "k 1", history: "{\"kind\":1}"),
            StoredChange(collection: "c", version: 3, patch: [2]),
        ]
        do {
            let store = try scratch.open()
            try store.checkpoint(freshOrder(counts: [3]))
            try store.commit(changes)
        }
        #expect(try scratch.open().changes(of: "c", since: 0) == changes)
    }

    @Test func `a checkpoint shortens the replay and keeps the log for those who are behind`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [4]))
        try store.commit((2...6).map { StoredChange(collection: "c", version: $0, patch: [UInt8($0)]) })
        try store.checkpoint(
            StoredOrder(collection: "c", version: 5, sections: [.init(ordinal: 0, items: [3, 2, 1, 0])]))
        let stored = try #require(try store.restore("c"))
        #expect(stored.checkpoint.sections == [.init(ordinal: 0, items: [3, 2, 1, 0])])
        #expect(stored.changes.map(\.version) == [6])
        #expect(try store.changes(of: "c", since: 2).map(\.version) == [3, 4, 5, 6])
        #expect(try store.changes(of: "c", since: 6) == [])
    }

    @Test func `an order beyond the newest change starts the log anew`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [1]))
        try store.commit([StoredChange(collection: "c", version: 2, patch: [2])])
        try store.checkpoint(StoredOrder(collection: "c", version: 9, sections: []))
        #expect(try store.changes(of: "c", since: 0) == [])
        try store.commit([StoredChange(collection: "c", version: 10, patch: [10])])
        #expect(try store.changes(of: "c", since: 0).map(\.version) == [10])
    }

    @Test func `a removed collection leaves nothing, the others stay`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder("a", counts: [2]))
        try store.checkpoint(freshOrder("b", counts: [3]))
        try store.remove("a")
        #expect(try store.content("a") == nil)
        #expect(try store.restore("b")?.items.count == 3)
        try store.checkpoint(freshOrder("a", counts: [1]))
        #expect(try store.restore("a")?.items.count == 1)
    }

    @Test func `a section row with a known ordinal gives the new title`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [1, 1]))
        try store.commit([
            StoredChange(
                collection: "c", version: 2, patch: [],
                newSections: [StoredSection(ordinal: 0, id: "s0", title: "Renamed")])
        ])
        #expect(try store.restore("c")?.sections.map(\.title) == ["Renamed", "Section 1"])
    }

    @Test func `a collection that cannot be read is reported until it can, whatever else is read`() throws {
        let scratch = try Scratch()
        let store = try scratch.open()
        for name in ["c", "other"] { try store.checkpoint(freshOrder(name, counts: [3])) }
        let ids = try store.queue.write { db -> Data? in
            let ids = try Data.fetchOne(db, sql: "SELECT ids FROM items WHERE collection = 1")
            try db.execute(sql: "UPDATE items SET ids = x'ffff' WHERE collection = 1")
            return ids
        }
        #expect(throws: StoreError.self) { try store.restore("c") }
        #expect(try store.restore("other") != nil && store.trouble?.contains("cannot be read") == true)
        try store.queue.write { try $0.execute(sql: "UPDATE items SET ids = ? WHERE collection = 1", arguments: [ids]) }
        #expect(try store.restore("c") != nil && store.trouble == nil)
        try store.close()
    }
}

extension SQLiteStore {
    func content(_ collection: String) throws -> StoreContent? { try restore(collection).map(StoreContent.init) }
}
