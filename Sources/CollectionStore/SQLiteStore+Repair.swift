import GRDB
import GridEngine

/// Checks at each start, and repairs: only of what follows from what is whole. Everything else is
/// refused, with the file left as it is.
extension SQLiteStore {
    /// Checks the file page by page and row by row. Returns the repairs, in words for people.
    /// - Throws: `.damaged`
    static func checkIntegrity(_ db: Database) throws -> [String] {
        let findings = try findings(db)
        if findings.isEmpty { return [] }
        // An index holds nothing that its table does not.
        guard findings.allSatisfy(isOfIndex) else { throw damage(findings) }
        do {
            try db.execute(sql: "REINDEX")
        } catch {
            throw damage(findings)
        }
        let left = try self.findings(db)
        guard left.isEmpty else { throw damage(left) }
        return ["an index did not fit its table and was rebuilt (\(findings[0]))"]
    }

    private static func findings(_ db: Database) throws -> [String] {
        let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(100)")
        return findings == ["ok"] ? [] : findings
    }

    /// The words of SQLite's pragma.c.
    private static func isOfIndex(_ finding: String) -> Bool {
        finding.contains(" missing from index ") || finding.hasPrefix("wrong # of entries in index ")
            || finding.hasPrefix("non-unique entry in index ")
    }

    private static func damage(_ findings: [String]) -> StoreError {
        .damaged(findings.prefix(3).joined(separator: "; "))
    }

    /// Drops changes that lie before a gap, or before the order that is stored whole: the order is whole without them, and only
    /// undo and browsers of an older version lose the way back. Returns the repairs. A gap after the stored order cannot be mended;
    /// `readLedgers` refuses it.
    static func mendLogs(_ db: Database) throws -> [String] {
        var repairs: [String] = []
        for row in try Row.fetchAll(db, sql: "SELECT key, id, checkpoint FROM collections") {
            let (key, id, checkpoint): (Int64, String, Int) = (row["key"], row["id"], row["checkpoint"])
            let ends = try Row.fetchOne(
                db,
                sql: """
                    SELECT MIN(version) AS first, MAX(version) AS last, COUNT(*) AS count FROM changes WHERE collection = ?
                    """,
                arguments: [key])
            guard let ends, let first = ends["first"] as Int?, let last = ends["last"] as Int? else {
                continue
            }
            let begin: Int
            if last < checkpoint {
                begin = checkpoint + 1
            } else if last - first + 1 == ends["count"] {
                continue
            } else {
                // The first version of the unbroken run at the end.
                begin =
                    try Int.fetchOne(
                        db,
                        sql: """
                            SELECT MAX(version) FROM changes AS change WHERE collection = ? AND NOT EXISTS
                                (SELECT 1 FROM changes WHERE collection = change.collection AND version = change.version - 1)
                            """, arguments: [key]) ?? first
            }
            guard begin <= checkpoint + 1 else { continue }
            try db.execute(
                sql: "DELETE FROM changes WHERE collection = ? AND version < ?", arguments: [key, begin])
            repairs.append(
                "the log of \(id) had a gap before version \(begin); its order is whole, undo reaches back that far")
        }
        return repairs
    }
}
