import GridEngine

extension SharedStore {
    package func create(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) -> StoredHead? {
        let key = Followed.key(of: order.collection)
        let stamp = Int64.random(in: 1 ... .max)
        return try withBulk { (connection) throws(PostgresError) in
            try create(order, key, stamp: stamp, on: connection, cancellation)
        }
    }

    /// `stamp` is the same for each try.
    private func create(
        _ order: StoredOrder, _ key: Int64, stamp: Int64, on connection: PostgresConnection,
        _ cancellation: Cancellation
    ) throws(PostgresError) -> StoredHead? {
        try connection.run(Statement("BEGIN"))
        guard try add(order, key, stamp: stamp, on: connection, cancellation) else {
            try connection.run(Statement("ROLLBACK"))
            // A try before this one may have happened when its connection broke.
            let head = try head(of: key, on: connection)?.0
            return head?.stamp == stamp ? head : nil
        }
        try connection.run(Statement("COMMIT"))
        return StoredHead(version: order.version, stamp: stamp)
    }

    /// Within a transaction of the caller's. `place` is that among collections of the same transaction.
    /// - Returns: whether there was no such collection; otherwise nothing is written.
    func add(
        _ order: StoredOrder, _ key: Int64, stamp: Int64, place: Int = 0, on connection: PostgresConnection,
        _ cancellation: Cancellation
    ) throws(PostgresError) -> Bool {
        let answer = try connection.run(
            Statement(
                """
                INSERT INTO lookahead.collections
                    (key, id, version, stamp, checkpoint, queries, created, posted_title, posting_key)
                VALUES ($1, $2, $3, $4, $3, 0, now() + $7 * interval '1 microsecond', $5, $6) ON CONFLICT (key) DO NOTHING
                """, .int(key), .text(order.collection), .int(Int64(order.version)), .int(stamp),
                .text(order.postedTitle), .text(order.postingKey), .int(Int64(place))))
        guard answer.affected == 1 else { return false }
        try Self.forgetDeleted(key, on: connection)
        // A server of an older version may have left them when it removed a collection of this identifier.
        try connection.run(Statement("DELETE FROM lookahead.files WHERE collection = $1", .int(key)))
        try write(order, key, on: connection, cancellation)
        try addItems(order.newItems, from: 0, key, on: connection, cancellation)
        try setSections(order.newSections, key, on: connection)
        try setAttributes(order.attributes, key, on: connection, cancellation)
        try setMarks(order.marks, key, on: connection)
        return true
    }

    /// Writes the whole order, and folds what the changes since the last one brought besides it into their tables. Others append
    /// meanwhile. When two servers do it at once, one begins again on the other's, and has no effect if that is newer: the
    /// caller counts its marks as stored in either case.
    package func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) {
        let key = Followed.key(of: order.collection)
        try withBulk { (connection) throws(PostgresError) in
            do throws(PostgresError) {
                try checkpoint(order, key, on: connection, cancellation)
            } catch {
                // Another one has folded the same identifiers meanwhile.
                if case .refused("23505", _) = error { throw .overtaken }
                throw error
            }
        }
    }

    private func checkpoint(
        _ order: StoredOrder, _ key: Int64, on connection: PostgresConnection, _ cancellation: Cancellation
    ) throws(PostgresError) {
        guard let (head, old) = try head(of: key, on: connection) else {
            throw .refused(state: PostgresError.ours, "\(order.collection) was never created")
        }
        guard order.version > old, order.version <= head.version else { return }
        let rows = LogRow.rows(in: try connection.run(LogRow.after(old, of: key)))
            .filter { $0.version <= order.version }
        let changes = try rows.map { (row) throws(PostgresError) in try row.change(of: order.collection) }
        try connection.run(Statement("BEGIN"))
        try write(order, key, on: connection, cancellation)
        try fold(changes, key, on: connection)
        try setMarks(order.marks, key, on: connection)
        let answers = try connection.run([
            Statement(
                "UPDATE lookahead.collections SET checkpoint = $1 WHERE key = $2 AND checkpoint = $3",
                .int(Int64(order.version)), .int(key), .int(Int64(old))),
            Statement(
                "DELETE FROM lookahead.checkpoints WHERE collection = $1 AND checkpoint < $2", .int(key),
                .int(Int64(order.version))),
            trim(key, before: order.version),
        ])
        guard answers[0].affected == 1 else { throw .overtaken }
        try connection.run(Statement("COMMIT"))
    }

    /// Drops the oldest changes beyond the limits, but none after the checkpoint.
    private func trim(_ key: Int64, before checkpoint: Int) -> Statement {
        Statement(
            """
            DELETE FROM lookahead.changes WHERE collection = $1 AND version <= $2 AND version <=
                (SELECT max(version) FROM
                    (SELECT version, row_number() OVER (ORDER BY version DESC) AS place,
                        sum(length(body)) OVER (ORDER BY version DESC) AS bytes
                    FROM lookahead.changes WHERE collection = $1) AS log
                WHERE place > $3 OR bytes > $4)
            """, .int(key), .int(Int64(checkpoint)), .int(Int64(limits.logChanges)), .int(Int64(limits.logBytes)))
    }
}
