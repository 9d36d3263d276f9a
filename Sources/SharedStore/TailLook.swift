import GridEngine

/// One look at heads after another, and what is new since the one before.
struct TailLook {
    let store: SharedStore
    let connection: PostgresConnection
    let news: @Sendable (StoreNews) -> Void
    /// Posted collections as the last look at all heads found them.
    private var order: [String] = []

    init(
        store: SharedStore, connection: PostgresConnection, news: @escaping @Sendable (StoreNews) -> Void
    ) {
        self.store = store
        self.connection = connection
        self.news = news
    }

    private struct Head {
        var key: Int64
        var head: StoredHead
        var queries: Int64
        var posted: StoredPostedCollection?
    }

    /// Reports what is new of some collections, or of all.
    mutating func take(_ keys: Set<Int64>?) throws(PostgresError) {
        if let keys, keys.isEmpty { return }
        // Before the heads are read: what this server appends meanwhile must not look like a store that went back.
        let (known, posted) = store.followed.withLock { ($0.byKey, $0.posted) }
        let heads = try read(keys)
        for head in heads {
            if let collection = known[head.key] {
                try compare(collection, with: head)
            } else if let created = head.posted, !posted.contains(head.key) {
                store.followed.withLock { _ = $0.posted.insert(head.key) }
                news(.created(created))
            }
        }
        let present = Set(heads.map(\.key))
        for (key, collection) in known where (keys?.contains(key) ?? true) && !present.contains(key) {
            store.followed.withLock { $0.unfollow(key) }
            news(.removed(collection.id))
        }
        guard keys == nil else { return }
        store.tally.looked()
        let found = heads.compactMap { $0.posted?.id }
        if found != order { news(.order(found)) }
        order = found
    }

    private func read(_ keys: Set<Int64>?) throws(PostgresError) -> [Head] {
        let columns = "SELECT key, version, stamp, queries, id, posted_title, posting_key FROM lookahead.collections"
        let answer = try connection.run(
            keys.map { Statement("\(columns) WHERE key = ANY($1)", .ints(Array($0))) }
                ?? Statement("\(columns) ORDER BY created, key"))
        return (0..<answer.count).map { row in
            Head(
                key: answer.int(row, 0),
                head: StoredHead(version: Int(answer.int(row, 1)), stamp: answer.int(row, 2)),
                queries: answer.int(row, 3),
                posted: answer.optionalText(row, 5).map {
                    StoredPostedCollection(id: answer.text(row, 4), title: $0, postingKey: answer.optionalText(row, 6))
                })
        }
    }

    private func compare(_ known: Followed.Collection, with found: Head) throws(PostgresError) {
        if known.queries != found.queries {
            let queries = try SharedStore.queries(found.key, on: connection)
            store.followed.withLock { $0.note(queries: found.queries, of: found.key) }
            news(.queries(known.id, queries))
        }
        guard known.head != found.head else { return }
        let rows = LogRow.rows(in: try connection.run(LogRow.after(known.head.version, of: found.key)))
        guard found.head.version > known.head.version, let last = rows.last,
            LogRow.isChain(rows, from: known.head),
            let changes = try? rows.map({ (row) throws(PostgresError) in try row.change(of: known.id) })
        else {
            store.followed.withLock { $0.unfollow(found.key) }
            return news(.lost(known.id))
        }
        store.followed.withLock { $0.lead(found.key, to: last.head) }
        store.tally.adopted(changes.count)
        news(.changed(known.id, changes, last.head))
    }
}
