import CollectionStore
import GridEngine

#if PostgreSQL
    import SharedStore
#endif

/// Where a server stores: a folder that it has for itself, or a database that several servers share.
package enum OpenedStore: Sendable {
    case folder(SQLiteStore)
    #if PostgreSQL
        case shared(SharedStore)
    #endif

    package var changes: any ChangeStore {
        switch self {
        case .folder(let store): return store
        #if PostgreSQL
            case .shared(let store): return store
        #endif
        }
    }

    /// Publishes where this server is reached, for the message of a second one on the same folder.
    package func announce(url: String, certificateFile: String?) {
        if case .folder(let store) = self { store.announce(url: url, certificateFile: certificateFile) }
    }

    package func close() throws(StoreError) {
        switch self {
        case .folder(let store): try store.close()
        #if PostgreSQL
            case .shared(let store): store.close()
        #endif
        }
    }
}

extension Configuration {
    /// - Returns: `nil` where nothing is stored.
    func openStore() throws(CollectionError) -> OpenedStore? {
        switch storage {
        case .memory: return nil
        case .folder(let folder):
            do throws(StoreError) {
                let store = try SQLiteStore(folder: folder, logChanges: logChanges)
                store.keepBackups(backups, everySeconds: 86_400)
                return .folder(store)
            } catch {
                throw CollectionError(error, folder: folder)
            }
        case .postgres(let address): return try openDatabase(address)
        }
    }

    #if PostgreSQL
        private func openDatabase(_ text: String) throws(CollectionError) -> OpenedStore {
            let address: StoreAddress
            do throws(StoreAddress.Invalid) { address = try StoreAddress(text) } catch {
                throw CollectionError("bad-address", "The address of the database cannot be used: \(error.reason).")
            }
            // For as long as it takes: thirty years.
            let patience = Duration.seconds(waitForStore ? 1_000_000_000 : 30)
            do throws(StoreError) {
                return .shared(try SharedStore(at: address, patience: patience, polls: pollStore))
            } catch {
                throw CollectionError(error, folder: address.description)
            }
        }
    #else
        private func openDatabase(_ text: String) throws(CollectionError) -> OpenedStore {
            throw CollectionError(
                "no-postgresql", "This program was built without PostgreSQL: its package needs the trait PostgreSQL.")
        }
    #endif
}
