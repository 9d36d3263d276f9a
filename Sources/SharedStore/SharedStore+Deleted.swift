import GridEngine

/// Collections that are deleted, and kept for a time. Their heads are in a table of their own, so that whatever asks for a head
/// finds none; what belongs to them stays where it is. Heads are locked before those that are deleted.
extension SharedStore {
    private static let columns =
        "key, id, version, stamp, checkpoint, queries, created, posted_title, posting_key"
    private static let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED")

    package func setAside(_ collection: String) throws(StoreError) {
        let key = Followed.key(of: collection)
        try change { (connection) throws(PostgresError) in
            try connection.run([
                Self.begin,
                // First, so that no append comes between.
                Statement("SELECT key FROM lookahead.collections WHERE key = $1 FOR UPDATE", .int(key)),
                Statement(
                    """
                    INSERT INTO lookahead.deleted (\(Self.columns), deleted)
                    SELECT \(Self.columns), now() FROM lookahead.collections WHERE key = $1
                    """, .int(key)),
                Statement("DELETE FROM lookahead.collections WHERE key = $1", .int(key)),
                Statement("COMMIT"),
            ])
            try Self.forgetDeleted(connection)
        }
        hint(key)
    }

    package func bringBack(_ collection: String) throws(StoreError) -> StoredPostedCollection? {
        let key = Followed.key(of: collection)
        let posted = try change { (connection) throws(PostgresError) -> StoredPostedCollection? in
            try Self.forgetDeleted(connection)
            let answers = try connection.run([
                Self.begin,
                Statement(
                    """
                    INSERT INTO lookahead.collections (\(Self.columns))
                    SELECT \(Self.columns) FROM lookahead.deleted WHERE key = $1 ON CONFLICT (key) DO NOTHING
                    """, .int(key)),
                Statement("DELETE FROM lookahead.deleted WHERE key = $1", .int(key)),
                Statement(
                    """
                    SELECT id, posted_title, posting_key FROM lookahead.collections
                    WHERE key = $1 AND posted_title IS NOT NULL
                    """, .int(key)),
            ])
            // Otherwise it was ended, or created, meanwhile.
            let isWhole = answers[1].affected == answers[2].affected
            try connection.run(Statement(isWhole ? "COMMIT" : "ROLLBACK"))
            guard isWhole, answers[3].count == 1 else { return nil }
            return StoredPostedCollection(
                id: answers[3].text(0, 0), title: answers[3].text(0, 1), postingKey: answers[3].optionalText(0, 2))
        }
        hint(key)
        return posted
    }

    /// Ends those that are too old, and the oldest beyond the limit. They are locked before what belongs to them is deleted: one that
    /// is brought back meanwhile keeps it.
    static func forgetDeleted(_ connection: PostgresConnection) throws(PostgresError) {
        let found = try connection.run([
            begin,
            Statement(
                """
                SELECT key FROM lookahead.deleted WHERE deleted < now() - interval '\(DeletedCollections.days) days' OR key NOT IN
                    (SELECT key FROM lookahead.deleted ORDER BY deleted DESC, key LIMIT \(DeletedCollections.limit))
                FOR UPDATE
                """),
        ])[1]
        let keys = (0..<found.count).map { found.int($0, 0) }
        let deletions = keys.isEmpty ? [] : Self.deletions(of: keys)
        try connection.run(deletions + [Statement("COMMIT")])
    }

    /// Deletes a deleted collection whose identifier is used again.
    static func forgetDeleted(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) {
        let answer = try connection.run(Statement("DELETE FROM lookahead.deleted WHERE key = $1", .int(key)))
        if answer.affected == 1 { try connection.run(deletions(of: [key])) }
    }

    private static func deletions(of keys: [Int64]) -> [Statement] {
        Schema.ofCollections.map { Statement("DELETE FROM lookahead.\($0) WHERE collection = ANY($1)", .ints(keys)) }
            + [Statement("DELETE FROM lookahead.deleted WHERE key = ANY($1)", .ints(keys))]
    }
}
