import CollectionModel
import Foundation
import GRDB
import GridEngine
import StoredForms

extension SQLiteStore {
    /// Reads a collection back. O(items + changes since the checkpoint).
    /// - Throws: `.damaged` when what is stored contradicts itself.
    package func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection? {
        guard let ledger = ledgers.withLock({ $0[collection] }) else { return nil }
        return try read(collection) { db in
            StoredCollection(
                checkpoint: try checkpoint(db, collection, ledger), head: StoredHead(version: ledger.version),
                changes: try Self.changes(db, of: collection, key: ledger.key, after: ledger.checkpoint),
                items: try items(db, ledger), sections: try sections(db, ledger),
                attributes: [], marks: try marks(db, ledger), revisions: try revisions(db, ledger),
                traces: try traces(db, ledger),
                savedQueries: try savedQueries(db, ledger))
        }
    }

    /// - Throws: `.failed`
    package func restoreAttributes(
        of collection: String, _ body: (StoredChange.Attributes) -> Void
    ) throws(StoreError) {
        guard let ledger = ledgers.withLock({ $0[collection] }) else { return }
        try read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT item, json FROM attributes WHERE collection = ? ORDER BY item",
                arguments: [ledger.key])
            while let row = try rows.next() {
                body(StoredChange.Attributes(item: row[0], json: row[1] as String))
            }
        }
    }

    /// The identifiers of all collections, sorted.
    package var collections: [String] { ledgers.withLock { $0.keys.sorted() } }

    /// - Throws: `.damaged`, `.failed`
    package func postedCollections() throws(StoreError) -> [StoredPostedCollection] {
        try read { db in
            let sql = """
                SELECT id, postedTitle, postingKey FROM collections WHERE postedTitle IS NOT NULL AND deleted IS NULL
                ORDER BY key
                """
            return try Row.fetchAll(db, sql: sql)
                .map { StoredPostedCollection(id: $0["id"], title: $0["postedTitle"], postingKey: $0["postingKey"]) }
        }
    }

    func checkpoint(_ db: Database, _ collection: String, _ ledger: Ledger) throws -> StoredOrder {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT place, section, items FROM checkpoints WHERE collection = ? ORDER BY place, part",
            arguments: [ledger.key])
        var sections: [StoredOrder.Section] = []
        var isPlaced = [Bool](repeating: false, count: ledger.itemCount)
        while let row = try rows.next() {
            let place: Int = row["place"]
            if place == sections.count {
                sections.append(StoredOrder.Section(ordinal: row["section"], items: []))
            }
            guard place == sections.count - 1, sections[place].ordinal < ledger.sectionCount else {
                throw Damage("the order of \(collection) lacks a section")
            }
            try row.withUnsafeData(named: "items") { blob in
                try OrdinalBlob.decode(blob ?? Data(), into: &sections[place].items) { item in
                    guard item < ledger.itemCount, !isPlaced[Int(item)] else {
                        throw Damage("the order of \(collection) names item \(item) wrongly")
                    }
                    isPlaced[Int(item)] = true
                }
            }
        }
        return StoredOrder(collection: collection, version: ledger.checkpoint, sections: sections)
    }

    private func items(_ db: Database, _ ledger: Ledger) throws -> [String] {
        var items: [String] = []
        items.reserveCapacity(ledger.itemCount)
        try forEachRun(db, ledger) { try IdentifierRun.decode($0, count: $1, into: &items) }
        return items
    }

    /// The identifiers in their compact form, without a string for each.
    func identifiers(_ db: Database, _ ledger: Ledger) throws -> IdentifierTable {
        var table = IdentifierTable(minimumCapacity: ledger.itemCount)
        var names: [String] = []
        try forEachRun(db, ledger) { blob, count in
            names.removeAll(keepingCapacity: true)
            try IdentifierRun.decode(blob, count: count, into: &names)
            for name in names where !table.intern(name).isNew { throw Damage("the identifier \(name) is a duplicate") }
        }
        return table
    }

    private func forEachRun(_ db: Database, _ ledger: Ledger, _ body: (Data, Int) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT first, count, ids FROM items WHERE collection = ? ORDER BY first",
            arguments: [ledger.key])
        var next = 0
        while let row = try rows.next() {
            let first: Int = row["first"]
            let count: Int = row["count"]
            guard first == next else { throw Damage("identifiers before item \(first) are missing") }
            try row.withUnsafeData(named: "ids") { try body($0 ?? Data(), count) }
            next += count
        }
    }

    /// The marks at the checkpoint, part by part.
    func marks(_ db: Database, _ ledger: Ledger) throws -> [[UInt8]] {
        try Data.fetchAll(
            db, sql: "SELECT marks FROM marks WHERE collection = ? ORDER BY part", arguments: [ledger.key]
        ).map { [UInt8]($0) }
    }

    /// The newest marks.
    func markBook(_ db: Database, _ collection: String, _ ledger: Ledger) throws -> MarkBook {
        var book = MarkBook(itemCount: ledger.itemCount)
        do {
            for part in try marks(db, ledger) { try book.take(part) }
            for change in try Self.changes(db, of: collection, key: ledger.key, after: ledger.checkpoint) {
                try book.take(change.marks)
            }
        } catch let error as PatchError {
            throw Damage("the marks of \(collection) cannot be read: \(error)")
        }
        return book
    }

    func sections(_ db: Database, _ ledger: Ledger) throws -> [StoredSection] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT ordinal, id, title FROM sections WHERE collection = ? ORDER BY ordinal",
            arguments: [ledger.key])
        var sections: [StoredSection] = []
        while let row = try rows.next() {
            let section = StoredSection(ordinal: row["ordinal"], id: row["id"], title: row["title"])
            guard section.ordinal == sections.count else {
                throw Damage("sections before section \(section.ordinal) are missing")
            }
            sections.append(section)
        }
        return sections
    }

    func revisions(_ db: Database, _ ledger: Ledger) throws -> [StoredChange.Revision] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT page, revisions FROM revisions WHERE collection = ? ORDER BY page",
            arguments: [ledger.key])
        var revisions: [StoredChange.Revision] = []
        revisions.reserveCapacity(ledger.itemCount)
        while let row = try rows.next() {
            let first = (row["page"] as UInt32) * RevisionPage.span
            let page = try row.withUnsafeData(named: "revisions") { try RevisionPage($0 ?? Data()) }
            page.forEach { revisions.append(StoredChange.Revision(item: first + UInt32($0), revision: $1)) }
        }
        return revisions
    }
}
