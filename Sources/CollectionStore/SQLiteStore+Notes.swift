import GRDB
import GridEngine

extension SQLiteStore {
    package func note(_ note: StoredNote, of collection: String) throws(StoreError) -> String? {
        guard let ledger = ledgers.withLock({ $0[collection] }) else { return nil }
        return try read(collection) { db in
            try String.fetchOne(
                db, sql: "SELECT note FROM notes WHERE collection = ? AND name = ?",
                arguments: [ledger.key, note.rawValue])
        }
    }

    package func keep(_ text: String, as note: StoredNote, of collection: String) throws(StoreError) {
        try write { db, ledgers in
            guard let ledger = ledgers[collection] else { return }
            try db.cachedStatement(
                sql: """
                    INSERT INTO notes (collection, name, note) VALUES (?, ?, ?)
                    ON CONFLICT (collection, name) DO UPDATE SET note = excluded.note
                    """
            )
            .execute(arguments: [ledger.key, note.rawValue, text])
        }
    }
}
