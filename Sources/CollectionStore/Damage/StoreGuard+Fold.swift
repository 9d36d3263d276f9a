import CSQLite
import GRDB
import GridEngine
import StoredForms

extension StoreGuard {
    /// The longest time between two attempts to fold the log in.
    private static let longestRestBetweenFolds = 64

    /// Folds the log into the database, sums first. Called with no transaction open.
    /// - Parameters:
    ///   - db: the connection.
    ///   - mayWait: for another program that reads the database. Changes wait meanwhile.
    /// - Throws: `.damaged` when the log is not as it was written; it is left alone then. `.diskFull`, `.failed`
    func fold(_ db: Database, mayWait: Bool = false) throws {
        try state.withLock { state in
            do {
                try fold(db, &state, mayWait: mayWait)
                (state.failedFolds, state.nextFold) = (0, nil)
            } catch {
                // Each attempt flushes two files: a reader that stays, or a full disk, is not asked twice a second.
                state.nextFold = .now + .seconds(min(1 << min(state.failedFolds, 10), Self.longestRestBetweenFolds))
                state.failedFolds += 1
                throw error
            }
        }
    }

    private func fold(_ db: Database, _ state: inout State, mayWait: Bool) throws {
        guard !state.isClosed else { return }
        _ = countCommits(&state)
        if state.frames > 0 { _ = try read(&state) }
        if state.sums == nil {
            try foldWithoutSums(db, &state, mayWait: mayWait)
            return
        }
        guard state.frames > 0, let log = state.log else { return }
        guard log.wholeCount == state.frames, let position = log.position else {
            throw Damage("its write-ahead log is not as it was written")
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
        state.isHalfFolded = true
        try checkpoint(db, mayWait: mayWait)
        state.isHalfFolded = false
        begin(&state)
        // Folded in under the state's lock, which `flushSoon` takes.
        if try mark.update({ $0.sums = sums.number }) { queue.async { [weak self] in self?.flush() } }
    }

    /// The first sums of a database: over the file as it is once the log is in it.
    private func foldWithoutSums(_ db: Database, _ state: inout State, mayWait: Bool) throws {
        let covers = state.frames > 0 ? try position(state.frames, state.descriptors.log) : nil
        try checkpoint(db, mayWait: mayWait)
        let found = try PageSums.pages(of: state.descriptors.database, pageSize: pageSize, files.database)
        let pages = found.compactMap(\.self)
        guard pages.count == found.count else { throw Damage("the disk cannot read all of it") }
        let sums = PageSums(identity: mark.mark.identity, number: 1, covers: covers, pageSize: pageSize, pages: pages)
        try sums.write(to: files.sums)
        state.sums = sums
        begin(&state)
        _ = try mark.update { mark in
            mark.isFounding = false
            mark.position = nil
            mark.sums = 1
        }
        _ = try mark.flush()
    }

    private func begin(_ state: inout State) {
        state.log = nil
        state.frames = 0
        committed.store(0, ordering: .relaxed)
    }

    private func checkpoint(_ db: Database, mayWait: Bool) throws {
        let timeout = try Int32.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        if !mayWait { sqlite3_busy_timeout(db.sqliteConnection, 0) }
        defer { sqlite3_busy_timeout(db.sqliteConnection, timeout) }
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        guard row?["busy"] == 0 else { throw StoreError.failed("another program reads \(files.database)") }
    }
}
