import GRDB
import GridEngine
import Testing

@testable import CollectionStore

/// Deleted collections in the file: how long they are kept, and where they are not.
@Suite struct DeletedCollectionTests {
    /// A store in which `c` is deleted, of `c` and `d`.
    private func opened(_ scratch: Scratch) throws -> SQLiteStore {
        let store = try scratch.open()
        for id in ["c", "d"] {
            var order = freshOrder(id, counts: [2, 1])
            order.postedTitle = id
            try store.checkpoint(order)
        }
        try store.setAside("c")
        return store
    }

    private func age(_ store: SQLiteStore, days: Int) throws {
        try store.queue.write {
            try $0.execute(sql: "UPDATE collections SET deleted = deleted - ?", arguments: [days * 86_400_000])
        }
    }

    @Test(arguments: [(-1, true), (1, false)])
    func `it is kept for its days`(_ more: Int, _ isKept: Bool) throws {
        let scratch = try Scratch(isInMemory: true)
        let store = try opened(scratch)
        try age(store, days: DeletedCollections.days + more)
        try store.close()
        let after = try scratch.open()
        let items = try after.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT collection) FROM items") }
        #expect(items == (isKept ? 2 : 1), "the start ended it")
        #expect(try (after.bringBack("c") != nil) == isKept)
        #expect(try after.restore("c")?.items.count == (isKept ? 3 : nil))
    }

    @Test func `a backup does not have it`() throws {
        let scratch = try Scratch(isInMemory: true)
        let store = try opened(scratch)
        #expect(store.collections == ["d"])
        let backup = try exported(store)
        let other = try Scratch(isInMemory: true).open()
        #expect(try imported(backup, into: other).collections == 1)
        #expect(other.collections == ["d"])
        // The import takes the place of what is deleted.
        try store.remove("d")
        #expect(try store.bringBack("c") != nil)
        let both = try exported(store)
        try store.setAside("c")
        #expect(try imported(both, into: store).collections == 1)
        #expect(store.collections == ["c"])
    }
}
