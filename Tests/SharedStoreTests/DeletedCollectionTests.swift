import GridEngine
import Testing

@testable import SharedStore

/// What every store keeps of collections that are set aside.
@Suite struct DeletedCollectionTests {
    private func filled(_ store: any ChangeStore) throws -> StoredHead {
        let head = try #require(
            try store.create(freshOrder(counts: [3, 2], postedTitle: "C", postingKey: "k")))
        let change = StoredChange(
            collection: "c", version: 2, patch: [7], title: "Wall",
            attributes: [.init(item: 1, json: #"{"note":"sky"}"#)], idempotencyKey: "m", history: "h")
        try store.save(SavedQuery(name: "q", title: "Q", document: "{}"), of: "c")
        return try #require(
            try store.commit([StoredAppend(collection: "c", head: head, changes: [change])])[0].stored)
    }

    @Test(arguments: StoreKind.allCases)
    func `a collection that is brought back is as it was, also after a restart`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let before = try place.server()
        let head = try filled(before)
        _ = try before.create(freshOrder("d", counts: [1], postedTitle: "D"))
        let content = try StoredContent(before)
        try before.setAside("c")
        #expect(try before.restore("c") == nil && before.postedCollections().map(\.id) == ["d"])
        #expect(try before.append(1, after: head) == .gone)
        place.closeAll()
        let after = try place.server()
        #expect(try after.restore("c") == nil && after.postedCollections().map(\.id) == ["d"])
        let posted = StoredPostedCollection(id: "c", title: "Wall", postingKey: "k")
        #expect(try after.bringBack("c") == posted)
        #expect(try after.bringBack("c") == posted, "a repetition")
        #expect(try StoredContent(after) == content)
        #expect(try after.restore("c")?.savedQueries.map(\.name) == ["q"])
        #expect(try after.append(8, after: head).stored?.version == 3)
        place.closeAll()
        let last = try place.server()
        #expect(try last.restore("c")?.head.version == 3)
        if kind != .memory { #expect(try last.postedCollections().map(\.id) == ["c", "d"], "in its place") }
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier that is used again ends what was kept for it`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        _ = try filled(store)
        try store.setAside("c")
        try store.setAside("nobody")
        #expect(try store.bringBack("nobody") == nil)
        _ = try #require(try store.create(freshOrder(counts: [1], postedTitle: "New")))
        #expect(try StoredContent(store)?.items.count == 1)
        #expect(try store.bringBack("c")?.title == "New")
        try store.remove("c")
        #expect(try store.bringBack("c") == nil)
        #expect(try store.restore("c") == nil)
    }

    @Test(arguments: [StoreKind.sqlite, .postgres])
    func `the newest hundred are kept`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        for number in 0...DeletedCollections.limit {
            _ = try store.create(freshOrder("c\(number)", counts: [1], postedTitle: "C"))
            try store.setAside("c\(number)")
        }
        #expect(try store.bringBack("c0") == nil)
        #expect(try store.bringBack("c1")?.id == "c1")
        #expect(try StoredContent(store, "c1")?.items.count == 1)
    }

    @Test func `the days of a collection in PostgreSQL end at the next start, with all rows of it`() throws {
        let address = try PostgresServer.shared.get().database()
        let store = try SharedStore(at: address)
        _ = try filled(store)
        try store.setAside("c")
        store.close()
        let connection = try PostgresConnection(to: address)
        try connection.run(Statement("UPDATE lookahead.deleted SET deleted = deleted - interval '31 days'"))
        try SharedStore(at: address).close()
        for table in ["deleted"] + Schema.ofCollections where table != "roots" {
            let count = try connection.run(Statement("SELECT count(*) FROM lookahead.\(table)")).int(0, 0)
            #expect(count == 0, "\(table)")
        }
    }

    @Test func `other servers lose a collection and see it again`() async throws {
        let address = try PostgresServer.shared.get().database()
        let (one, two) = (try SharedStore(at: address), try SharedStore(at: address))
        defer {
            one.close()
            two.close()
        }
        let head = try filled(one)
        let news = AsyncStream<StoreNews>.makeStream()
        two.follow("c", from: head)
        two.listen { news.continuation.yield($0) }
        try one.setAside("c")
        var seen = news.stream.makeAsyncIterator()
        while let next = await seen.next() { if case .removed("c") = next { break } }
        #expect(try one.bringBack("c") != nil)
        while let next = await seen.next() {
            if case .created(let posted) = next {
                #expect(posted.title == "Wall")
                break
            }
        }
        #expect(try two.restore("c")?.head == head)
    }
}
