import GRDB

/// What is stored of one collection, without its content: enough to check a change before it is written.
struct Ledger {
    var key: Int64
    /// The version of the stored order.
    var checkpoint: Int
    /// The newest version: the checkpoint's or the last change's.
    var version: Int
    /// Identifiers given so far; the next ordinal.
    var itemCount = 0
    var sectionCount = 0
    /// The log, without a gap: it ends at `version` and begins `logCount` changes before that.
    var logCount = 0
    var logBytes = 0
}

extension SQLiteStore {
    /// Reads every collection's ledger. O(log); runs once, at the start.
    static func readLedgers(_ db: Database) throws -> [String: Ledger] {
        let sql = """
            SELECT key, id, checkpoint,
                (SELECT first + count FROM items WHERE collection = key ORDER BY first DESC LIMIT 1),
                (SELECT COUNT(*) FROM sections WHERE collection = key),
                (SELECT COUNT(*) FROM changes WHERE collection = key),
                (SELECT MIN(version) FROM changes WHERE collection = key),
                (SELECT MAX(version) FROM changes WHERE collection = key),
                (SELECT TOTAL(\(changeBytes)) FROM changes WHERE collection = key)
            FROM collections
            """
        var ledgers: [String: Ledger] = [:]
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let id: String = row[1]
            let checkpoint: Int = row[2]
            let count: Int = row[5]
            let last: Int? = row[7]
            if let first = row[6] as Int?, let last {
                guard last - first + 1 == count, checkpoint <= last, checkpoint >= first - 1 else {
                    throw Damage("the change log of \(id) has gaps")
                }
            }
            ledgers[id] = Ledger(
                key: row[0], checkpoint: checkpoint, version: last ?? checkpoint, itemCount: row[3] ?? 0,
                sectionCount: row[4], logCount: count, logBytes: Int(row[8] as Double))
        }
        return ledgers
    }
}
