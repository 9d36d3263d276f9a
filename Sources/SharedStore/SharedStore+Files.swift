import GridEngine

/// Traces of files: rows beside the order, of no version (docs/decisions/0069). Each server writes what its own listings
/// found; where several list the same folder, they find the same.
extension SharedStore {
    /// Rows that are read or written at once: at most 5 MiB.
    static let tracesAtOnce = 256

    package func keep(_ traces: [StoredTraces], of collection: String) throws(StoreError) {
        guard !traces.isEmpty else { return }
        let key = Followed.key(of: collection)
        try withBulk { (connection) throws(PostgresError) in
            let pages = Statement.Parameter.ints(traces.map { Int64($0.page) })
            let found = try connection.run(
                Statement(
                    "SELECT page, files FROM lookahead.files WHERE collection = $1 AND page = ANY($2)", .int(key), pages
                ))
            var known: [Int: StoredTraces] = [:]
            for row in 0..<found.count {
                let page = Int(found.int(row, 0))
                known[page] = StoredTraces(page: page, bytes: found.bytes(row, 1))
            }
            // Another server may know files of items that this one has not listed. A damaged row is replaced.
            let merged = traces.map { row in known[row.page].flatMap { try? row.merged(over: $0) } ?? row }
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.files (collection, page, files)
                    SELECT $1, u.* FROM unnest($2::bigint[], $3::bytea[]) AS u
                    WHERE EXISTS (SELECT 1 FROM lookahead.collections WHERE key = $1)
                    ON CONFLICT (collection, page) DO UPDATE SET files = excluded.files
                    """, .int(key), pages, .blobs(merged.map(\.bytes))))
        }
    }

    func traces(_ key: Int64, on connection: PostgresConnection) throws(PostgresError) -> [StoredTraces] {
        var traces: [StoredTraces] = []
        while true {
            let answer = try connection.run(
                Statement(
                    """
                    SELECT page, files FROM lookahead.files WHERE collection = $1 AND page > $2
                    ORDER BY page LIMIT \(Self.tracesAtOnce)
                    """, .int(key), .int(Int64(traces.last?.page ?? -1))))
            guard answer.count > 0 else { return traces }
            for row in 0..<answer.count {
                traces.append(StoredTraces(page: Int(answer.int(row, 0)), bytes: answer.bytes(row, 1)))
            }
        }
    }
}
