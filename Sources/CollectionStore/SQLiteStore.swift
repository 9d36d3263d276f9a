import Foundation
import GRDB
import GridEngine
import StoredForms
import Synchronization

/// The change store in one SQLite file, `lookahead.sqlite` in the data folder.
///
/// Write-ahead log with `synchronous=FULL`: what `commit` and `checkpoint` stored is on the disk when they return. Order is kept as
/// a checkpoint plus one log row per change (docs/decisions/0003). The changes that `restore` and `changes` return
/// carry version, patch, key and history only: identifiers, attributes and revisions are in their own tables once committed.
package final class SQLiteStore: ChangeStore {
    let queue: DatabaseQueue
    let limits: Limits
    private let lock: FolderLock
    let path: String
    let guardian: StoreGuard
    let housekeeping = DispatchQueue(label: "lookahead.store.housekeeping", qos: .utility)
    let timer = Mutex<(any DispatchSourceTimer)?>(nil)
    /// The number of automatic backups to keep; 0 makes none.
    let backups = Atomic<Int>(0)
    let backupSeconds = Atomic<Int>(86_400)
    let isClosing = Atomic<Bool>(false)
    let troubleListener = Mutex<TroubleListener?>(nil)
    let newsListener = Mutex<NewsListener?>(nil)
    /// When housekeeping tries next whether changes can be stored again.
    let nextTry = Mutex<ContinuousClock.Instant?>(nil)
    /// The state of each collection in the file, kept so that a commit need not read or rewrite it. Held for a whole
    /// transaction, so that calls from several threads take turns.
    let ledgers: Mutex<[String: Ledger]>
    /// Held while the file is used: SQLite crashes when a closed connection is used. It adds no wait, since the queue admits one
    /// caller at a time as well.
    private let isOpen = Mutex(true)
    /// Repairs made at the start, in words for people; usually empty.
    package let repairs: [String]
    /// Whether the next start might still find bytes of a refused change.
    private let hasRefusedFrames = Atomic<Bool>(false)

    /// The folder for uploaded pictures in a data folder.
    package static func picturesFolder(in folder: String) -> String { "\(folder)/\(StoreFiles.picturesName)" }

    /// Opens the store and checks its file.
    /// - Parameters:
    ///   - folder: path of the data folder; created when it is missing.
    ///   - url: where this server is reached, for the message of a second one; see `announce(url:)`.
    ///   - logChanges: maximum number of changes that are kept beyond what a restart needs, per collection.
    /// - Throws: `.locked` when another server uses the folder; `.damaged` when the file is damaged, and then it is left as it
    ///   was; `.diskFull`; `.failed` for the rest.
    package convenience init(
        folder: String, url: String? = nil, logChanges: Int = Limits.logChanges
    ) throws(StoreError) {
        var limits = Limits()
        limits.logChanges = logChanges
        try self.init(folder: folder, url: url, limits: limits)
    }

    init(folder: String, url: String? = nil, limits: Limits) throws(StoreError) {
        try PrivateFolder.make(folder)
        if let name = NetworkFileSystem.name(ofFolder: folder) {
            throw .failed(
                "the data folder \(folder) lies on a network file system (\(name)): changes are not safe there. "
                    + "Name a folder on a disk of this machine with --data; pictures may lie anywhere")
        }
        lock = try FolderLock(folder: folder)
        lock.announce(url: url)
        path = folder + "/lookahead.sqlite"
        self.limits = limits
        let files = StoreFiles(folder: folder)
        var mayStayUnmarked = false
        do {
            let inspection = try StoreInspection(files)
            var repairs = try Self.prepare(files, inspection)
            let isKnown = inspection.outcome == .whole || inspection.outcome == .wholeWithoutLog
            let hadDatabase = StoreFiles.size(files.database) > 0
            let mark = try Self.mark(files, inspection, isKnown: isKnown, hadDatabase: hadDatabase)
            mayStayUnmarked = hadDatabase && inspection.mark == nil
            try files.createDatabase()
            let opened = try Self.open(path, limits: limits)
            mayStayUnmarked = false
            queue = opened.queue
            guardian = try Self.guardian(
                files, opened.queue, mark: mark, sums: isKnown ? inspection.sums : nil)
            repairs += opened.repairs
            self.repairs = repairs
            ledgers = try Mutex(queue.read { try Self.readLedgers($0) })
        } catch {
            // A file that is not taken over is left as it was found.
            if mayStayUnmarked { unlink(files.mark) }
            throw StoreError(error, path: path)
        }
        startHousekeeping()
    }

    deinit { try? close() }

    /// Publishes the server's address, once its port is known.
    package func announce(url: String, certificateFile: String? = nil) {
        lock.announce(url: url, certificateFile: certificateFile)
    }

    /// Folds the write-ahead log into the file and closes it. The store throws `.failed` from then on.
    /// Without it nothing is lost: the next start reads the log.
    /// - Throws: `.failed`, `.diskFull`
    package func close() throws(StoreError) {
        // A backup ends at its next part, and takes no page that is written from here on for a damaged one; none begins.
        isClosing.store(true, ordering: .releasing)
        timer.withLock { timer in
            timer?.cancel()
            timer = nil
        }
        do {
            try isOpen.withLock { isOpen in
                guard isOpen else { return }
                isOpen = false
                if hasRefusedFrames.load(ordering: .relaxed) { overwriteRefusedFrames() }
                defer {
                    try? guardian.end()
                    lock.release()
                }
                // Frames that cannot be folded in stay in the log.
                let folded = Result { try queue.writeWithoutTransaction { try guardian.fold($0) } }
                try queue.close()
                try folded.get()
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    func whileOpen<Answer>(_ use: () throws -> Answer) throws -> Answer {
        try isOpen.withLock { isOpen in
            guard isOpen else { throw StoreError.failed("\(path) is closed") }
            return try use()
        }
    }

    /// One transaction, and the ledgers with it: they change when it was committed, and only then.
    func write<Answer: Sendable>(
        _ body: (Database, inout [String: Ledger]) throws -> Answer
    ) throws(StoreError) -> Answer {
        do {
            return try ledgers.withLock { ledgers in
                var changed = ledgers
                do {
                    let answer = try whileOpen { try queue.write { try body($0, &changed) } }
                    guardian.noteCommit()
                    hasRefusedFrames.store(false, ordering: .relaxed)
                    ledgers = changed
                    return answer
                } catch let error as DatabaseError {
                    switch error.resultCode {
                    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CORRUPT:
                        guardian.report(.disk, StoreError(error, path: path))
                    default: break
                    }
                    overwriteRefusedFrames()
                    throw error
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Removes every trace of a refused change. SQLite forgets a commit whose flush failed, but its frames may lie whole in the
    /// write-ahead log, where the next start would find them. One more commit takes the place of the first of them; those after it
    /// no longer fit, since each frame's checksum goes on from the one before. Tried before the refusal is reported, and, while the
    /// disk accepts no write at all, again at the end.
    private func overwriteRefusedFrames() {
        hasRefusedFrames.store(true, ordering: .relaxed)
        do {
            try queue.write { try Self.writeNothing($0) }
            hasRefusedFrames.store(false, ordering: .relaxed)
        } catch {
            // Any later commit does it too.
        }
    }

    /// Commits without changing any stored data.
    static func writeNothing(_ db: Database) throws {
        let mark = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \((mark &+ 1) & .max)")
    }

    /// - Parameters:
    ///   - collection: whose content is read; `nil` for what belongs to none.
    ///   - body: reads.
    /// - Returns: what `body` returns.
    /// - Throws: `.failed` when the database could not be read; it is reported as a concern until the next read succeeds.
    func read<Answer>(
        _ collection: String? = nil, _ body: (Database) throws -> Answer
    ) throws(StoreError) -> Answer {
        do {
            let answer = try whileOpen { try queue.read(body) }
            guardian.clear(.reading, of: collection)
            return answer
        } catch {
            let noted = StoreError(error, path: path)
            if error is DatabaseError || error is Damage { guardian.report(.reading, of: collection, noted) }
            throw noted
        }
    }
}

extension SQLiteStore {
    /// How much of the change log is kept beyond what a restart needs, per collection, and how the file is bounded.
    package struct Limits: Sendable {
        package static let logChanges = 10_000

        var logChanges = Self.logChanges
        var logBytes = 16 << 20
        /// Seconds to wait for another program that uses the database.
        var busySeconds = 5.0
        /// The size of the database in its pages of 4 KiB; `nil` lets it grow to the disk's end.
        var databasePages: Int?
    }
}
