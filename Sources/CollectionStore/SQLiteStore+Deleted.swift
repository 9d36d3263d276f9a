import Foundation
import GRDB
import GridEngine

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
