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
                items: try identifiers(db, ledger), sections: try sections(db, ledger),
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
        // An array that grows is copied, and its pages are new ones each time.
        let sizes = try Int.fetchAll(
            db, sql: "SELECT SUM(LENGTH(items)) FROM checkpoints WHERE collection = ? GROUP BY place ORDER BY place",
            arguments: [ledger.key])
        var sections: [StoredOrder.Section] = []
        while let row = try rows.next() {
            let place: Int = row["place"]
            if place == sections.count {
                sections.append(StoredOrder.Section(ordinal: row["section"], items: []))
                if place < sizes.count { sections[place].items.reserveCapacity(sizes[place] / 4) }
            }
            guard place == sections.count - 1, sections[place].ordinal < ledger.sectionCount else {
                throw Damage("the order of \(collection) lacks a section")
            }
            try row.withUnsafeData(named: "items") { blob in
                try OrdinalBlob.decode(blob ?? Data(), into: &sections[place].items)
            }
        }
        // Whoever makes a tree of it finds those that are there twice.
        for section in sections where !section.items.allSatisfy({ $0 < ledger.itemCount }) {
            throw Damage("the order of \(collection) names what has no identifier")
        }
        return StoredOrder(collection: collection, version: ledger.checkpoint, sections: sections)
    }

    /// The identifiers. Those that are there twice are found when one is looked up.
    private func identifiers(_ db: Database, _ ledger: Ledger) throws -> IdentifierTable {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT first, count, ids FROM items WHERE collection = ? ORDER BY first",
            arguments: [ledger.key])
        let bytes = try Int.fetchOne(
            db, sql: "SELECT SUM(LENGTH(ids)) FROM items WHERE collection = ?", arguments: [ledger.key])
        var table = IdentifierTable.stored(
            capacity: ledger.itemCount, sizeBytes: max(0, (bytes ?? 0) - 2 * ledger.itemCount))
        while let row = try rows.next() {
            let first: Int = row["first"]
            let count: Int = row["count"]
            guard first == table.count else { throw Damage("identifiers before item \(first) are missing") }
            try row.withUnsafeData(named: "ids") { try IdentifierRun.decode($0 ?? Data(), count: count, into: &table) }
        }
        return table
    }

    /// The identifiers, each of which is there once.
    func checkedIdentifiers(_ db: Database, _ ledger: Ledger) throws -> IdentifierTable {
        var table = try identifiers(db, ledger)
        if let name = table.duplicate { throw Damage("the identifier \(name) is a duplicate") }
        table.settle()
        return table
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
