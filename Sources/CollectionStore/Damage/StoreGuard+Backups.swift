import Foundation
import GridEngine

extension StoreGuard {
    /// Time after a backup that failed, at least. Whether the disk is still full is cheap to see.
    private static func rest(after failure: StoreError) -> Duration {
        failure == .diskFull ? .seconds(5) : .seconds(600)
    }

    /// Whether a backup is due: some time after the last one, when something was changed since.
    func isBackupDue(at moment: Date, everySeconds seconds: Int) -> Bool {
        let isPossible = state.withLock { state in
            !state.isClosed && state.sums != nil
                && state.nextBackup.map { ContinuousClock.now > $0 } ?? true
        }
        guard isPossible else { return false }
        guard let newest = try? StoreBackups.newest(in: files) else { return true }
        return moment.timeIntervalSince(newest) >= Double(seconds) && state.withLock { $0.hasChangedSinceBackup }
    }

    /// Copies the database as it was at the last fold. No fold may run meanwhile; changes may.
    /// - Throws: `.damaged` when a page is not as it was written; `.diskFull`, `.failed`
    func backUp(at moment: Date, keeping count: Int, isCancelled: () -> Bool) throws(StoreError) {
        let (sums, descriptor) = state.withLock { ($0.sums, $0.descriptors.database) }
        guard let sums else { return }
        do throws(StoreError) {
            guard
                try StoreBackups.make(in: files, of: descriptor, sums: sums, at: moment, isCancelled: isCancelled)
            else { return }
            try StoreBackups.trim(to: count, in: files)
            state.withLock { state in
                state.hasChangedSinceBackup = false
                state.nextBackup = nil
                state.troubles.end(.backup)
            }
        } catch {
            state.withLock { state in
                state.nextBackup = .now + Self.rest(after: error)
                state.troubles.begin(.backup, error)
            }
            throw error
        }
    }
}
