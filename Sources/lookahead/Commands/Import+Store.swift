import CollectionStore
import GridEngine
import SharedStore

extension Import {
    /// Imports into a folder of its own, where the backup is checked to its end, and from there into the database.
    func importIntoDatabase(
        _ address: StoreAddress, _ read: (SQLiteStore) throws(StoreError) -> BackupCounts
    ) throws -> BackupCounts {
        try withTemporaryStore { (store) throws(StoreError) in
            let counts = try read(store)
            let shared = try SharedStore(at: address)
            defer { shared.close() }
            try StoreCopy.copyAll(of: store, to: shared)
            return counts
        }
    }
}
