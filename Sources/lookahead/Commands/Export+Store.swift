import CollectionStore
import GridEngine
import SharedStore

extension Export {
    /// Copies the collections into a folder of its own, and exports that.
    func exportDatabase(_ address: StoreAddress) throws {
        let counts = try withTemporaryStore { (store) throws(StoreError) in
            let shared = try SharedStore(toRead: address)
            defer { shared.close() }
            try StoreCopy.copy(Set(collection), of: shared, to: store)
            return try write(store)
        }
        writeError("Exported \(counts.text).")
    }
}
