import Foundation
import GRDB
import GridEngine
import StoredForms

extension SQLiteStore {
    /// Ordinals in one row of a checkpoint: 256 KiB.
    private static let part = 65_536

    /// Stores a collection's first order, as `checkpoint` does.
    /// - Throws: as `checkpoint`.
    package func create(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) -> StoredHead? {
        guard ledgers.withLock({ $0[order.collection] == nil }) else { return nil }
        try checkpoint(order, cancellation: cancellation)
        return StoredHead(version: order.version)
    }

    /// Replaces the stored order. O(items); 0.05 µs an item.
    ///
    /// The changes up to the order's version stay in the log within its limit; when the order is newer than every
    /// change, the log starts again after it, since patches across a gap lead nowhere.
    /// - Throws: `.failed` for a version before the stored checkpoint's, for an ordinal that was never given, and when it was
    ///   cancelled; `.diskFull`. Nothing is stored then.
    package func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) {
        try write { db, ledgers in
            var ledger = try self.ledger(db, ledgers, for: order)
            guard order.version >= ledger.checkpoint else {
                throw StoreError.failed(
                    "\(order.collection): a checkpoint of version \(order.version) is older than \(ledger.checkpoint)")
            }
            try addItems(db, &ledger, order.newItems, cancellation)
            try addSections(db, &ledger, order.newSections)
            try setAttributes(db, ledger, order.attributes)
            try setMarks(db, ledger, order.marks)
            try replaceOrder(db, &ledger, with: order, cancellation)
            ledgers[order.collection] = ledger
        }
    }

    /// Writes the order whose identifiers are stored already.
    func replaceOrder(
        _ db: Database, _ ledger: inout Ledger, with order: StoredOrder, _ cancellation: Cancellation
    ) throws {
        try check(order, ledger)
        if order.version > ledger.version {
            try db.execute(sql: "DELETE FROM changes WHERE collection = ?", arguments: [ledger.key])
            ledger.version = order.version
            (ledger.logCount, ledger.logBytes) = (0, 0)
        }
        try write(db, order, key: ledger.key, cancellation)
        try db.execute(
            sql: "UPDATE collections SET checkpoint = ? WHERE key = ?", arguments: [order.version, ledger.key])
        ledger.checkpoint = order.version
        try trimLog(db, &ledger, slack: 1)
    }

    func setMarks(_ db: Database, _ ledger: Ledger, _ parts: [StoredMarks]) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO marks (collection, part, marks) VALUES (?, ?, ?)
                ON CONFLICT (collection, part) DO UPDATE SET marks = excluded.marks
                """)
        for part in parts { try statement.execute(arguments: [ledger.key, part.part, Data(part.bytes)]) }
    }

    private func ledger(_ db: Database, _ ledgers: [String: Ledger], for order: StoredOrder) throws -> Ledger {
        if let known = ledgers[order.collection] { return known }
        return try insert(
            db, collection: order.collection, version: order.version, postedTitle: order.postedTitle,
            postingKey: order.postingKey)
    }

    /// A collection's first row.
    func insert(
        _ db: Database, collection: String, version: Int, postedTitle: String?, postingKey: String? = nil
    ) throws -> Ledger {
        // A deleted one ends, for which the identifier was kept.
        try db.execute(
            sql: "DELETE FROM collections WHERE id = ? AND deleted IS NOT NULL", arguments: [collection])
        try db.execute(
            sql: "INSERT INTO collections (id, checkpoint, postedTitle, postingKey) VALUES (?, ?, ?, ?)",
            arguments: [collection, version, postedTitle, postingKey])
        return Ledger(key: db.lastInsertedRowID, checkpoint: version, version: version)
    }

    /// An invalid order must not reach the file: the next start would find it, which is too late.
    private func check(_ order: StoredOrder, _ ledger: Ledger) throws {
        var isPlaced = [Bool](repeating: false, count: ledger.itemCount)
        for section in order.sections {
            guard section.ordinal < ledger.sectionCount else {
                throw StoreError.failed("no section has the ordinal \(section.ordinal)")
            }
            for item in section.items {
                guard item < ledger.itemCount, !isPlaced[Int(item)] else {
                    throw StoreError.failed("item ordinal \(item) is unknown or a duplicate in the order")
                }
                isPlaced[Int(item)] = true
            }
        }
    }

    private func write(_ db: Database, _ order: StoredOrder, key: Int64, _ cancellation: Cancellation) throws {
        try db.execute(sql: "DELETE FROM checkpoints WHERE collection = ?", arguments: [key])
        let statement = try db.cachedStatement(
            sql: "INSERT INTO checkpoints (collection, place, part, section, items) VALUES (?, ?, ?, ?, ?)")
        for (place, section) in order.sections.enumerated() {
            var part = 0
            repeat {
                guard !cancellation.isCancelled else { throw StoreError.failed("the checkpoint was cancelled") }
                let start = part * Self.part
                let items = section.items[start..<min(start + Self.part, section.items.count)]
                try statement.execute(
                    arguments: [key, place, part, section.ordinal, Data(OrdinalBlob.encode(items))])
                part += 1
            } while part * Self.part < section.items.count
        }
    }
}
