import GridEngine
import Hashing

extension SharedStore {
    package func remove(_ collection: String) throws(StoreError) {
        let key = Followed.key(of: collection)
        _ = try change { (connection) throws(PostgresError) in
            try connection.run(
                [
                    Statement("BEGIN"),
                    // First, so that appends that wait for its lock find it gone.
                    Statement("DELETE FROM lookahead.collections WHERE key = $1", .int(key)),
                ]
                    + Schema.ofCollections.map {
                        Statement("DELETE FROM lookahead.\($0) WHERE collection = $1", .int(key))
                    } + [Statement("COMMIT")])
        }
        hint(key)
    }

    package func postedCollections() throws(StoreError) -> [StoredPostedCollection] {
        try read { (connection) throws(PostgresError) in
            let answer = try connection.run(
                Statement(
                    """
                    SELECT id, posted_title, posting_key FROM lookahead.collections WHERE posted_title IS NOT NULL
                    ORDER BY created, key
                    """))
            return (0..<answer.count).map { row in
                StoredPostedCollection(
                    id: answer.text(row, 0), title: answer.text(row, 1), postingKey: answer.optionalText(row, 2))
            }
        }
    }

    /// The collections of all servers, oldest first.
    /// - Throws: `.failed`, `.unreachable`
    package func collections() throws(StoreError) -> [String] {
        try read { (connection) throws(PostgresError) in
            let answer = try connection.run(Statement("SELECT id FROM lookahead.collections ORDER BY created, key"))
            return (0..<answer.count).map { answer.text($0, 0) }
        }
    }

    // MARK: Saved queries

    package func save(_ query: SavedQuery, of collection: String) throws(StoreError) {
        let isKnown = try changeQueries(
            of: collection,
            Statement(
                """
                INSERT INTO lookahead.queries (collection, name, title, document) VALUES ($1, $2, $3, $4)
                ON CONFLICT (collection, name) DO UPDATE SET title = excluded.title, document = excluded.document
                """, .int(Followed.key(of: collection)), .text(query.name), .text(query.title),
                .text(query.document)))
        guard isKnown else { throw .failed("\(collection) has no checkpoint to save a query with") }
    }

    package func removeQuery(_ name: String, of collection: String) throws(StoreError) {
        _ = try changeQueries(
            of: collection,
            Statement(
                "DELETE FROM lookahead.queries WHERE collection = $1 AND name = $2",
                .int(Followed.key(of: collection)), .text(name)))
    }

    /// - Returns: whether there is such a collection.
    private func changeQueries(of collection: String, _ statement: Statement) throws(StoreError) -> Bool {
        let key = Followed.key(of: collection)
        let isKnown = try change { (connection) throws(PostgresError) in
            let answers = try connection.run([
                Statement("BEGIN"),
                Statement("UPDATE lookahead.collections SET queries = queries + 1 WHERE key = $1", .int(key)),
                statement,
            ])
            let isKnown = answers[1].affected == 1
            try connection.run(Statement(isKnown ? "COMMIT" : "ROLLBACK"))
            return isKnown
        }
        hint(key)
        return isKnown
    }

    // MARK: Leases

    package func lease(_ task: StoreTask, of collection: String) throws(StoreError) -> Bool {
        let key = Statement.Parameter.int(Followed.key(of: collection))
        let time = "interval '\(limits.leaseSeconds) seconds'"
        let isMine = try change { (connection) throws(PostgresError) in
            let answers = try connection.run([
                Statement(
                    """
                    INSERT INTO lookahead.leases (collection, task, holder, until) VALUES ($1, $2, $3, now() + \(time))
                    ON CONFLICT DO NOTHING
                    """, key, .text(task.rawValue), .int(self.server)),
                Statement(
                    """
                    UPDATE lookahead.leases SET holder = $3, until = now() + \(time)
                    WHERE collection = $1 AND task = $2 AND (holder = $3 OR until < now())
                    """, key, .text(task.rawValue), .int(self.server)),
            ])
            return answers[1].affected == 1
        }
        if isMine { tally.leased("\(Followed.key(of: collection)) \(task.rawValue)", for: limits.leaseSeconds) }
        return isMine
    }

    /// The servers that hold leases, and how many each.
    static let holders = Statement(
        "SELECT holder, count(*) FROM lookahead.leases WHERE until > now() GROUP BY holder ORDER BY 2 DESC, 1")

    static func holders(in answer: Answer) -> [StoreFigures.Holder] {
        (0..<answer.count).map { row in
            StoreFigures.Holder(server: name(of: answer.int(row, 0)), leases: Int(answer.int(row, 1)))
        }
    }

    /// A server's name for people: the first digits of its number.
    static func name(of server: Int64) -> String {
        UInt32(UInt64(bitPattern: server) >> 32).hexadecimal
    }

    /// Runs what may be repeated, on the connection of the commit thread. Heads that it still holds are let go.
    func change<Result: Sendable>(
        within patience: Duration = Line.waitLimit, _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(StoreError) -> Result {
        try commits.withLock { (commits) throws(StoreError) in
            let wasHolding = commits.isHolding
            commits.isHolding = false
            return try commits.line.use(within: patience) { (connection) throws(PostgresError) in
                if wasHolding { connection.endTransaction() }
                return try body(connection)
            }
        }
    }

    /// Tells the other servers that a collection has changed.
    func hint(_ key: Int64) { hints.send([key]) }
}

/// Two servers that read one collection from different folders would take away each other's items at each refresh.
extension SharedStore {
    package func serve(_ collection: String, from root: String) throws(StoreError) {
        let key = Statement.Parameter.int(Followed.key(of: collection))
        let server = Statement.Parameter.int(self.server)
        let another = try withBulk { (connection) throws(PostgresError) -> String? in
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.roots (collection, server, root, seen) VALUES ($1, $2, $3, now())
                    ON CONFLICT (collection, server) DO UPDATE SET root = excluded.root, seen = excluded.seen
                    """, key, server, .text(root)))
            // In a transaction of its own: of two that begin at once, at least one sees the other.
            let others = try connection.run(
                Statement(
                    """
                    SELECT root FROM lookahead.roots WHERE collection = $1 AND server <> $2 AND root <> $3
                        AND seen > now() - interval '\(Self.rootSeconds) seconds' LIMIT 1
                    """, key, server, .text(root)))
            guard others.count > 0 else { return nil }
            try connection.run(
                Statement("DELETE FROM lookahead.roots WHERE collection = $1 AND server = $2", key, server))
            return others.text(0, 0)
        }
        guard let another else { return }
        throw .failed("Another server reads it from \(another), this one from \(root). Serve the same folders on all.")
    }

    /// Seconds after which a server that says nothing counts as dead.
    private static let rootSeconds = 15
    /// The time between two reports that this server runs.
    static let rootInterval = Duration.seconds(5)

    /// This server still runs.
    var rootsRefresh: Statement {
        Statement("UPDATE lookahead.roots SET seen = now() WHERE server = $1", .int(server))
    }

    /// This server ends.
    var rootsRemoval: Statement { Statement("DELETE FROM lookahead.roots WHERE server = $1", .int(server)) }
}
