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
    /// Time between two flushes of the mark.
    private static let flushInterval: Duration = .milliseconds(500)

    /// Held open as long as SQLite has the files open: closing it would take SQLite's own locks away (fcntl(2)).
    struct Descriptors {
        var database: Int32 = -1
        var log: Int32 = -1
    }

    struct State {
        var sums: PageSums?
        /// The log as far as it was read.
        var log: WriteAheadLog?
        /// Frames in the log, by SQLite's count.
        var frames = 0
        /// Commits that were noted, of those that the hook counts.
        var commits = 0
        var lastChange = ContinuousClock.now
        /// When the mark was flushed last.
        var flushed = ContinuousClock.now - StoreGuard.flushInterval
        var descriptors = Descriptors()
        /// The newest backup that is known.
        var backedUp: BackedUp?
        /// After a backup that failed.
        var nextBackup: ContinuousClock.Instant?
        /// Whether the sums describe pages that a failed fold has not all written.
        var isHalfFolded = false
        /// Folds that failed since one that did not, and when to try again.
        var failedFolds = 0
        var nextFold: ContinuousClock.Instant?
        var isClosed = false
    }

    let files: StoreFiles
    let pageSize: Int
    let mark: MarkFile
    let state: Mutex<State>
    /// Apart from `state`, which a fold holds as long as the disk takes.
    private let troubles = Mutex(StoreTroubles())
    /// SQLite's count of frames after the newest commit, and the number of commits, by its hook.
    let committed = Atomic<Int>(0)
    private let commits = Atomic<Int>(0)
    let queue = DispatchQueue(label: "lookahead.store.guard", qos: .utility)

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

    /// The reason why the store is not as safe as promised, in words for people; `nil` when it is.
    var trouble: String? { troubles.withLock { $0.description } }

    /// Whether changes cannot be stored.
    var isDiskTroubled: Bool { troubles.withLock { $0.has(.disk) } }

    /// Reports a concern about the store, or about one of its collections, which lasts until it is cleared.
    func report(_ concern: StoreTroubles.Concern, of collection: String? = nil, _ error: StoreError) {
        troubles.withLock { $0.begin(concern, of: collection, error) }
    }

    func clear(_ concern: StoreTroubles.Concern, of collection: String? = nil) {
        troubles.withLock { $0.end(concern, of: collection) }
    }

    /// Records a durable commit, before it is acknowledged. 3 µs.
    func noteCommit() {
        let isFlushDue = state.withLock { state -> Bool in
            guard !state.isClosed, countCommits(&state) else { return false }
            state.lastChange = .now
            clear(.disk)
            do throws(StoreError) {
                let position = try position(state.frames, state.descriptors.log)
                return try mark.update { $0.position = position }
            } catch {
                // The change itself is durable; what is lost is that damage to it would be noticed.
                report(.mark, error)
                return false
            }
        }
        if isFlushDue { flushSoon() }
    }

    /// Takes over what the hook counted; false when there was no commit since.
    func countCommits(_ state: inout State) -> Bool {
        let (frames, commits) = (committed.load(ordering: .relaxed), commits.load(ordering: .relaxed))
        guard commits != state.commits else { return false }
        state.commits = commits
        // SQLite began it again: everything in it had been folded in.
        if frames <= state.frames { state.log = nil }
        state.frames = frames
        return true
    }

    func position(_ frames: Int, _ log: Int32) throws(StoreError) -> LogPosition {
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

    /// At once after a pause; otherwise half a second after the last time, for all changes until then.
    private func flushSoon() {
        let rest = state.withLock { Self.flushInterval - (ContinuousClock.now - $0.flushed) }
        let milliseconds = max(0, Int(rest / .milliseconds(1)))
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.flush() }
    }

    /// Makes the mark durable.
    func flush() {
        do throws(StoreError) {
            guard try mark.flush() else { return }
            state.withLock { $0.flushed = .now }
            clear(.mark)
        } catch {
            report(.mark, error)
        }
    }

    /// Whether the log is due to be folded in, some time after a fold that failed.
    func isFoldDue(forBackup: Bool) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.nextFold.map({ ContinuousClock.now > $0 }) ?? true else { return false }
            let hasRested = ContinuousClock.now - state.lastChange > Self.restBeforeFold
            return forBackup || state.frames > 0 && (hasRested || state.frames > Self.longLog)
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
    func read(_ state: inout State, limit: Int = .max) throws(StoreError) -> Bool {
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

    /// Before the files are closed: nothing is noted or folded from then on.
    func end() throws(StoreError) {
        state.withLock { $0.isClosed = true }
        _ = try mark.flush()
    }
}
