import CollectionModel
import Foundation
import GRDB
import GridEngine
import JSONText
import StoredForms

/// One collection of a backup while it is imported: identifiers and attributes go to the store line by line, the order at the
/// end. Known identifiers keep their ordinals.
struct ImportedCollection {
    /// The store that the collection goes to.
    struct Target {
        let db: Database
        let store: SQLiteStore
        let ledgers: [String: Ledger]
    }

    private static let runLimit = IdentifierRun.limit

    let id: String
    private let version: Int
    private let postedTitle: String?
    /// `nil` when the collection is only checked.
    private var ledger: Ledger?
    private let isNew: Bool
    private var names: IdentifierTable
    private var sectionNames = IdentifierTable()
    /// By ordinal: whether the backup named it.
    private var isNamed: [Bool]
    private var isSectionPlaced: [Bool]
    private var order: [StoredOrder.Section] = []
    private var places: [UInt32: Int] = [:]
    private var newItems: [StoredIdentifier] = []
    private var newSections: [StoredSection] = []
    private var attributes: [StoredChange.Attributes] = []
    private var marks = MarkBook(itemCount: 0)
    /// The backup's traces of files, by ordinal.
    private var files: [StoredTraces.File] = []
    /// The sections of their folders, where those come later in the backup.
    private var laterFolders: [UInt32: String] = [:]
    private var queries: [SavedQuery] = []
    private(set) var itemCount = 0

    var queryCount: Int { queries.count }
    var sectionCount: Int { order.count }

    init(id: String, version: Int, postedTitle: String?, target: Target?) throws {
        self.id = id
        self.version = version
        self.postedTitle = postedTitle
        let known = target?.ledgers[id]
        isNew = known == nil
        names = IdentifierTable()
        if let target {
            if let known {
                try Self.requireKind(of: known, isPosted: postedTitle != nil, id, target.db)
                names = try target.store.checkedIdentifiers(target.db, known)
                for section in try target.store.sections(target.db, known) { _ = sectionNames.intern(section.id) }
                ledger = known
                marks = try target.store.markBook(target.db, id, known)
            } else {
                ledger = try target.store.insert(
                    target.db, collection: id, version: max(1, version), postedTitle: postedTitle)
            }
        }
        isNamed = [Bool](repeating: false, count: names.count)
        isSectionPlaced = [Bool](repeating: false, count: sectionNames.count)
    }

    private static func requireKind(of ledger: Ledger, isPosted: Bool, _ id: String, _ db: Database) throws {
        let title = try String.fetchOne(
            db, sql: "SELECT postedTitle FROM collections WHERE key = ?", arguments: [ledger.key])
        guard (title != nil) == isPosted else {
            throw Misplaced(
                isPosted
                    ? "the collection \(id) has a source of its own here, and was posted in the backup"
                    : "the collection \(id) was posted here, and had a source of its own in the backup")
        }
    }

    mutating func add(_ query: SavedQuery) throws(Misplaced) {
        guard !queries.contains(where: { $0.name == query.name }) else {
            throw Misplaced("the saved query \(query.name) is a duplicate")
        }
        queries.append(query)
    }

    mutating func begin(section: String, title: String) throws(Misplaced) {
        let (ordinal, isNew) = sectionNames.intern(section)
        if isNew { isSectionPlaced.append(false) }
        guard !isSectionPlaced[Int(ordinal)] else { throw Misplaced("the section \(section) is a duplicate") }
        isSectionPlaced[Int(ordinal)] = true
        // A known one takes the title.
        newSections.append(StoredSection(ordinal: ordinal, id: section, title: title))
        places[ordinal] = order.count
        order.append(StoredOrder.Section(ordinal: ordinal, items: []))
    }

    mutating func add(_ item: BackupItem, _ db: Database, _ store: SQLiteStore) throws {
        let (ordinal, isNew) = names.intern(item.id)
        if isNew {
            isNamed.append(false)
            newItems.append(StoredIdentifier(ordinal: ordinal, id: item.id))
        }
        guard !isNamed[Int(ordinal)] else { throw Misplaced("the item \(item.id) is a duplicate") }
        isNamed[Int(ordinal)] = true
        itemCount += 1
        if let section = item.section {
            guard let raw = sectionNames.ordinal(of: section), let place = places[raw] else {
                throw Misplaced("the item \(item.id) lies in the section \(section), which no line before it begins")
            }
            order[place].items.append(ordinal)
        }
        if ledger != nil, let file = item.file { add(file, of: ordinal) }
        try keep(item, ordinal, isNew: isNew, db)
        if newItems.count >= Self.runLimit || attributes.count >= Self.runLimit { try flush(db, store) }
    }

    /// Keeps an item's attributes, and its content when it was posted.
    private mutating func keep(_ item: BackupItem, _ ordinal: UInt32, isNew: Bool, _ db: Database) throws {
        var kept = item.kept ?? KeptItem(attributes: JSONObject(), changes: 0)
        if postedTitle == nil {
            guard kept.content == nil else {
                throw Misplaced("only items of posted collections have a title, a kind and a size of their own")
            }
        } else if kept.content == nil {
            kept.content = SourceItem(
                id: item.id, title: item.id, kind: kept.attributes["colour"] == nil ? "plain" : "colour", revision: 1,
                hasImage: false)
        }
        guard let ledger else { return }
        if !isNew {
            let json = try String.fetchOne(
                db.cachedStatement(sql: "SELECT json FROM attributes WHERE collection = ? AND item = ?"),
                arguments: [ledger.key, ordinal])
            var before = json.flatMap { KeptItem(stored: $0, of: item.id) }
            let (marks, changes) = marks.marks(of: ordinal)
            if changes > 0 {
                var marked = before ?? KeptItem()
                marked.attributes = marked.attributes.composed(with: marks)
                marked.changes += UInt64(changes)
                before = marked
            }
            // Without a row, a posted item shows its identifier.
            if before == nil, postedTitle != nil { before = KeptItem(content: PostedContents.plain(item.id)) }
            // An item's revision never goes back: browsers cache by it.
            // A backup of an older version does not say it.
            kept.listedAs = kept.listedAs ?? before?.listedAs
            if before?.attributes ?? JSONObject() == kept.attributes, before?.content == kept.content,
                before?.listedAs == kept.listedAs
            {
                return
            }
            kept.changes = max(before?.changes ?? 0, kept.changes) + 1
        }
        // Unchanged attributes are the posted item's own.
        if kept.changes > 0 {
            kept.attributes = marks.setMarks(of: ordinal, from: kept.attributes)
            kept.changes -= min(kept.changes, UInt64(marks.marks(of: ordinal).changes))
        }
        let isPlain = kept.content == nil || kept.content == PostedContents.plain(item.id)
        guard !isPlain || kept.changes > 0 || !kept.attributes.isEmpty || kept.listedAs != nil || kept.left != nil
        else { return }
        attributes.append(StoredChange.Attributes(item: ordinal, json: kept.stored))
    }

    private mutating func flush(_ db: Database, _ store: SQLiteStore) throws {
        guard var ledger else {
            (newItems, newSections, attributes) = ([], [], [])
            return
        }
        try store.addItems(db, &ledger, StoredIdentifiers(newItems))
        try store.addSections(db, &ledger, newSections)
        try store.setAttributes(db, ledger, attributes)
        (newItems, newSections, attributes) = ([], [], [])
        self.ledger = ledger
    }

    /// Writes the order. Returns the collection's ledger; `nil` when it was only checked.
    mutating func finish(_ db: Database, _ store: SQLiteStore) throws -> Ledger? {
        try flush(db, store)
        guard var ledger else { return nil }
        if let postedTitle, !isNew {
            try db.execute(
                sql: "UPDATE collections SET postedTitle = ? WHERE key = ?", arguments: [postedTitle, ledger.key])
        }
        // Newer than all that a browser may know here, so that none continues from an order that no longer exists.
        let version = isNew ? max(1, version) : max(ledger.version, version) + 1
        try store.setMarks(db, ledger, marks.parts)
        let order = StoredOrder(collection: id, version: version, sections: order)
        try store.replaceOrder(db, &ledger, with: order, Cancellation())
        for query in queries { try store.save(query, db, ledger) }
        try writeFiles(db, store, ledger)
        return ledger
    }

    /// Writes the backup's traces of files; those that were listed here are newer, and stay.
    private func writeFiles(_ db: Database, _ store: SQLiteStore, _ ledger: Ledger) throws {
        guard !files.isEmpty else { return }
        var files = files
        for (ordinal, folder) in laterFolders { files[Int(ordinal)].folder = sectionNames.ordinal(of: folder) }
        let known = Dictionary(try store.traces(db, ledger).map { ($0.page, $0) }) { $1 }
        for first in stride(from: 0, to: files.count, by: StoredTraces.span) {
            let row = Array(files[first..<min(first + StoredTraces.span, files.count)])
            let backedUp = StoredTraces(page: first / StoredTraces.span, files: row)
            guard !backedUp.bytes.isEmpty else { continue }
            let merged = known[backedUp.page].flatMap { try? $0.merged(over: backedUp) } ?? backedUp
            try store.setTraces(db, ledger, [merged])
        }
    }

    private mutating func add(_ file: BackupFile, of ordinal: UInt32) {
        let missing = Int(ordinal) + 1 - files.count
        if missing > 0 { files += repeatElement(.init(), count: missing) }
        let folder = sectionNames.ordinal(of: file.folder)
        if folder == nil { laterFolders[ordinal] = file.folder }
        files[Int(ordinal)] = .init(revision: file.revision, trace: file.trace, folder: folder)
    }
}
