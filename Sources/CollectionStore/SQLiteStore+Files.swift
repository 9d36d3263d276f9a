import Foundation
import GRDB
import GridEngine

/// Traces of files: rows beside the order, of no version (docs/decisions/0069).
extension SQLiteStore {
    package func keep(_ traces: [StoredTraces], of collection: String) throws(StoreError) {
        guard !traces.isEmpty else { return }
        try write { db, ledgers in
            guard let ledger = ledgers[collection] else { return }
            try setTraces(db, ledger, traces)
        }
    }

    func setTraces(_ db: Database, _ ledger: Ledger, _ traces: [StoredTraces]) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO files (collection, page, files) VALUES (?, ?, ?)
                ON CONFLICT (collection, page) DO UPDATE SET files = excluded.files
                """)
        for row in traces { try statement.execute(arguments: [ledger.key, row.page, Data(row.bytes)]) }
    }

    /// The trace of each item's file, by ordinal.
    func files(_ db: Database, _ ledger: Ledger) throws -> [StoredTraces.File] {
        var files: [StoredTraces.File] = []
        for row in try traces(db, ledger) where 0...ledger.itemCount / StoredTraces.span ~= row.page {
            if files.isEmpty { files = Array(repeating: .init(), count: ledger.itemCount) }
            let first = row.page * StoredTraces.span
            // A damaged row says nothing.
            try? row.forEach { if first + $0 < files.count { files[first + $0] = $1 } }
        }
        guard !files.isEmpty else { return [] }
        for entry in try revisions(db, ledger) where entry.item < files.count {
            files[Int(entry.item)].revision = entry.revision
        }
        return files
    }

    func traces(_ db: Database, _ ledger: Ledger) throws -> [StoredTraces] {
        try Row.fetchAll(
            db, sql: "SELECT page, files FROM files WHERE collection = ? ORDER BY page", arguments: [ledger.key]
        ).map { StoredTraces(page: $0[0], bytes: [UInt8]($0[1] as Data)) }
    }
}

/// Saved queries: a row for each, by collection and name.
extension SQLiteStore {
    /// - Throws: `.diskFull`, or `.failed`, also for an unknown collection; then nothing is stored.
    package func save(_ query: SavedQuery, of collection: String) throws(StoreError) {
        try write { db, ledgers in
            guard let ledger = ledgers[collection] else {
                throw StoreError.failed("\(collection) has no checkpoint to save a query with")
            }
            try save(query, db, ledger)
        }
    }

    /// - Throws: `.diskFull` or `.failed`; then the query is still there.
    package func removeQuery(_ name: String, of collection: String) throws(StoreError) {
        try write { db, ledgers in
            guard let ledger = ledgers[collection] else { return }
            try db.execute(
                sql: "DELETE FROM queries WHERE collection = ? AND name = ?", arguments: [ledger.key, name])
        }
    }

    func save(_ query: SavedQuery, _ db: Database, _ ledger: Ledger) throws {
        try db.execute(
            sql: """
                INSERT INTO queries (collection, name, title, document) VALUES (?, ?, ?, ?)
                ON CONFLICT (collection, name) DO UPDATE SET title = excluded.title, document = excluded.document
                """, arguments: [ledger.key, query.name, query.title, query.document])
    }

    /// By name.
    func savedQueries(_ db: Database, _ ledger: Ledger) throws -> [SavedQuery] {
        try Row.fetchAll(
            db, sql: "SELECT name, title, document FROM queries WHERE collection = ? ORDER BY name",
            arguments: [ledger.key]
        )
        .map { SavedQuery(name: $0["name"], title: $0["title"], document: $0["document"]) }
    }
}

/// Collections that are deleted, and kept for a time: rows with a moment in `deleted`, without a ledger.
extension SQLiteStore {
    package func setAside(_ collection: String) throws(StoreError) {
        try write { db, ledgers in
            guard let ledger = ledgers.removeValue(forKey: collection) else { return }
            try db.execute(
                sql: "UPDATE collections SET deleted = ? WHERE key = ?", arguments: [Self.milliseconds(), ledger.key])
            try Self.forgetDeleted(db)
        }
    }

    package func bringBack(_ collection: String) throws(StoreError) -> StoredPostedCollection? {
        try write { db, ledgers in
            try Self.forgetDeleted(db)
            try db.execute(
                sql: "UPDATE collections SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL",
                arguments: [collection])
            let found = try Row.fetchOne(
                db,
                sql: "SELECT key, postedTitle, postingKey FROM collections WHERE id = ? AND postedTitle IS NOT NULL",
                arguments: [collection])
            guard let found else { return nil }
            if ledgers[collection] == nil { ledgers.merge(try Self.readLedgers(db, of: found["key"])) { $1 } }
            return StoredPostedCollection(
                id: collection, title: found["postedTitle"], postingKey: found["postingKey"])
        }
    }

    /// Ends those that are too old, and the oldest beyond the limit.
    static func forgetDeleted(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM collections WHERE deleted < ? OR key IN
                    (SELECT key FROM collections WHERE deleted IS NOT NULL ORDER BY deleted DESC, key DESC LIMIT -1 OFFSET ?)
                """,
            arguments: [milliseconds() - Int64(DeletedCollections.days) * 86_400_000, DeletedCollections.limit])
    }

    private static func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
