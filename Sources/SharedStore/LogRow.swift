import GridEngine
import StoredForms

/// A row of the log: a change, with the stamp of its append and that of the version before.
struct LogRow {
    let version: Int
    let before: Int64
    let stamp: Int64
    let body: [UInt8]

    /// The rows after a version, oldest first.
    static func after(_ version: Int, of key: Int64) -> Statement {
        Statement(
            """
            SELECT version, before, stamp, body FROM lookahead.changes WHERE collection = $1 AND version > $2
            ORDER BY version
            """, .int(key), .int(Int64(version)))
    }

    static func rows(in answer: Answer) -> [LogRow] {
        (0..<answer.count).map { row in
            LogRow(
                version: Int(answer.int(row, 0)), before: answer.int(row, 1), stamp: answer.int(row, 2),
                body: answer.bytes(row, 3))
        }
    }

    /// Whether rows lead from one head to another.
    static func isChain(_ rows: [LogRow], from head: StoredHead, to end: StoredHead? = nil) -> Bool {
        guard let first = rows.first, let last = rows.last else { return end == nil || end == head }
        guard first.follows(head) else { return false }
        for (row, next) in zip(rows, rows.dropFirst()) where !next.follows(row.head) { return false }
        return end == nil || end == last.head
    }

    private func follows(_ head: StoredHead) -> Bool {
        version > head.version && version - 1 == head.version && before == head.stamp
    }

    var head: StoredHead { StoredHead(version: version, stamp: stamp) }

    /// - Throws: `.damaged`
    func change(of collection: String) throws(PostgresError) -> StoredChange {
        guard StoredRows.versions.contains(Int64(version)) else { throw .damaged("there is no version \(version)") }
        do throws(Damage) {
            var change = try ChangeForm.decode(body, of: collection, version: version)
            (change.stamp, change.before) = (stamp, before)
            return change
        } catch {
            throw .damaged(error.finding)
        }
    }
}
