import CSQLite
import Foundation
import GRDB
import GridEngine

extension SQLiteStore {
    /// Opens the file and refuses it unless it is whole, of a version we know, and as durable as promised. Returns the
    /// repairs with it.
    /// - Throws: `.damaged`, `.failed`
    static func open(_ path: String, limits: Limits) throws -> (queue: DatabaseQueue, repairs: [String]) {
        do { return try open(path, limits: limits, isAlone: false) } catch let error as DatabaseError {
            guard [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode) else { throw error }
            return try open(path, limits: limits, isAlone: true)
        }
    }

    /// With `isAlone` the index of the log is kept in memory, which takes an exclusive lock: on a full disk there is no room for the
    /// file that it has otherwise.
    private static func open(
        _ path: String, limits: Limits, isAlone: Bool
    ) throws -> (queue: DatabaseQueue, repairs: [String]) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(limits.busySeconds)
        configuration.label = "lookahead.store"
        configuration.prepareDatabase { db in
            // A database that is refused is left as it is, its log too.
            guard let connection = db.sqliteConnection, lookahead_keep_log_on_close(connection) == SQLITE_OK else {
                throw StoreError.failed("SQLite does not leave its log alone when it closes")
            }
            if isAlone { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        var repairs: [String] = []
        try queue.writeWithoutTransaction { db in
            repairs = try checkIntegrity(db)
            // Not by GRDB's journalMode: that writes into the file before it could be checked, and sets NORMAL, which
            // loses acknowledged changes with the power.
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try db.execute(sql: "PRAGMA synchronous = FULL")
            if let pages = limits.databasePages { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
            try checkDurability(db)
        }
        guard try !queue.read(schema.hasBeenSuperseded) else {
            throw StoreError.failed("\(path) was written by a newer Lookahead; this one does not know its form")
        }
        try schema.migrate(queue)
        repairs += try queue.write(mendLogs)
        // Where the disk is full, the next deletion does it.
        try? queue.write(forgetDeleted)
        return (queue, repairs)
    }

    /// The mark of a store that is known, or a new one. Where the disk is full, the one that is there serves as it is.
    static func mark(
        _ files: StoreFiles, _ inspection: StoreInspection, isKnown: Bool, hadDatabase: Bool
    ) throws(StoreError) -> MarkFile {
        guard isKnown, let known = inspection.mark else {
            let new = StoreMark(
                identity: inspection.mark?.identity ?? .random(in: 1 ... .max), changes: 0, sums: 0, isFounding: true,
                hadDatabase: hadDatabase)
            return try MarkFile(files.mark, new)
        }
        do throws(StoreError) { return try MarkFile(files.mark, known) } catch {
            guard case .diskFull = error else { throw error }
            return try MarkFile(files.mark, goingOnWith: known)
        }
    }

    /// Puts aside what SQLite would overwrite. Returns what was put aside, in words for people.
    /// - Throws: `.damaged` when something that was acknowledged is missing, and nothing was touched then.
    static func prepare(_ files: StoreFiles, _ inspection: StoreInspection) throws(StoreError) -> [String] {
        switch inspection.outcome {
        case .damaged(let findings): throw .damaged(findings.joined(separator: "; "))
        case .wholeWithoutLog:
            let aside = try Aside(in: files)
            try aside.move([files.log])
            return [
                "a log whose changes were in the database already was damaged, and was put aside in \(aside.folder)"
            ]
        case .whole, .unmarked:
            guard let log = inspection.log, log.hasUnreadableEnd else { return [] }
            let aside = try Aside(in: files)
            try aside.copy(files.log)
            // SQLite ignores the rest; the next start would find it again.
            try StoreFiles.cut(files.log, toBytes: log.wholeBytes)
            return ["the log ended in a change that was never acknowledged; a copy was put aside in \(aside.folder)"]
        case .new: return []
        }
    }

    /// Completes the files of a store that was opened, and empties its log. Where the disk is full, the log stays as it is, and is
    /// folded in when there is room.
    static func guardian(
        _ files: StoreFiles, _ queue: DatabaseQueue, mark: MarkFile, sums: PageSums?
    ) throws -> StoreGuard {
        try queue.writeWithoutTransaction { db in
            if try Int32.fetchOne(db, sql: "PRAGMA application_id") != StoreInspection.application {
                try db.execute(sql: "PRAGMA application_id = \(StoreInspection.application)")
            }
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            let guardian = try StoreGuard(files: files, pageSize: pageSize, mark: mark, sums: sums)
            try guardian.adoptLog()
            guardian.attach(to: db)
            do { try guardian.fold(db, mayWait: true) } catch {
                let error = StoreError(error, path: files.database)
                guard case .diskFull = error, sums != nil else { throw error }
                guardian.report(.fold, error)
            }
            return guardian
        }
    }

    private static func checkDurability(_ db: Database) throws {
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
        let foreignKeys = try Int.fetchOne(db, sql: "PRAGMA foreign_keys") ?? -1
        guard journal == "wal", synchronous == 2, foreignKeys == 1 else {
            throw StoreError.failed(
                "SQLite does not keep what it is asked to: journal_mode is \(journal), synchronous is \(synchronous), "
                    + "foreign_keys is \(foreignKeys)")
        }
    }
}
