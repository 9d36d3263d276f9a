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
        /// Its damaged or missing parts.
        package var findings: [String]
        package var collections: [Collection]
        var piece: Piece
    }

    package struct Collection: Sendable, Equatable {
        package var id: String
        package var version: Int
        package var itemCount: Int
    }

    enum Piece: Sendable {
        /// The database with the log on it: all frames that are whole, or only those before the first damage.
        case current(isSalvaged: Bool)
        /// A file that an earlier recovery put together and a crash kept from its place.
        case interrupted
        case backup(StoreBackups.Backup)

        var name: String {
            switch self {
            case .current(let isSalvaged):
                isSalvaged ? "the database with its log" : "the database with its log up to the damage"
            case .interrupted: "the database of a recovery that was interrupted"
            case .backup(let backup): "the backup \(backup.name)"
            }
        }
    }

    let files: StoreFiles
    let inspection: StoreInspection
    private let backups: [StoreBackups.Backup]
    /// Why the backups cannot be listed.
    private let backupFinding: String?
    /// Keeps a server from starting meanwhile; `nil` where none could, on a disk that accepts no write.
    private let lock: FolderLock?

    /// - Throws: `.locked` while a server uses the folder; `.failed`.
    package init(folder: String) throws(StoreError) {
        lock = try access(folder, W_OK) != 0 && errno == EROFS ? nil : FolderLock(folder: folder)
        lock?.announce(url: nil)
        files = StoreFiles(folder: folder)
        inspection = try StoreInspection(files)
        do throws(StoreError) {
            backups = try StoreBackups.list(in: files)
            backupFinding = nil
        } catch {
            backups = []
            backupFinding = error.finding
        }
    }

    /// The faults of the folder; empty when a server would start.
    package var findings: [String] {
        let damage = if case .damaged(let findings) = inspection.outcome { findings } else { [String]() }
        return damage + (backupFinding.map { [$0] } ?? [])
    }

    /// The databases that can be had, the best one first: the newest, and those that SQLite finds fault with at the end.
    /// - Parameter skip: is called for each that cannot be had or tried, with the reason, in words for people.
    /// - Returns: them, in that order.
    package func candidates(skip: (_ reason: String) -> Void = { _ in }) -> [Candidate] {
        var pieces: [Piece] = []
        if StoreFiles.size(files.database) > 0 {
            let isLogDamaged = !findings.isEmpty && inspection.log?.hasUnreadableEnd == true
            pieces += (isLogDamaged ? [true, false] : [true]).map { Piece.current(isSalvaged: $0) }
        }
        if StoreFiles.exists(files.recovered) { pieces.append(.interrupted) }
        pieces += backups.reversed().map { Piece.backup($0) }
        var found: [Candidate] = []
        for piece in pieces {
            // One that fails says nothing of the others.
            do throws(StoreError) { found.append(try candidate(piece)) } catch {
                skip("\(piece.name): \(error.finding)")
            }
        }
        return found.filter(\.isSound) + found.filter { !$0.isSound }
    }

    private func candidate(_ piece: Piece) throws(StoreError) -> Candidate {
        let folder = NSTemporaryDirectory() + "/lookahead-recovery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lookahead.sqlite"
        var findings: [String]
        do throws(StoreError) {
            try PrivateFolder.make(folder)
            findings = try assemble(piece, at: path)
        } catch .diskFull {
            throw Self.lackOfRoom
        }
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
            throw StoreError(error, path: path) == .diskFull ? Self.lackOfRoom : .failed("SQLite cannot read it")
        }
        findings += faults
        let isCurrent = if case .current = piece { true } else { false }
        return Candidate(
            name: piece.name, isComplete: isCurrent && findings.isEmpty && isKnown, isSound: faults.isEmpty,
            findings: findings, collections: collections, piece: piece)
    }

    private static var lackOfRoom: StoreError {
        .failed("there is too little room in \(NSTemporaryDirectory()) to try it; TMPDIR can name another folder")
    }

    /// Whether mark and sums show what must be there.
    private var isKnown: Bool { inspection.fittingMark?.isFounding == false && inspection.sums != nil }

    /// The faults that SQLite finds, in its words.
    private static func faults(_ db: Database) -> [String] {
        do {
            let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
            return findings == ["ok"] ? [] : findings
        } catch {
            return ["SQLite's check ended: \(error.localizedDescription)"]
        }
    }

    /// Writes a piece as a database without a log. Returns what is damaged or missing in it.
    func assemble(_ piece: Piece, at path: String) throws(StoreError) -> [String] {
        switch piece {
        case .backup(let backup): try copy(backup, to: path)
        case .interrupted: try copy(files.recovered, sums: nil, to: path)
        case .current(let isSalvaged):
            try PageAssembly(files, inspection, backups).write(to: path, isSalvaged: isSalvaged)
        }
    }

    private func copy(_ backup: StoreBackups.Backup, to path: String) throws(StoreError) -> [String] {
        let sums = (try? PageSums.read(backup.sums)) ?? nil
        return try copy(backup.database, sums: sums, to: path)
            + (sums == nil ? ["its checksums are missing or damaged"] : [])
    }

    /// Copies a database page by page. Returns what is damaged in it.
    private func copy(_ database: String, sums: PageSums?, to path: String) throws(StoreError) -> [String] {
        let source = open(database, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw StoreFiles.failure("read", database) }
        defer { close(source) }
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw StoreFiles.failure("write", path) }
        defer { close(target) }
        let pageSize = sums?.pageSize ?? 4096
        let count = (StoreFiles.size(database) + pageSize - 1) / pageSize
        var (unreadable, changed) = (0, sums.map { $0.pages.count != count } ?? false)
        for number in 0..<count {
            let page = StoreFiles.page(source, at: number * pageSize, size: pageSize, database)
            if page == nil { unreadable += 1 }
            if let page, let sums, number < sums.pages.count, PageSums.sum(page[...]) != sums.pages[number] {
                changed = true
            }
            let content = page ?? [UInt64](repeating: 0, count: pageSize / 8)
            try StoreFiles.write(content, to: target, at: number * pageSize, path)
        }
        guard fsync(target) == 0 else { throw StoreFiles.failure("flush", path) }
        return (unreadable > 0 ? ["\(unreadable) pages that cannot be read"] : [])
            + (changed ? ["some of its pages are not as they were written"] : [])
    }
}

extension StoreError {
    /// In words for people.
    fileprivate var finding: String {
        switch self {
        case .diskFull: "the disk is full"
        case .locked: "another server uses the folder"
        case .damaged(let finding), .failed(let finding), .unreachable(let finding): finding
        }
    }
}
