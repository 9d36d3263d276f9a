import Foundation
import GRDB
import GridEngine
import StoredForms

extension SQLiteStore {
    /// One transaction and one flush for all. No other process has the file, so an append is stored unless its collection is gone.
    /// - Throws: `.failed` for a version that is not the next one, or an ordinal that does not exist; `.diskFull`. Nothing is stored
    ///   then.
    package func commit(_ appends: [StoredAppend]) throws(StoreError) -> [AppendOutcome] {
        let known = ledgers.withLock { ledgers in appends.map { ledgers[$0.collection] != nil } }
        try append(zip(appends, known).flatMap { $1 ? $0.changes : [] })
        return zip(appends, known).map { append, isKnown in
            isKnown ? .stored(StoredHead(version: append.head.version + append.changes.count)) : .gone
        }
    }

    /// One transaction and one flush for the whole batch. O(rows in it), whatever the collection's size.
    /// - Throws: `.failed` for a collection without a checkpoint, a version that is not the next one, or an ordinal that
    ///   does not exist; `.diskFull`. Nothing is stored then.
    func append(_ changes: [StoredChange]) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try write { db, ledgers in
            for change in changes {
                guard var ledger = ledgers[change.collection] else {
                    throw StoreError.failed("\(change.collection) has no checkpoint to change")
                }
                guard change.version == ledger.version + 1 else {
                    throw StoreError.failed(
                        "\(change.collection): version \(change.version) cannot follow \(ledger.version)")
                }
                try append(db, &ledger, change)
                try addItems(db, &ledger, change.newItems)
                try addSections(db, &ledger, change.newSections)
                if let title = change.title { try setTitle(db, ledger, title) }
                try setAttributes(db, ledger, change.attributes)
                try setRevisions(db, ledger, change.revisions)
                try trimLog(db, &ledger, slack: 1 + limits.logChanges / 8)
                ledgers[change.collection] = ledger
            }
        }
    }

    /// Removes a collection and everything that belongs to it; does nothing for an unknown one.
    /// - Throws: `.diskFull`, `.failed`; the collection stays then.
    package func remove(_ collection: String) throws(StoreError) {
        try write { db, ledgers in
            guard let ledger = ledgers.removeValue(forKey: collection) else { return }
            try db.execute(sql: "DELETE FROM collections WHERE key = ?", arguments: [ledger.key])
        }
    }

    private func append(_ db: Database, _ ledger: inout Ledger, _ change: StoredChange) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO changes (collection, version, patch, idempotencyKey, history, marks) VALUES (?, ?, ?, ?, ?, ?)
                """
        )
        .execute(
            arguments: [
                ledger.key, change.version, Data(change.patch), change.idempotencyKey, change.history,
                change.marks.isEmpty ? nil : Data(change.marks),
            ])
        ledger.version = change.version
        ledger.logCount += 1
        // In characters, as the file counts text; the difference for text beyond ASCII does not matter here.
        ledger.logBytes +=
            change.patch.count + change.marks.count + (change.idempotencyKey?.unicodeScalars.count ?? 0)
            + (change.history?.unicodeScalars.count ?? 0)
    }

    /// Stores new identifiers in runs: one row for a new item, one for each 4,096 items of a new folder.
    /// - Throws: `.failed` for an ordinal that is not the next one, and when cancelled.
    func addItems(
        _ db: Database, _ ledger: inout Ledger, _ items: StoredIdentifiers,
        _ cancellation: Cancellation = Cancellation()
    ) throws {
        guard !items.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO items (collection, first, count, ids) VALUES (?, ?, ?, ?)")
        var rest = items[...]
        while !rest.isEmpty {
            guard !cancellation.isCancelled else { throw StoreError.failed("the checkpoint was cancelled") }
            let run = rest.prefix(IdentifierRun.limit)
            for (offset, index) in run.indices.enumerated() {
                let (ordinal, due) = (items.ordinal(at: index), ledger.itemCount + offset)
                guard ordinal == due else {
                    throw StoreError.failed("item ordinal \(ordinal) cannot follow \(due - 1)")
                }
            }
            try statement.execute(
                arguments: [ledger.key, ledger.itemCount, run.count, Data(try IdentifierRun.encode(run))])
            ledger.itemCount += run.count
            rest = rest.dropFirst(run.count)
        }
    }

    /// Stores new sections; a row with a known ordinal gives that section its new title.
    /// - Throws: `.failed` for an ordinal that is neither known nor the next one.
    func addSections(_ db: Database, _ ledger: inout Ledger, _ sections: [StoredSection]) throws {
        guard !sections.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO sections (collection, ordinal, id, title) VALUES (?, ?, ?, ?)
                ON CONFLICT (collection, ordinal) DO UPDATE SET title = excluded.title
                """)
        for section in sections {
            guard section.ordinal <= ledger.sectionCount else {
                throw StoreError.failed("section ordinal \(section.ordinal) cannot follow \(ledger.sectionCount - 1)")
            }
            try statement.execute(arguments: [ledger.key, section.ordinal, section.id, section.title])
            ledger.sectionCount = max(ledger.sectionCount, Int(section.ordinal) + 1)
        }
    }

    private func setTitle(_ db: Database, _ ledger: Ledger, _ title: String) throws {
        try db.cachedStatement(sql: "UPDATE collections SET postedTitle = ? WHERE key = ?")
            .execute(arguments: [title, ledger.key])
    }

    func setAttributes(_ db: Database, _ ledger: Ledger, _ attributes: some Sequence<StoredChange.Attributes>) throws {
        let set = try db.cachedStatement(
            sql: """
                INSERT INTO attributes (collection, item, json) VALUES (?, ?, ?)
                ON CONFLICT (collection, item) DO UPDATE SET json = excluded.json
                """)
        let clear = try db.cachedStatement(sql: "DELETE FROM attributes WHERE collection = ? AND item = ?")
        for entry in attributes {
            try requireItem(entry.item, ledger)
            if let json = entry.json {
                try set.execute(arguments: [ledger.key, entry.item, json])
            } else {
                try clear.execute(arguments: [ledger.key, entry.item])
            }
        }
    }

    /// Changes the pages that the items lie in, each read and written once.
    private func setRevisions(_ db: Database, _ ledger: Ledger, _ revisions: [StoredChange.Revision]) throws {
        guard !revisions.isEmpty else { return }
        let get = try db.cachedStatement(sql: "SELECT revisions FROM revisions WHERE collection = ? AND page = ?")
        let set = try db.cachedStatement(
            sql: """
                INSERT INTO revisions (collection, page, revisions) VALUES (?, ?, ?)
                ON CONFLICT (collection, page) DO UPDATE SET revisions = excluded.revisions
                """)
        var pages: [UInt32: RevisionPage] = [:]
        var current: (number: UInt32, page: RevisionPage)?
        for entry in revisions {
            try requireItem(entry.item, ledger)
            let number = entry.item / RevisionPage.span
            if current?.number != number {
                if let done = current { pages[done.number] = done.page }
                let page: RevisionPage
                if let known = pages.removeValue(forKey: number) {
                    page = known
                } else if let blob = try Data.fetchOne(get, arguments: [ledger.key, number]) {
                    page = try RevisionPage(blob)
                } else {
                    page = RevisionPage()
                }
                current = (number, page)
            }
            current?.page[Int(entry.item % RevisionPage.span)] = entry.revision
        }
        if let done = current { pages[done.number] = done.page }
        for number in pages.keys.sorted() {
            try set.execute(arguments: [ledger.key, number, Data(pages[number]!.encoded())])
        }
    }

    private func requireItem(_ ordinal: UInt32, _ ledger: Ledger) throws {
        guard ordinal < ledger.itemCount else { throw StoreError.failed("no item has the ordinal \(ordinal)") }
    }
}

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
