import Foundation
import GridEngine
import StoredForms

extension SharedStore {
    /// Ordinals in one part of a checkpoint: 256 KiB.
    private static let part = 65_536
    /// Parts that are written at once.
    private static let partsAtOnce = 32
    /// Rows of attributes that are written at once.
    private static let rowsAtOnce = 10_000

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
        let answers = try connection.run([
            Statement("BEGIN"),
            Statement(
                """
                INSERT INTO lookahead.collections
                    (key, id, version, stamp, checkpoint, queries, created, posted_title, posting_key)
                VALUES ($1, $2, $3, $4, $3, 0, now(), $5, $6) ON CONFLICT (key) DO NOTHING
                """, .int(key), .text(order.collection), .int(Int64(order.version)), .int(stamp),
                .text(order.postedTitle), .text(order.postingKey)),
        ])
        guard answers[1].affected == 1 else {
            try connection.run(Statement("ROLLBACK"))
            // A try before this one may have happened when its connection broke.
            let head = try head(of: key, on: connection)?.0
            return head?.stamp == stamp ? head : nil
        }
        try write(order, key, on: connection, cancellation)
        try addItems(order.newItems, from: 0, key, on: connection, cancellation)
        try setSections(order.newSections, key, on: connection)
        try setAttributes(order.attributes, key, on: connection, cancellation)
        try setMarks(order.marks, key, on: connection)
        try connection.run(Statement("COMMIT"))
        return StoredHead(version: order.version, stamp: stamp)
    }

    /// Writes the whole order, and folds what the changes since the last one brought besides it into their tables. Others append
    /// meanwhile. Of two that do it at once, one begins again on the other's, and has no effect when that is the newer one: the
    /// caller counts its marks as stored in either case.
    package func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) {
        let key = Followed.key(of: order.collection)
        try withBulk { (connection) throws(PostgresError) in
            guard let (head, old) = try self.head(of: key, on: connection) else {
                throw .refused(state: PostgresError.ours, "\(order.collection) was never created")
            }
            guard order.version > old, order.version <= head.version else { return }
            let rows = LogRow.rows(in: try connection.run(LogRow.after(old, of: key)))
                .filter { $0.version <= order.version }
            let changes = try rows.map { (row) throws(PostgresError) in try row.change(of: order.collection) }
            try connection.run(Statement("BEGIN"))
            try self.write(order, key, on: connection, cancellation)
            try self.fold(changes, key, on: connection)
            try self.setMarks(order.marks, key, on: connection)
            let answers = try connection.run([
                Statement(
                    "UPDATE lookahead.collections SET checkpoint = $1 WHERE key = $2 AND checkpoint = $3",
                    .int(Int64(order.version)), .int(key), .int(Int64(old))),
                Statement(
                    "DELETE FROM lookahead.checkpoints WHERE collection = $1 AND checkpoint < $2", .int(key),
                    .int(Int64(order.version))),
                self.trim(key, before: order.version),
            ])
            guard answers[0].affected == 1 else { throw .overtaken }
            try connection.run(Statement("COMMIT"))
        }
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

    // MARK: Parts of a collection

    private func write(
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

    private func fold(
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

    private func addItems(
        _ items: some RandomAccessCollection<StoredIdentifier>, from first: Int, _ key: Int64,
        on connection: PostgresConnection, _ cancellation: Cancellation
    ) throws(PostgresError) {
        var next = Int64(first)
        var rest = items[...]
        while !rest.isEmpty {
            if cancellation.isCancelled { throw .refused(state: PostgresError.ours, "the checkpoint was cancelled") }
            var (firsts, counts): ([Int64], [Int64]) = ([], [])
            var ids: [[UInt8]] = []
            while !rest.isEmpty, ids.count < Self.partsAtOnce {
                let run = Array(rest.prefix(IdentifierRun.limit))
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

    private func setMarks(
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

    private func setSections(
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

    private func setAttributes(
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
