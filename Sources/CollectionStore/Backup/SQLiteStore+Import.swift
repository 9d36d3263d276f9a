import CollectionModel
import Foundation
import GRDB
import GridEngine

extension SQLiteStore {
    /// Imports a backup, all of it or, when a line is invalid, nothing: in one transaction. Durable on return.
    ///
    /// A collection that the backup names takes its order and sections, and its items the attributes in it; the
    /// attributes of items that the backup does not name stay, and so do other collections. The log of a changed collection starts
    /// again. O(lines); in memory are the identifiers and the order of one collection at a time.
    /// - Parameters:
    ///   - wanted: the one collection to take, and the identifier to put it under; `nil` for all.
    ///   - lines: of the backup, read to the end or to the first that is invalid.
    /// - Returns: the counts of what was imported.
    /// - Throws: `.failed`, with the line's number when a line is invalid; `.diskFull`; `.damaged`.
    package func importBackup(
        _ wanted: (collection: String, as: String)? = nil, from lines: inout BackupReader
    ) throws(StoreError) -> BackupCounts {
        try write { db, ledgers in
            var importing = Importing(wanted: wanted, ledgers: ledgers)
            while let line = try lines.next() {
                do throws(Misplaced) {
                    try importing.add(line, db, self)
                } catch {
                    throw error.cause ?? lines.refusal(error.reason)
                }
            }
            if let reason = importing.missing { throw lines.refusal(reason) }
            ledgers = importing.ledgers
            return importing.imported
        }
    }
}

/// An invalid line; or an error that has nothing to do with the lines.
struct Misplaced: Error {
    var reason = ""
    var cause: (any Error)?

    init(_ reason: String) { self.reason = reason }
    init(_ cause: any Error) { self.cause = cause }
}

/// A backup while it is imported, line by line.
private struct Importing {
    let wanted: (collection: String, as: String)?
    var ledgers: [String: Ledger]
    /// The counts of what was stored.
    private(set) var imported = BackupCounts()
    /// The counts of all lines.
    private var found = BackupCounts()
    private var names: Set<String> = []
    private var hasBegun = false
    private var hasEnded = false
    /// `nil` before the first collection.
    private var current: ImportedCollection?

    init(wanted: (collection: String, as: String)?, ledgers: [String: Ledger]) {
        self.wanted = wanted
        self.ledgers = ledgers
    }

    /// Why the backup is not whole; `nil` when it is.
    var missing: String? {
        if !hasEnded { return "the backup is cut off: its last line is missing" }
        if let wanted, imported.collections == 0 { return "there is no collection \(wanted.collection) in the backup" }
        return nil
    }

    mutating func add(_ line: BackupLine, _ db: Database, _ store: SQLiteStore) throws(Misplaced) {
        guard !hasEnded else { throw Misplaced("nothing may follow the last line of a backup") }
        guard hasBegun else {
            guard case .head(let form) = line else { throw Misplaced("this is not a backup of Lookahead") }
            guard form == BackupLine.form else {
                throw Misplaced("this backup has form \(form), and this Lookahead reads form \(BackupLine.form)")
            }
            hasBegun = true
            return
        }
        do {
            switch line {
            case .head: throw Misplaced("a backup begins once")
            case .collection(let id, let version, let postedTitle):
                try finishCollection(db, store)
                guard names.insert(id).inserted else { throw Misplaced("the collection \(id) is a duplicate") }
                found.collections += 1
                // One that is not wanted is checked as the others are, and goes nowhere.
                let isWanted = wanted.map { $0.collection == id } ?? true
                current = try ImportedCollection(
                    id: isWanted ? wanted?.as ?? id : id, version: version, postedTitle: postedTitle,
                    target: isWanted ? .init(db: db, store: store, ledgers: ledgers) : nil)
            case .query(let query):
                guard current != nil else { throw Misplaced("a saved query before the first collection") }
                found.queries += 1
                try current?.add(query)
            case .section(let id, let title):
                guard current != nil else { throw Misplaced("a section before the first collection") }
                found.sections += 1
                try current?.begin(section: id, title: title)
            case .item(let item):
                guard current != nil else { throw Misplaced("an item before the first collection") }
                found.items += 1
                try current?.add(item, db, store)
            case .end(let counts):
                try finishCollection(db, store)
                guard counts.queries == found.queries else {
                    throw Misplaced(
                        "the backup should hold \(counts.queries) saved queries, and holds \(found.queries)")
                }
                guard counts == found else {
                    throw Misplaced(
                        "the backup should hold \(counts.items) items, \(counts.sections) sections and "
                            + "\(counts.collections) collections, and holds \(found.items), \(found.sections) and "
                            + "\(found.collections)")
                }
                hasEnded = true
            }
        } catch let error as Misplaced {
            throw error
        } catch {
            throw Misplaced(error)
        }
    }

    private mutating func finishCollection(_ db: Database, _ store: SQLiteStore) throws {
        guard var done = current.take(), let ledger = try done.finish(db, store) else { return }
        ledgers[done.id] = ledger
        imported.collections += 1
        imported.sections += done.sectionCount
        imported.items += done.itemCount
        imported.queries += done.queryCount
    }
}
