import CollectionModel
import GridEngine

extension SharedStore {
    /// Parts that are read at once: 16 MiB of ordinals.
    private static let partsAtOnce = 64

    /// O(items) for the checkpoint, plus the changes since, in one view of the database.
    package func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection? {
        try read { (connection) throws(PostgresError) in try self.collection(collection, on: connection) }
    }

    /// Everything known of a collection, with all attributes and its title if it was posted, in one view of the database: it is one version.
    /// - Throws: `.damaged`, `.failed`, `.unreachable`
    package func restore(_ collection: String) throws(StoreError) -> StoredCollection? {
        try read { (connection) throws(PostgresError) in
            guard var stored = try self.collection(collection, on: connection) else { return nil }
            let key = Followed.key(of: collection)
            let title = Statement("SELECT posted_title FROM lookahead.collections WHERE key = $1", .int(key))
            stored.checkpoint.postedTitle = try connection.run(title).optionalText(0, 0)
            var last: Int64 = -1
            while true {
                let rows = Self.attributes(
                    in: try connection.run(Self.attributes(of: key, after: last)))
                guard let end = rows.last else { return stored }
                last = Int64(end.item)
                stored.attributes += rows
            }
        }
    }

    private func collection(
        _ collection: String, on connection: PostgresConnection
    ) throws(PostgresError) -> StoredCollection? {
        let key = Followed.key(of: collection)
        guard let (head, checkpoint) = try head(of: key, on: connection) else { return nil }
        var order = StoredOrder(collection: collection, version: checkpoint, sections: [])
        try readOrder(&order, key, on: connection)
        let items = try items(key, on: connection)
        let rows = LogRow.rows(in: try connection.run(LogRow.after(checkpoint, of: key)))
        guard rows.last.map({ $0.head == head }) ?? (head.version == checkpoint) else {
            throw .damaged("the log of \(collection) does not lead to its head")
        }
        return StoredCollection(
            checkpoint: order, head: head,
            changes: try rows.map { (row) throws(PostgresError) in try row.change(of: collection) }, items: items,
            sections: try sections(key, on: connection), attributes: [],
            marks: try marks(key, on: connection), revisions: try revisions(key, on: connection),
            traces: try traces(key, on: connection), savedQueries: try Self.queries(key, on: connection))
    }

    package func restoreAttributes(
        of collection: String, _ body: (StoredChange.Attributes) -> Void
    ) throws(StoreError) {
        let key = Followed.key(of: collection)
        var last: Int64 = -1
        while true {
            let answer = try read { (connection) throws(PostgresError) in
                try connection.run(Self.attributes(of: key, after: last))
            }
            let rows = Self.attributes(in: answer)
            guard let end = rows.last else { return }
            last = Int64(end.item)
            rows.forEach(body)
        }
    }

    private static func attributes(of key: Int64, after item: Int64) -> Statement {
        Statement(
            """
            SELECT item, json FROM lookahead.attributes WHERE collection = $1 AND item > $2
            ORDER BY item LIMIT 10000
            """, .int(key), .int(item))
    }

    private static func attributes(in answer: Answer) -> [StoredChange.Attributes] {
        (0..<answer.count).map { row in
            StoredChange.Attributes(item: UInt32(truncatingIfNeeded: answer.int(row, 0)), json: answer.text(row, 1))
        }
    }

    package func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange] {
        try read { (connection) throws(PostgresError) in
            let rows = LogRow.rows(in: try connection.run(LogRow.after(version, of: Followed.key(of: collection))))
            return try rows.map { (row) throws(PostgresError) in try row.change(of: collection) }
        }
    }

    /// Reads in one view of the database, again when the connection breaks.
    func read<Result: Sendable>(_ body: (PostgresConnection) throws(PostgresError) -> Result) throws(StoreError)
        -> Result
    {
        try withBulk { (connection) throws(PostgresError) in
            try connection.run(Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            let result = try body(connection)
            try connection.run(Statement("COMMIT"))
            return result
        }
    }

    /// Runs what may be repeated, on the connection for whole collections.
    func withBulk<Result: Sendable>(
        _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(StoreError) -> Result {
        try bulk.withLock { (line) throws(StoreError) in try line.use(body) }
    }

    // MARK: Parts of a collection

    func head(of key: Int64, on connection: PostgresConnection) throws(PostgresError) -> (StoredHead, checkpoint: Int)?
    {
        let answer = try connection.run(
            Statement("SELECT version, stamp, checkpoint FROM lookahead.collections WHERE key = $1", .int(key)))
        guard answer.count == 1 else { return nil }
        return (
            StoredHead(version: try StoredRows.version(answer, 0, 0), stamp: answer.int(0, 1)),
            try StoredRows.version(answer, 0, 2)
        )
    }

    private func readOrder(_ order: inout StoredOrder, _ key: Int64, on connection: PostgresConnection)
        throws(PostgresError)
    {
        var (place, part): (Int64, Int64) = (-1, 0)
        while true {
            let answer = try connection.run(
                Statement(
                    """
                    SELECT place, part, section, items FROM lookahead.checkpoints
                    WHERE collection = $1 AND checkpoint = $2 AND (place > $3 OR place = $3 AND part > $4)
                    ORDER BY place, part LIMIT \(Self.partsAtOnce)
                    """, .int(key), .int(Int64(order.version)), .int(place), .int(part)))
            guard answer.count > 0 else { return }
            (place, part) = try StoredRows.append(answer, to: &order)
        }
    }

    private func items(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> IdentifierTable {
        var items = IdentifierTable.stored(capacity: 0)
        while true {
            let answer = try connection.run(
                Statement(
                    """
                    SELECT first, count, ids FROM lookahead.items WHERE collection = $1 AND first >= $2
                    ORDER BY first LIMIT \(Self.partsAtOnce)
                    """, .int(key), .int(Int64(items.count))))
            guard answer.count > 0 else { return items }
            try StoredRows.append(answer, to: &items)
        }
    }

    private func sections(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> [StoredSection] {
        let answer = try connection.run(
            Statement(
                "SELECT ordinal, id, title FROM lookahead.sections WHERE collection = $1 ORDER BY ordinal", .int(key)))
        return try StoredRows.sections(answer)
    }

    private func marks(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> [[UInt8]] {
        let answer = try connection.run(
            Statement("SELECT marks FROM lookahead.marks WHERE collection = $1 ORDER BY part", .int(key)))
        return (0..<answer.count).map { answer.bytes($0, 0) }
    }

    private func revisions(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> [StoredChange
        .Revision]
    {
        let answer = try connection.run(
            Statement("SELECT item, revision FROM lookahead.revisions WHERE collection = $1 ORDER BY item", .int(key)))
        return (0..<answer.count).map { row in
            .init(
                item: UInt32(truncatingIfNeeded: answer.int(row, 0)), revision: UInt64(bitPattern: answer.int(row, 1)))
        }
    }

    static func queries(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> [SavedQuery] {
        let answer = try connection.run(
            Statement("SELECT name, title, document FROM lookahead.queries WHERE collection = $1", .int(key)))
        let queries = (0..<answer.count).map { row in
            SavedQuery(name: answer.text(row, 0), title: answer.text(row, 1), document: answer.text(row, 2))
        }
        // By bytes, whatever the database's collation.
        return queries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
