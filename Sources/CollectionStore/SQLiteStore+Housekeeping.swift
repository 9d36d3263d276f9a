import Dispatch
import Foundation
import GRDB
import GridEngine

/// The listener for `trouble`, and the last report.
struct TroubleListener {
    let report: @Sendable (String?) -> Void
    var newest: String?
}

/// The listener for news, and whether the store was away by the last ones.
struct NewsListener {
    let report: @Sendable (StoreNews) -> Void
    var wasAway = false
}

/// The store's work beside changes: short logs, flushed marks, backups.
extension SQLiteStore {
    func startHousekeeping() {
        timer.withLock { slot in
            let timer = DispatchSource.makeTimerSource(queue: housekeeping)
            timer.setEventHandler { [weak self] in self?.keepHouse() }
            timer.schedule(
                deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(50))
            timer.activate()
            slot = timer
        }
    }

    /// Makes backups from now on, where something was changed since the last one.
    /// - Parameters:
    ///   - count: the number of the newest ones to keep; 0 makes none and keeps all.
    ///   - seconds: between two backups, at least.
    package func keepBackups(_ count: Int, everySeconds seconds: Int = 86_400) {
        backupSeconds.store(seconds, ordering: .relaxed)
        backups.store(count, ordering: .relaxed)
    }

    /// The reason why the store is not as safe as promised, in words for people; `nil` when it is.
    package var trouble: String? { guardian.trouble }

    /// Reports `trouble` when it has changed, within half a second, on a queue of the store's.
    package func reportTrouble(to report: @escaping @Sendable (_ trouble: String?) -> Void) {
        troubleListener.withLock { $0 = TroubleListener(report: report) }
    }

    private func keepHouse() {
        guardian.flush()
        guardian.readAhead()
        let moment = Date()
        let count = backups.load(ordering: .relaxed)
        let isBackupDue =
            count > 0 && guardian.isBackupDue(at: moment, everySeconds: backupSeconds.load(ordering: .relaxed))
        let isFolded = guardian.isFoldDue(forBackup: isBackupDue) ? (try? fold()) != nil : !isBackupDue
        // A backup copies the file: all pages must be written, with the newest changes.
        if isBackupDue, isFolded { try? backUp(at: moment, keeping: count) }
        if isTryDue { try? write { db, _ in try Self.writeNothing(db) } }
        reportTrouble()
        reportNews()
    }

    // MARK: A disk that takes no changes

    /// Time between two tries whether changes can be stored again, where nobody makes any.
    private static let tryInterval: Duration = .seconds(2)
    /// Free bytes on the disk before one is made: a try needs less than a change, and must not succeed where that would not.
    private static let roomForChange: UInt64 = 256 << 10

    /// Whether the last change could not be stored, for example because the disk is full. Stored data can be read.
    package var isAway: Bool { guardian.isDiskTroubled }

    /// Reports `isAway` when it has changed, within half a second, on a queue of the store's.
    package func listen(_ news: @escaping @Sendable (StoreNews) -> Void) {
        newsListener.withLock { $0 = NewsListener(report: news) }
    }

    private var isTryDue: Bool {
        nextTry.withLock { next in
            guard isAway else {
                next = nil
                return false
            }
            let isDue = next.map { ContinuousClock.now >= $0 } ?? false
            if isDue || next == nil { next = .now + Self.tryInterval }
            return isDue && freeBytes ?? .max >= Self.roomForChange
        }
    }

    /// On the disk of the data folder; `nil` when the system does not say.
    private var freeBytes: UInt64? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }

    private func reportNews() {
        let isAway = isAway
        let report = newsListener.withLock { listener in
            defer { listener?.wasAway = isAway }
            return listener?.wasAway == isAway ? nil : listener?.report
        }
        report?(.away(isAway))
    }

    private func reportTrouble() {
        let trouble = trouble
        let report = troubleListener.withLock { listener in
            defer { listener?.newest = trouble }
            return listener?.newest == trouble ? nil : listener?.report
        }
        report?(trouble)
    }

    /// Folds the log into the database now.
    /// - Throws: `.damaged` when the log is not as it was written; `.diskFull`, `.failed`
    func fold() throws(StoreError) {
        do {
            try ledgers.withLock { _ in
                try whileOpen { try queue.writeWithoutTransaction { try guardian.fold($0) } }
            }
            guardian.clear(.fold)
        } catch {
            let error = StoreError(error, path: path)
            guardian.report(.fold, error)
            throw error
        }
    }

    /// Makes a backup of what was folded in. On the housekeeping queue, where no fold runs beside it.
    func backUp(at moment: Date, keeping count: Int) throws(StoreError) {
        try guardian.backUp(at: moment, keeping: count) { isClosing.load(ordering: .acquiring) }
    }
}
