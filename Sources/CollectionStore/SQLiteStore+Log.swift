import Foundation
import GRDB
import GridEngine

extension SQLiteStore {
    /// The kept changes after `version`, oldest first; the version of the first shows whether the log reaches back that far.
    /// - Throws: `.damaged`, `.failed`
    package func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange] {
        guard let key = ledgers.withLock({ $0[collection]?.key }) else { return [] }
        return try read(collection) { try Self.changes($0, of: collection, key: key, after: version) }
    }

    /// The bytes of a row of `changes` that count towards the log's limit.
    static let changeBytes =
        "LENGTH(patch) + IFNULL(LENGTH(marks), 0) + IFNULL(LENGTH(idempotencyKey), 0) + IFNULL(LENGTH(history), 0)"

    static func changes(
        _ db: Database, of collection: String, key: Int64, after version: Int
    ) throws -> [StoredChange] {
        let statement = try db.cachedStatement(
            sql:
                "SELECT version, patch, idempotencyKey, history, marks FROM changes WHERE collection = ? AND version > ? ORDER BY version"
        )
        let rows = try Row.fetchCursor(statement, arguments: [key, version])
        var changes: [StoredChange] = []
        while let row = try rows.next() {
            let patch: Data = row["patch"]
            let marks: Data? = row["marks"]
            changes.append(
                StoredChange(
                    collection: collection, version: row["version"], patch: [UInt8](patch),
                    marks: marks.map { [UInt8]($0) } ?? [],
                    idempotencyKey: row["idempotencyKey"], history: row["history"]))
        }
        return changes
    }

    /// Drops the oldest changes once the log is `slack` changes (or an eighth of its bytes) over its limit, but none
    /// after the checkpoint: without those the order could not be restored.
    func trimLog(_ db: Database, _ ledger: inout Ledger, slack: Int) throws {
        guard
            ledger.logCount >= limits.logChanges + slack
                || ledger.logBytes > limits.logBytes + (slack > 1 ? limits.logBytes / 8 : 0)
        else { return }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT version, \(Self.changeBytes) AS bytes FROM changes WHERE collection = ? AND version <= ? ORDER BY version
                    """), arguments: [ledger.key, ledger.checkpoint])
        var last: Int?
        while ledger.logCount > limits.logChanges || ledger.logBytes > limits.logBytes, let row = try rows.next() {
            last = row["version"]
            ledger.logCount -= 1
            ledger.logBytes -= row["bytes"] as Int
        }
        guard let last else { return }
        try db.cachedStatement(sql: "DELETE FROM changes WHERE collection = ? AND version <= ?")
            .execute(arguments: [ledger.key, last])
    }
}
