import GridEngine
import Synchronization

/// Items that were posted through the interface: cells with a title, without a picture. Everything may be done with them.
package final class PostedItems: PostedSource {
    package let id: String
    package let title: String
    package var capabilities: Capabilities { Capabilities(insert: true, delete: true, refresh: false) }

    /// By identifier. Items that were deleted stay: the deletion may be taken back.
    private let items = Mutex<[String: SourceItem]>([:])

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    package func adopt(_ items: [SourceItem]) {
        self.items.withLock { known in for item in items { known[item.id] = item } }
    }

    /// Only the engine knows what is in the collection.
    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        throw .unreadable(.nothingToList)
    }

    package func item(_ id: String) -> SourceItem? { items.withLock { $0[id] } }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        throw .missing
    }
}
