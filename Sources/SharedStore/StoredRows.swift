import CollectionModel
import Foundation
import GridEngine
import StoredForms

/// Rows of a collection, one after another. Anyone who can write to the database can write any: each follows from the one before, or is
/// damage.
enum StoredRows {
    /// Versions that all programs can count on from: numbers that browsers keep exactly.
    static let versions: ClosedRange<Int64> = 1...(1 << 53)

    /// A version.
    /// - Throws: `.damaged`
    static func version(_ answer: Answer, _ row: Int, _ column: Int) throws(PostgresError) -> Int {
        let version = answer.int(row, column)
        guard versions.contains(version) else { throw .damaged("there is no version \(version)") }
        return Int(version)
    }

    /// Appends parts of an order: place, part, section, items.
    /// - Returns: the place and the part of the last row.
    /// - Throws: `.damaged`
    static func append(_ answer: Answer, to order: inout StoredOrder) throws(PostgresError) -> (Int64, Int64) {
        for row in 0..<answer.count {
            let place = answer.int(row, 0)
            if place == order.sections.count {
                guard let ordinal = UInt32(exactly: answer.int(row, 2)) else {
                    throw .damaged("the order of \(order.collection) has no such section")
                }
                order.sections.append(.init(ordinal: ordinal, items: []))
            }
            guard place >= 0, place == order.sections.count - 1 else {
                throw .damaged("the order of \(order.collection) lacks a section")
            }
            do {
                try OrdinalBlob.decode(Data(answer.bytes(row, 3)), into: &order.sections[Int(place)].items)
            } catch {
                throw .damaged("a part of the order of \(order.collection) cannot be read")
            }
        }
        return (answer.int(answer.count - 1, 0), answer.int(answer.count - 1, 1))
    }

    /// Appends runs of identifiers: first, count, identifiers.
    /// - Throws: `.damaged`
    static func append(_ answer: Answer, to items: inout IdentifierTable) throws(PostgresError) {
        for row in 0..<answer.count {
            guard answer.int(row, 0) == items.count else {
                throw .damaged("identifiers before item \(answer.int(row, 0)) are missing")
            }
            do {
                try IdentifierRun.decode(Data(answer.bytes(row, 2)), count: Int(answer.int(row, 1)), into: &items)
            } catch {
                throw .damaged("a run of identifiers cannot be read")
            }
        }
    }

    /// Sections with their names: ordinal, identifier, title.
    /// - Throws: `.damaged`
    static func sections(_ answer: Answer) throws(PostgresError) -> [StoredSection] {
        var sections: [StoredSection] = []
        for row in 0..<answer.count {
            guard answer.int(row, 0) == sections.count else {
                throw .damaged("sections before section \(answer.int(row, 0)) are missing")
            }
            sections.append(
                StoredSection(ordinal: UInt32(sections.count), id: answer.text(row, 1), title: answer.text(row, 2)))
        }
        return sections
    }
}

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
