import CollectionStore
import GridEngine
import SharedStore

/// Where everything is stored: a folder that this server has for itself, or a database that several servers share.
enum OpenedStore {
    case folder(SQLiteStore)
    case shared(SharedStore)

    var changes: any ChangeStore {
        switch self {
        case .folder(let store): store
        case .shared(let store): store
        }
    }

    /// Publishes where this server is reached, for the message of a second one on the same folder.
    func announce(url: String, certificateFile: String?) {
        if case .folder(let store) = self { store.announce(url: url, certificateFile: certificateFile) }
    }

    func close() throws(StoreError) {
        switch self {
        case .folder(let store): try store.close()
        case .shared(let store): store.close()
        }
    }
}
