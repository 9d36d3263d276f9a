import CollectionModel
import Foundation
import GRDB
import GridEngine
import JSONText
import StoredForms

extension SQLiteStore {
    private static let partBytes = 1 << 16

    /// Writes a backup of the collections, at one moment, as lines of JSON: order, sections, and attributes of items.
    ///
    /// O(items). In memory are the identifiers and the order of one collection at a time, some 55 bytes an item.
    /// - Parameters:
    ///   - wanted: the collections; `nil` for all.
    ///   - write: receives whole lines, about 64 KiB at a time.
    /// - Returns: what was written.
    /// - Throws: `.failed` for an unknown collection; `.damaged`; what `write` throws.
    package func export(
        _ wanted: Set<String>? = nil, to write: @escaping ([UInt8]) throws(StoreError) -> Void
    ) throws(StoreError) -> BackupCounts {
        // Before the database, as whatever changes it does: in the other order, an export and a change wait for each other.
        try ledgers.withLock { (ledgers) throws(StoreError) in
            let ledgers = ledgers
            return try export(wanted, ledgers, to: write)
        }
    }

    private func export(
        _ wanted: Set<String>?, _ ledgers: [String: Ledger], to write: @escaping ([UInt8]) throws(StoreError) -> Void
    ) throws(StoreError) -> BackupCounts {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, postedTitle FROM collections WHERE deleted IS NULL ORDER BY key")
            let known = Set(rows.map { $0["id"] as String })
            if let missing = wanted?.subtracting(known).sorted().first {
                throw StoreError.failed("there is no collection \(missing) in this data folder")
            }
            var exporting = Exporting(write: write)
            try exporting.add(.head(form: BackupLine.form))
            for row in rows where wanted?.contains(row["id"]) ?? true {
                guard let ledger = ledgers[row["id"]] else { continue }
                try add(row["id"], ledger, postedTitle: row["postedTitle"], db, to: &exporting)
            }
            try exporting.add(.end(exporting.counts))
            try exporting.flush()
            return exporting.counts
        }
    }

    /// Lines that wait to be written.
    private struct Exporting {
        let write: ([UInt8]) throws(StoreError) -> Void
        var counts = BackupCounts()
        private var part: [UInt8] = []

        init(write: @escaping ([UInt8]) throws(StoreError) -> Void) {
            self.write = write
            part.reserveCapacity(2 * partBytes)
        }

        mutating func add(_ line: BackupLine) throws {
            counts.count(line)
            var writer = JSONWriter()
            writer.backupLine(line)
            part += writer.take()
            part.append(UInt8(ascii: "\n"))
            if part.count >= partBytes { try flush() }
        }

        mutating func flush() throws {
            try write(part)
            part.removeAll(keepingCapacity: true)
        }
    }

    private func add(
        _ collection: String, _ ledger: Ledger, postedTitle: String?, _ db: Database, to exporting: inout Exporting
    ) throws {
        let names = try checkedIdentifiers(db, ledger)
        let order = try newestOrder(db, collection, ledger, itemCount: names.count)
        let sections = try sections(db, ledger)
        let kept = try KeptItems(db, ledger, marks: markBook(db, collection, ledger))
        let files = try files(db, ledger)
        let version = max(1, ledger.version)
        try exporting.add(.collection(id: collection, version: version, postedTitle: postedTitle))
        for query in try savedQueries(db, ledger) { try exporting.add(.query(query)) }
        var first = 0
        for (index, count) in order.itemCounts.enumerated() {
            let section = sections[Int(order.section(at: index).rawValue)]
            try exporting.add(.section(id: section.id, title: section.title))
            try order.forEachItem(inFlat: first..<first + count) { (_, _, item) throws in
                let name = names[item.rawValue]
                let kept = try kept.item(item.rawValue, name)
                let file = files.isEmpty ? nil : files[Int(item.rawValue)]
                let folder = file?.folder.flatMap { $0 < sections.count ? sections[Int($0)].id : nil }
                try exporting.add(
                    .item(
                        BackupItem(
                            id: name, section: section.id, kept: kept,
                            file: file.flatMap { BackupFile($0, folder: folder) })))
            }
            first += count
        }
        // A posted item that was deleted is gone; another source may list it again.
        guard postedTitle == nil else { return }
        for ordinal in kept.ordinals where !order.contains(ItemOrdinal(rawValue: ordinal)) {
            let name = names[ordinal]
            guard let kept = try kept.item(ordinal, name) else { continue }
            try exporting.add(.item(BackupItem(id: name, section: nil, kept: kept)))
        }
    }

    /// The checkpoint with the changes since, which name none but `itemCount` items.
    private func newestOrder(
        _ db: Database, _ collection: String, _ ledger: Ledger, itemCount: Int
    ) throws -> Snapshot {
        let checkpoint = try checkpoint(db, collection, ledger)
        do {
            var order = try Snapshot(stored: checkpoint.sections.map { (SectionOrdinal($0.ordinal), $0.items) })
            for change in try Self.changes(db, of: collection, key: ledger.key, after: ledger.checkpoint)
            where !change.patch.isEmpty {
                try order.apply(Patch(decoding: change.patch, itemCount: itemCount))
            }
            return order
        } catch let error as StoreError {
            throw error
        } catch {
            throw Damage("the order of \(collection) cannot be read: \(error)")
        }
    }
}

/// The attributes of a collection's items, their marks among them: looked up one by one, since they may be large.
private struct KeptItems {
    /// Ordinals of the items that have any, ascending.
    let ordinals: [UInt32]
    private let marks: MarkBook
    private let isKept: [Bool]
    private let statement: Statement
    private let key: Int64

    init(_ db: Database, _ ledger: Ledger, marks: MarkBook) throws {
        self.marks = marks
        let ordinals = try UInt32.fetchAll(
            db, sql: "SELECT item FROM attributes WHERE collection = ? ORDER BY item", arguments: [ledger.key])
        var isKept = [Bool](repeating: false, count: ordinals.isEmpty ? 0 : ledger.itemCount)
        for ordinal in ordinals {
            guard ordinal < ledger.itemCount else {
                throw Damage("attributes of item \(ordinal), which does not exist")
            }
            isKept[Int(ordinal)] = true
        }
        self.isKept = isKept
        let marked = marks.ordinals
        self.ordinals = marked.isEmpty ? ordinals : Set(ordinals).union(marked).sorted()
        statement = try db.makeStatement(sql: "SELECT json FROM attributes WHERE collection = ? AND item = ?")
        key = ledger.key
    }

    func item(_ ordinal: UInt32, _ name: String) throws -> KeptItem? {
        let (marks, changes) = marks.marks(of: ordinal)
        guard var kept = try storedItem(ordinal, name) else {
            return changes == 0 ? nil : KeptItem(attributes: marks, changes: UInt64(changes))
        }
        // Always in the same order, whichever of them are in the row.
        for mark in marks.members { kept.attributes[mark.name] = nil }
        kept.attributes = kept.attributes.composed(with: marks)
        kept.changes += UInt64(changes)
        return kept
    }

    private func storedItem(_ ordinal: UInt32, _ name: String) throws -> KeptItem? {
        guard !isKept.isEmpty, isKept[Int(ordinal)],
            let json = try String.fetchOne(statement, arguments: [key, ordinal])
        else { return nil }
        guard let kept = KeptItem(stored: json, of: name) else {
            throw Damage("the attributes of item \(ordinal) cannot be read")
        }
        return kept
    }
}
