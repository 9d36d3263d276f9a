import GRDB
import GridEngine

extension StoreGuard {
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
        _ = try mark.flush()
    }

    private func fold(_ db: Database, _ state: inout State) throws {
        try checkpoint(db)
        begin(&state)
        let number = state.sums!.number
        // Folded in under the state's lock, which `flushSoon` takes.
        if try mark.update({ $0.sums = number }) { queue.async { [weak self] in self?.flush() } }
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
}
