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
