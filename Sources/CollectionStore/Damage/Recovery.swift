import Foundation
import GRDB
import GridEngine

/// Puts a database together from the pieces of a damaged data folder. Reads them, and changes none.
package struct Recovery {
    /// A database that can be had.
    package struct Candidate: Sendable {
        /// A name for people, such as "database and log".
        package var name: String
        /// Whether each page is known to be as it was written, and nothing that was acknowledged is missing.
        package var isComplete: Bool
        /// Whether SQLite finds no fault in it.
        package var isSound: Bool
        /// What is damaged or missing in it.
        package var findings: [String]
        package var collections: [Collection]
        fileprivate var piece: Piece
    }

    package struct Collection: Sendable, Equatable {
        package var id: String
        package var version: Int
        package var itemCount: Int
    }

    fileprivate enum Piece: Sendable {
        /// The database with the log on it: all frames that are whole, or only those before the first damage.
        case current(isSalvaged: Bool)
        case backup(StoreBackups.Backup)

        var name: String {
            switch self {
            case .current(let isSalvaged):
                isSalvaged ? "the database with its log" : "the database with its log up to the damage"
            case .backup(let backup): "the backup \(backup.name)"
            }
        }
    }

    private let files: StoreFiles
    private let inspection: StoreInspection
    private let backups: [StoreBackups.Backup]
    /// Keeps a server from starting meanwhile.
    private let lock: FolderLock

    /// - Throws: `.locked` while a server uses the folder; `.failed`.
    package init(folder: String) throws(StoreError) {
        lock = try FolderLock(folder: folder)
        lock.announce(url: nil)
        files = StoreFiles(folder: folder)
        inspection = try StoreInspection(files)
        backups = try StoreBackups.list(in: files)
    }

    /// What is wrong with the folder; empty when a server would start.
    package var findings: [String] {
        if case .damaged(let findings) = inspection.outcome { findings } else { [] }
    }

    /// The databases that can be had, the best one first: the newest, and those that SQLite finds fault with at the end.
    package func candidates() throws(StoreError) -> [Candidate] {
        var found: [Candidate] = []
        if StoreFiles.size(files.database) > 0 {
            let isLogDamaged = !findings.isEmpty && inspection.log?.hasUnreadableEnd == true
            for isSalvaged in isLogDamaged ? [true, false] : [true] {
                if let candidate = try candidate(.current(isSalvaged: isSalvaged)) { found.append(candidate) }
            }
        }
        for backup in backups.reversed() {
            if let candidate = try candidate(.backup(backup)) { found.append(candidate) }
        }
        return found.filter(\.isSound) + found.filter { !$0.isSound }
    }

    /// Puts a candidate into a new data folder, or in the place of the damaged one, whose files are moved to `aside` first.
    /// - Returns: the folder that the old files were moved to, if any.
    /// - Throws: `.failed` when `folder` has a database; `.diskFull`.
    package func take(_ candidate: Candidate, into folder: String) throws(StoreError) -> String? {
        let target = StoreFiles(folder: folder)
        let isInPlace = folder == files.folder
        try PrivateFolder.make(folder)
        let lock = isInPlace ? nil : try FolderLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        guard isInPlace || !StoreFiles.exists(target.database) && !StoreFiles.exists(target.mark) else {
            throw .failed("\(folder) has a database already")
        }
        let unfinished = target.database + ".recovered"
        unlink(unfinished)
        _ = try assemble(candidate.piece, at: unfinished)
        var aside: String?
        if isInPlace {
            aside = try Aside.move(
                [files.log, files.database + "-shm", files.sums, files.mark, files.database], in: files)
        }
        // First the mark: a crash from here on leaves a folder that is refused, not an empty one.
        _ = try MarkFile(
            target.mark,
            StoreMark(identity: .random(in: 1 ... .max), changes: 0, sums: 0, isFounding: true, hadDatabase: true))
        guard rename(unfinished, target.database) == 0 else { throw StoreFiles.failure("write", target.database) }
        try StoreFiles.flushFolder(of: target.database)
        return aside
    }

    private func candidate(_ piece: Piece) throws(StoreError) -> Candidate? {
        let folder = NSTemporaryDirectory() + "/lookahead-recovery-\(UUID().uuidString)"
        try PrivateFolder.make(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lookahead.sqlite"
        var findings = try assemble(piece, at: path)
        var faults: [String] = []
        var collections: [Collection] = []
        do {
            let queue = try DatabaseQueue(path: path)
            collections = try queue.read { db in
                try SQLiteStore.readLedgers(db).map {
                    Collection(id: $0.key, version: $0.value.version, itemCount: $0.value.itemCount)
                }.sorted { $0.id < $1.id }
            }
            // Without a transaction, which could not be ended after an error.
            faults = queue.inDatabase(Self.faults)
            try queue.close()
        } catch {
            // A piece that SQLite cannot read is none.
            return nil
        }
        findings += faults
        let isCurrent = if case .current = piece { true } else { false }
        return Candidate(
            name: piece.name, isComplete: isCurrent && findings.isEmpty && inspection.mark?.isFounding == false,
            isSound: faults.isEmpty, findings: findings, collections: collections, piece: piece)
    }

    /// What SQLite finds fault with, in its words.
    private static func faults(_ db: Database) -> [String] {
        do {
            let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
            return findings == ["ok"] ? [] : findings
        } catch {
            return ["SQLite's check ended: \(error.localizedDescription)"]
        }
    }

    /// Writes a piece as a database without a log. Returns what is damaged or missing in it.
    private func assemble(_ piece: Piece, at path: String) throws(StoreError) -> [String] {
        switch piece {
        case .backup(let backup): try assemble(backup, at: path)
        case .current(let isSalvaged):
            try PageAssembly(files, inspection, backups).write(to: path, isSalvaged: isSalvaged)
        }
    }

    private func assemble(_ backup: StoreBackups.Backup, at path: String) throws(StoreError) -> [String] {
        do {
            try FileManager.default.copyItem(atPath: backup.database, toPath: path)
        } catch {
            throw .failed("cannot copy \(backup.database): \(error.localizedDescription)")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFiles.failure("read", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreFiles.failure("flush", path) }
        guard let sums = try? PageSums.read(backup.sums) else { return ["its checksums are missing or damaged"] }
        let pages = try PageSums.pages(of: descriptor, pageSize: sums.pageSize, path)
        return pages == sums.pages ? [] : ["some of its pages are not as they were written"]
    }
}
