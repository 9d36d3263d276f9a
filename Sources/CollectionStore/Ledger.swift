import GRDB
import StoredForms

/// The stored state of one collection, without its content: enough to check a change before it is written.
struct Ledger {
    var key: Int64
    /// The version of the stored order.
    var checkpoint: Int
    /// The newest version: the checkpoint's or the last change's.
    var version: Int
    /// The number of identifiers; the next ordinal.
    var itemCount = 0
    var sectionCount = 0
    /// The log, without a gap: it ends at `version` and begins `logCount` changes before that.
    var logCount = 0
    var logBytes = 0
}

extension SQLiteStore {
    /// Reads the ledger of every collection that is there, or of one. O(log); all are read once, at the start.
    /// - Throws: `Damage` when the log has a gap that the order needs.
    static func readLedgers(_ db: Database, of key: Int64? = nil) throws -> [String: Ledger] {
        let sql = """
            SELECT key, id, checkpoint,
                (SELECT first + count FROM items WHERE collection = key ORDER BY first DESC LIMIT 1) AS itemCount,
                (SELECT COUNT(*) FROM sections WHERE collection = key) AS sectionCount,
                (SELECT COUNT(*) FROM changes WHERE collection = key) AS logCount,
                (SELECT MIN(version) FROM changes WHERE collection = key) AS firstVersion,
                (SELECT MAX(version) FROM changes WHERE collection = key) AS lastVersion,
                (SELECT TOTAL(\(changeBytes)) FROM changes WHERE collection = key) AS logBytes
            FROM collections WHERE deleted IS NULL AND (?1 IS NULL OR key = ?1)
            """
        var ledgers: [String: Ledger] = [:]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [key])
        while let row = try rows.next() {
            let id: String = row["id"]
            let checkpoint: Int = row["checkpoint"]
            let count: Int = row["logCount"]
            let last: Int? = row["lastVersion"]
            if let first = row["firstVersion"] as Int?, let last {
                guard last - first + 1 == count, checkpoint <= last, checkpoint >= first - 1 else {
                    throw Damage("the change log of \(id) has gaps")
                }
            }
            ledgers[id] = Ledger(
                key: row["key"], checkpoint: checkpoint, version: last ?? checkpoint, itemCount: row["itemCount"] ?? 0,
                sectionCount: row["sectionCount"], logCount: count, logBytes: Int(row["logBytes"] as Double))
        }
        return ledgers
    }
}
