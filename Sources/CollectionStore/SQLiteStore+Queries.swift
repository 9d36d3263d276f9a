import GRDB
import GridEngine

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
