import GridEngine

/// Collections that come from another store.
extension SharedStore {
    /// A collection with all that is known of it.
    package struct Copy: Sendable {
        package var order: StoredOrder
        package var traces: [StoredTraces]
        package var queries: [SavedQuery]

        package init(order: StoredOrder, traces: [StoredTraces], queries: [SavedQuery]) {
            self.order = order
            self.traces = traces
            self.queries = queries
        }
    }

    /// Stores collections in one transaction: other servers see all of them from one moment on, or never any.
    /// - Parameters:
    ///   - names: of the collections.
    ///   - read: reads one of them, if there is anything; called again when the connection breaks.
    /// - Returns: a collection that the database has already: then nothing is stored.
    /// - Throws: what `read` throws; `.diskFull`, `.unreachable`, `.failed`.
    package func create(
        _ names: [String], _ read: (String) throws(StoreError) -> Copy?
    ) throws(StoreError) -> String? {
        // The same ones for each try: whose are there has happened.
        let stamps = names.map { _ in Int64.random(in: 1 ... .max) }
        var failure: StoreError?
        let found: String?
        do throws(StoreError) {
            found = try withBulk { (connection) throws(PostgresError) -> String? in
                // Reading a large one may take longer than a transaction of a server may rest.
                try connection.run([Statement("BEGIN"), Statement("SET LOCAL idle_in_transaction_session_timeout = 0")])
                for (place, name) in names.enumerated() {
                    let copy: Copy?
                    do throws(StoreError) {
                        copy = try read(name)
                    } catch {
                        failure = error
                        throw .refused(state: PostgresError.ours, error.text)
                    }
                    guard let copy else { continue }
                    let key = Followed.key(of: name)
                    let isNew = try insert(copy, key, stamp: stamps[place], place: place, on: connection)
                    guard isNew else {
                        try connection.run(Statement("ROLLBACK"))
                        return try isOurs(key, stamp: stamps[place], on: connection) ? nil : name
                    }
                }
                try connection.run(Statement("COMMIT"))
                return nil
            }
        } catch {
            throw failure ?? error
        }
        if found == nil { hints.send(names.map(Followed.key)) }
        return found
    }

    /// Whether a try before has stored a collection, and only its answer was lost. Somebody may have changed it since.
    private func isOurs(_ key: Int64, stamp: Int64, on connection: PostgresConnection) throws(PostgresError) -> Bool {
        if try head(of: key, on: connection)?.0.stamp == stamp { return true }
        let first = Statement(
            "SELECT 1 FROM lookahead.changes WHERE collection = $1 AND before = $2 LIMIT 1", .int(key), .int(stamp))
        return try connection.run(first).count == 1
    }

    /// - Returns: whether there was no such collection.
    private func insert(
        _ copy: Copy, _ key: Int64, stamp: Int64, place: Int, on connection: PostgresConnection
    ) throws(PostgresError) -> Bool {
        guard try add(copy.order, key, stamp: stamp, place: place, on: connection, Cancellation()) else { return false }
        for start in stride(from: 0, to: copy.traces.count, by: Self.tracesAtOnce) {
            let rows = copy.traces[start..<min(start + Self.tracesAtOnce, copy.traces.count)]
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.files (collection, page, files)
                    SELECT $1, u.* FROM unnest($2::bigint[], $3::bytea[]) AS u
                    """, .int(key), .ints(rows.map { Int64($0.page) }), .blobs(rows.map(\.bytes))))
        }
        try connection.run(
            Statement(
                """
                INSERT INTO lookahead.queries (collection, name, title, document)
                SELECT $1, u.* FROM unnest($2::text[], $3::text[], $4::text[]) AS u
                """, .int(key), .texts(copy.queries.map(\.name)), .texts(copy.queries.map(\.title)),
                .texts(copy.queries.map(\.document))))
        return true
    }
}
