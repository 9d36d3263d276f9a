import GridEngine
import StoredForms

/// Writing the parts of a collection, within a transaction of the caller's.
extension SharedStore {
    /// Ordinals in one part of a checkpoint: 256 KiB.
    private static let part = 65_536
    /// Parts that are written at once.
    private static let partsAtOnce = 32
    /// Rows of attributes that are written at once.
    private static let rowsAtOnce = 10_000

    func write(
        _ order: StoredOrder, _ key: Int64, on connection: PostgresConnection, _ cancellation: Cancellation
    ) throws(PostgresError) {
        var (places, parts, sections): ([Int64], [Int64], [Int64]) = ([], [], [])
        var items: [[UInt8]] = []
        func flush() throws(PostgresError) {
            guard !items.isEmpty else { return }
            if cancellation.isCancelled { throw .refused(state: PostgresError.ours, "the checkpoint was cancelled") }
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.checkpoints (collection, checkpoint, place, part, section, items)
                    SELECT $1, $2, u.* FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[]) AS u
                    """, .int(key), .int(Int64(order.version)), .ints(places), .ints(parts), .ints(sections),
                    .blobs(items)))
            (places, parts, sections, items) = ([], [], [], [])
        }
        var pending = 0
        for (place, section) in order.sections.enumerated() {
            var (start, part) = (0, 0)
            repeat {
                let end = min(start + Self.part, section.items.count)
                places.append(Int64(place))
                parts.append(Int64(part))
                sections.append(Int64(section.ordinal))
                items.append(OrdinalBlob.encode(section.items[start..<end]))
                pending += end - start
                if pending >= Self.part * Self.partsAtOnce || items.count >= Self.rowsAtOnce {
                    try flush()
                    pending = 0
                }
                (start, part) = (end, part + 1)
            } while start < section.items.count
        }
        try flush()
    }

    func fold(
        _ changes: [StoredChange], _ key: Int64, on connection: PostgresConnection
    ) throws(PostgresError) {
        let items = changes.flatMap(\.newItems)
        if let first = items.first {
            try addItems(
                StoredIdentifiers(items), from: Int(first.ordinal), key, on: connection, Cancellation())
        }
        try setSections(changes.flatMap(\.newSections), key, on: connection)
        var attributes: [UInt32: String?] = [:]
        var revisions: [UInt32: UInt64] = [:]
        for change in changes {
            for entry in change.attributes { attributes[entry.item] = .some(entry.json) }
            for entry in change.revisions { revisions[entry.item] = entry.revision }
        }
        let sorted = attributes.sorted { $0.key < $1.key }.map { StoredChange.Attributes(item: $0.key, json: $0.value) }
        try setAttributes(sorted, key, on: connection, Cancellation())
        guard !revisions.isEmpty else { return }
        let numbers = revisions.sorted { $0.key < $1.key }
        try connection.run(
            Statement(
                """
                INSERT INTO lookahead.revisions (collection, item, revision)
                SELECT $1, u.* FROM unnest($2::bigint[], $3::bigint[]) AS u
                ON CONFLICT (collection, item) DO UPDATE SET revision = excluded.revision
                """, .int(key), .ints(numbers.map { Int64($0.key) }),
                .ints(numbers.map { Int64(bitPattern: $0.value) })))
    }

    func addItems(
        _ items: StoredIdentifiers, from first: Int, _ key: Int64,
        on connection: PostgresConnection, _ cancellation: Cancellation
    ) throws(PostgresError) {
        var next = Int64(first)
        var rest = items[...]
        while !rest.isEmpty {
            if cancellation.isCancelled { throw .refused(state: PostgresError.ours, "the checkpoint was cancelled") }
            var (firsts, counts): ([Int64], [Int64]) = ([], [])
            var ids: [[UInt8]] = []
            while !rest.isEmpty, ids.count < Self.partsAtOnce {
                let run = rest.prefix(IdentifierRun.limit)
                do { ids.append(try IdentifierRun.encode(run)) } catch {
                    throw .refused(state: PostgresError.ours, "an identifier is too long to be stored")
                }
                firsts.append(next)
                counts.append(Int64(run.count))
                next += Int64(run.count)
                rest = rest.dropFirst(run.count)
            }
            try connection.run(
                Statement(
                    """
                    INSERT INTO lookahead.items (collection, first, count, ids)
                    SELECT $1, u.* FROM unnest($2::bigint[], $3::bigint[], $4::bytea[]) AS u
                    """, .int(key), .ints(firsts), .ints(counts), .blobs(ids)))
        }
    }

    func setMarks(
        _ parts: [StoredMarks], _ key: Int64, on connection: PostgresConnection
    ) throws(PostgresError) {
        guard !parts.isEmpty else { return }
        try connection.run(
            Statement(
                """
                INSERT INTO lookahead.marks (collection, part, marks)
                SELECT $1, u.* FROM unnest($2::bigint[], $3::bytea[]) AS u
                ON CONFLICT (collection, part) DO UPDATE SET marks = excluded.marks
                """, .int(key), .ints(parts.map { Int64($0.part) }), .blobs(parts.map(\.bytes))))
    }

    func setSections(
        _ sections: [StoredSection], _ key: Int64, on connection: PostgresConnection
    ) throws(PostgresError) {
        // One statement may change a row once: the newest title.
        let newest = Dictionary(sections.map { ($0.ordinal, $0) }) { $1 }.values.sorted { $0.ordinal < $1.ordinal }
        guard !newest.isEmpty else { return }
        try connection.run(
            Statement(
                """
                INSERT INTO lookahead.sections (collection, ordinal, id, title)
                SELECT $1, u.* FROM unnest($2::bigint[], $3::text[], $4::text[]) AS u
                ON CONFLICT (collection, ordinal) DO UPDATE SET title = excluded.title
                """, .int(key), .ints(newest.map { Int64($0.ordinal) }), .texts(newest.map(\.id)),
                .texts(newest.map(\.title))))
    }

    func setAttributes(
        _ attributes: some Sequence<StoredChange.Attributes>, _ key: Int64, on connection: PostgresConnection,
        _ cancellation: Cancellation
    ) throws(PostgresError) {
        var (items, texts): ([Int64], [String]) = ([], [])
        var cleared: [Int64] = []
        func flush() throws(PostgresError) {
            if cancellation.isCancelled { throw .refused(state: PostgresError.ours, "the checkpoint was cancelled") }
            try connection.run([
                Statement(
                    """
                    INSERT INTO lookahead.attributes (collection, item, json)
                    SELECT $1, u.* FROM unnest($2::bigint[], $3::text[]) AS u
                    ON CONFLICT (collection, item) DO UPDATE SET json = excluded.json
                    """, .int(key), .ints(items), .texts(texts)),
                Statement(
                    "DELETE FROM lookahead.attributes WHERE collection = $1 AND item = ANY($2)", .int(key),
                    .ints(cleared)),
            ])
            (items, texts, cleared) = ([], [], [])
        }
        for entry in attributes {
            if let json = entry.json {
                items.append(Int64(entry.item))
                texts.append(json)
            } else {
                cleared.append(Int64(entry.item))
            }
            if items.count + cleared.count >= Self.rowsAtOnce { try flush() }
        }
        if !items.isEmpty || !cleared.isEmpty { try flush() }
    }
}

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
