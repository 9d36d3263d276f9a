import CSQLite
import Foundation
import GRDB
import GridEngine
import Synchronization

/// Keeps the mark and the page sums of an open store: after each change, with each fold of the log.
///
/// The log is folded in only here; SQLite's own checkpoints are off, also when it closes. `state` guards the rest.
final class StoreGuard: Sendable {
    /// The log is folded in once it has more frames than that …
    private static let longLog = 4000
    /// … or when nothing was changed for that long.
    private static let restBeforeFold: Duration = .seconds(2)
    /// Time between two flushes of the mark, at most.
    private static let flushInterval: DispatchTimeInterval = .milliseconds(500)

    /// Held open as long as SQLite has the files open: closing it would take SQLite's own locks away (fcntl(2)).
    private struct Descriptors {
        var database: Int32 = -1
        var log: Int32 = -1
    }

    private struct State {
        var sums: PageSums?
        /// The log as far as it was read.
        var log: WriteAheadLog?
        /// Frames in the log, by SQLite's count.
        var frames = 0
        /// Commits that were noted, of those that the hook counts.
        var commits = 0
        var lastChange = ContinuousClock.now
        var descriptors = Descriptors()
        var hasChangedSinceBackup = false
        var trouble: String?
        var isDiskFull = false
        var isClosed = false
    }

    let files: StoreFiles
    private let pageSize: Int
    private let mark: MarkFile
    private let state: Mutex<State>
    /// SQLite's count of frames after the newest commit, and the number of commits, by its hook.
    private let committed = Atomic<Int>(0)
    private let commits = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "lookahead.store.guard", qos: .utility)

    /// Takes over a store whose log is still as the start found it; `attach` and `fold` complete it.
    /// - Parameters:
    ///   - files: of the data folder.
    ///   - pageSize: of the database.
    ///   - mark: the mark's file, open.
    ///   - sums: those of the last fold; `nil` for a new or an older database.
    /// - Throws: `.failed`, `.diskFull`
    init(files: StoreFiles, pageSize: Int, mark: MarkFile, sums: PageSums?) throws(StoreError) {
        self.files = files
        self.pageSize = pageSize
        self.mark = mark
        var descriptors = Descriptors()
        descriptors.database = open(files.database, O_RDONLY | O_CLOEXEC)
        descriptors.log = open(files.log, O_RDONLY | O_CLOEXEC)
        let opened = descriptors
        state = Mutex(State(sums: sums, descriptors: opened))
        guard opened.database >= 0, opened.log >= 0 else { throw StoreFiles.failure("read", files.database) }
    }

    /// After SQLite has closed its own.
    deinit {
        state.withLock { state in
            close(state.descriptors.database)
            close(state.descriptors.log)
        }
    }

    /// Counts the frames of each commit from now on. In place of SQLite's own checkpoints, which use the same hook.
    func attach(to db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, frames in
                let store = Unmanaged<StoreGuard>.fromOpaque(context!).takeUnretainedValue()
                store.committed.store(Int(frames), ordering: .relaxed)
                store.commits.add(1, ordering: .relaxed)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// What keeps the store from being as safe as promised, in words for people; `nil` when nothing does.
    var trouble: String? {
        state.withLock { $0.trouble ?? ($0.isDiskFull ? "The disk of the data folder is full." : nil) }
    }

    /// Notes whether the newest change was refused because the disk is full.
    func noteDisk(isFull: Bool) { state.withLock { $0.isDiskFull = isFull } }

    /// Notes a commit that is durable, before it is acknowledged. 3 µs.
    func noteCommit() {
        let isFlushDue = state.withLock { state -> Bool in
            guard !state.isClosed, countCommits(&state) else { return false }
            state.lastChange = .now
            state.isDiskFull = false
            state.hasChangedSinceBackup = true
            do throws(StoreError) {
                let position = try position(state.frames, state.descriptors.log)
                return try mark.update { $0.position = position }
            } catch {
                // The change itself is durable; what is lost is that damage to it would be noticed.
                state.trouble = "The mark of the newest change cannot be written: \(error)"
                return false
            }
        }
        if isFlushDue { queue.async { [weak self] in self?.flush() } }
    }

    /// Takes over what the hook counted; false when there was no commit since.
    private func countCommits(_ state: inout State) -> Bool {
        let (frames, commits) = (committed.load(ordering: .relaxed), commits.load(ordering: .relaxed))
        guard commits != state.commits else { return false }
        state.commits = commits
        // SQLite began it again: everything in it had been folded in.
        if frames <= state.frames { state.log = nil }
        state.frames = frames
        return true
    }

    private func position(_ frames: Int, _ log: Int32) throws(StoreError) -> LogPosition {
        var words: [UInt64] = [0]
        guard try StoreFiles.read(&words, from: log, at: 16, files.log) == 8 else {
            throw .failed("\(files.log) is cut")
        }
        let salts = words[0]
        let frame = WriteAheadLog.headBytes + (frames - 1) * (WriteAheadLog.frameHeadBytes + pageSize)
        guard try StoreFiles.read(&words, from: log, at: frame + 16, files.log) == 8 else {
            throw .failed("\(files.log) is cut")
        }
        return LogPosition(salts: salts, frames: frames, checksum: WriteAheadLog.stored(words[0]))
    }

    func flush() {
        do throws(StoreError) { try mark.flush() } catch {
            state.withLock { $0.trouble = "The mark of the newest change cannot be flushed: \(error)" }
        }
    }

    /// Whether the log is due to be folded in.
    var isFoldDue: Bool {
        state.withLock { state in
            !state.isClosed && state.frames > 0
                && (state.frames > Self.longLog || ContinuousClock.now - state.lastChange > Self.restBeforeFold)
        }
    }

    /// Reads what was committed since, so that little is left to read while a fold keeps changes waiting.
    func readAhead() {
        var isAtEnd = false
        while !isAtEnd {
            // A few frames at a time: a commit that is noted waits for this lock.
            isAtEnd = state.withLock { state in
                guard !state.isClosed, state.frames > 0 else { return true }
                return (try? read(&state, limit: 32)) ?? true
            }
        }
    }

    /// Reads committed frames, at most `limit`; true when none is left.
    private func read(_ state: inout State, limit: Int = .max) throws(StoreError) -> Bool {
        if let salts = state.log?.salts {
            // SQLite begins the log again by itself when a fold failed at its last step.
            var word: [UInt64] = [0]
            _ = try StoreFiles.read(&word, from: state.descriptors.log, at: 16, files.log)
            if word[0] != salts { state.log = nil }
        }
        if state.log == nil {
            state.log = try WriteAheadLog(descriptor: state.descriptors.log, files.log, pageSize: pageSize)
        }
        var count = 0
        while state.log!.frames.count < state.frames {
            guard count < limit else { return false }
            guard try state.log!.advance(state.descriptors.log, files.log) else { return true }
            count += 1
        }
        return true
    }

    /// Takes over the log that the start found, which SQLite has read as well.
    func adoptLog() throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard let log = try WriteAheadLog(path: files.log, pageSize: pageSize) else { return }
            state.frames = log.wholeCount
            state.log = try WriteAheadLog(descriptor: state.descriptors.log, files.log, pageSize: pageSize)
        }
    }

    /// Folds the log into the database, sums first. Called with no transaction open.
    /// - Throws: `.damaged` when the log is not as it was written; it is left alone then. `.diskFull`, `.failed`
    func fold(_ db: Database) throws {
        try state.withLock { state in
            guard !state.isClosed else { return }
            _ = countCommits(&state)
            if state.frames > 0 { _ = try read(&state) }
            if state.sums == nil {
                try foldWithoutSums(db, &state)
                return
            }
            guard state.frames > 0, let log = state.log else { return }
            guard log.wholeCount == state.frames, let position = log.position else {
                state.trouble = "\(files.log) was damaged while the server ran"
                throw Damage("its write-ahead log was damaged while it was open")
            }
            var sums = state.sums!
            let count = log.frames[log.wholeCount - 1].commit
            if count > sums.pages.count {
                sums.pages += [UInt64](repeating: 0, count: count - sums.pages.count)
            } else {
                sums.pages.removeLast(sums.pages.count - count)
            }
            for (page, index) in log.newestFrames where page <= count { sums.pages[page - 1] = log.frames[index].sum }
            sums.number += 1
            sums.covers = position
            try sums.write(to: files.sums)
            state.sums = sums
            try fold(db, &state)
        }
    }

    /// The first sums of a database: over the file as it is once the log is in it.
    private func foldWithoutSums(_ db: Database, _ state: inout State) throws {
        let covers = state.frames > 0 ? try position(state.frames, state.descriptors.log) : nil
        try checkpoint(db)
        let pages = try PageSums.pages(of: state.descriptors.database, pageSize: pageSize, files.database)
        let sums = PageSums(identity: mark.mark.identity, number: 1, covers: covers, pageSize: pageSize, pages: pages)
        try sums.write(to: files.sums)
        state.sums = sums
        begin(&state)
        _ = try mark.update { mark in
            mark.isFounding = false
            mark.position = nil
            mark.sums = 1
        }
        try mark.flush()
    }

    private func fold(_ db: Database, _ state: inout State) throws {
        try checkpoint(db)
        begin(&state)
        let number = state.sums!.number
        if try mark.update({ $0.sums = number }) { queue.async { [weak self] in self?.flush() } }
        state.trouble = nil
    }

    private func begin(_ state: inout State) {
        state.log = nil
        state.frames = 0
        committed.store(0, ordering: .relaxed)
    }

    private func checkpoint(_ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        guard row?["busy"] == 0 else { throw StoreError.failed("another program reads \(files.database)") }
    }

    // MARK: Backups

    /// Whether a backup is due: some time after the last one, when something was changed since.
    func isBackupDue(at moment: Date, everySeconds seconds: Int) -> Bool {
        guard state.withLock({ !$0.isClosed && $0.sums != nil }) else { return false }
        guard let newest = try? StoreBackups.newest(in: files) else { return true }
        return moment.timeIntervalSince(newest) >= Double(seconds) && state.withLock { $0.hasChangedSinceBackup }
    }

    /// Copies the database as it was at the last fold. No fold may run meanwhile; changes may.
    func backUp(at moment: Date, keeping count: Int, isCancelled: () -> Bool) throws(StoreError) {
        let (sums, descriptor) = state.withLock { ($0.sums, $0.descriptors.database) }
        guard let sums else { return }
        do throws(StoreError) {
            guard
                try StoreBackups.make(in: files, of: descriptor, sums: sums, at: moment, isCancelled: isCancelled)
            else { return }
            try StoreBackups.trim(to: count, in: files)
            state.withLock { $0.hasChangedSinceBackup = false }
        } catch {
            state.withLock { $0.trouble = "No backup could be made: \(error)" }
            throw error
        }
    }

    /// Before the files are closed: nothing is noted or folded from then on.
    func end() throws(StoreError) {
        state.withLock { $0.isClosed = true }
        try mark.flush()
    }
}
