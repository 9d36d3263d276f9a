import Foundation
import GridEngine

extension StoreGuard {
    /// Time after a backup that failed, at least.
    private static let restAfterFailure: Duration = .seconds(600)
    /// … because those that are there could not be listed: for want of descriptors, which passes.
    private static let restWithoutList: Duration = .seconds(15)
    /// … for lack of room, which is cheap to see.
    private static let restWithoutRoom: Duration = .seconds(5)

    /// The fold that a backup holds: that of the page sums with it.
    struct BackedUp: Equatable {
        var name: String
        var identity: UInt64
        var number: UInt64
    }

    /// Whether a backup is due: some time after the last one, when something is not in it. On the housekeeping queue.
    func isBackupDue(at moment: Date, everySeconds seconds: Int) -> Bool {
        let isPossible = state.withLock { state in
            !state.isClosed && state.sums != nil
                && state.nextBackup.map { ContinuousClock.now > $0 } ?? true
        }
        guard isPossible else { return false }
        do throws(StoreError) {
            let newest = try StoreBackups.newest(in: files, at: moment)
            clear(.listing)
            guard let newest else { return true }
            return moment.timeIntervalSince(newest.moment) >= Double(seconds) && hasChanges(since: newest)
        } catch {
            // Without the list nobody knows which ones to keep.
            state.withLock { $0.nextBackup = .now + Self.restWithoutList }
            report(.listing, error)
            return false
        }
    }

    /// Whether the database, or its log, has what a backup does not have: also after a restart, and whatever was changed while the
    /// backup was made.
    private func hasChanges(since backup: StoreBackups.Backup) -> Bool {
        if state.withLock({ $0.backedUp?.name }) != backup.name {
            let sums = (try? PageSums.read(backup.sums)) ?? nil
            let found = sums.map { BackedUp(name: backup.name, identity: $0.identity, number: $0.number) }
            state.withLock { $0.backedUp = found }
        }
        return state.withLock { state in
            state.frames > 0 || state.sums?.number != state.backedUp?.number
                || state.sums?.identity != state.backedUp?.identity
        }
    }

    /// Copies the database as it was at the last fold. No fold may run meanwhile; changes may.
    /// - Throws: `.damaged` when a page is not as it was written; `.diskFull`, `.failed`
    func backUp(at moment: Date, keeping count: Int, isCancelled: () -> Bool) throws(StoreError) {
        // The sums of a fold that failed are those of pages that are not all written.
        let (sums, descriptor) = state.withLock { ($0.isHalfFolded ? nil : $0.sums, $0.descriptors.database) }
        guard let sums else { return }
        var rest = Self.restAfterFailure
        do throws(StoreError) {
            if let lack = StoreBackups.lackOfRoom(in: files, for: sums) {
                rest = Self.restWithoutRoom
                throw .failed(lack)
            }
            guard
                let backup = try StoreBackups.make(
                    in: files, of: descriptor, sums: sums, at: moment, isCancelled: isCancelled)
            else { return }
            try StoreBackups.trim(to: count, in: files, at: moment)
            state.withLock { state in
                state.backedUp = BackedUp(name: backup.name, identity: sums.identity, number: sums.number)
                state.nextBackup = nil
            }
            clear(.backup)
        } catch {
            let next = ContinuousClock.now + rest
            state.withLock { $0.nextBackup = next }
            report(.backup, error)
            throw error
        }
    }
}
