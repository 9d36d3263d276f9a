import CollectionModel
import GridEngine
import Synchronization

/// Items that were posted through the interface: cells with a title, without a picture. Everything may be done with them.
package final class PostedItems: PostedSource {
    private struct State {
        /// Identifiers of items that show more than those; others may be in it. Shared with the engine's at first.
        var items = IdentifierTable()
        /// By ordinal in `items`. Items that were deleted stay: the deletion may be taken back.
        var contents = PostedContents()
    }

    package let id: String
    package let title: String
    package var capabilities: Capabilities { Capabilities(insert: true, delete: true, refresh: false) }

    private let state = Mutex(State())

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    package func adopt(_ contents: PostedContents, of items: IdentifierTable) {
        // Without contents the identifiers are not needed either.
        if !contents.isEmpty { state.withLock { $0 = State(items: items, contents: contents) } }
    }

    package func adopt(_ items: [SourceItem]) {
        state.withLock { state in
            // One that shows its identifier needs a place only where something else was shown.
            for item in items
            where item != PostedContents.plain(item.id) || state.items.ordinal(of: item.id) != nil {
                state.contents.set(item, of: state.items.intern(item.id).ordinal)
            }
        }
    }

    package var sizeBytes: Int {
        state.withLock { $0.contents.sizeBytes + ($0.contents.isEmpty ? 0 : $0.items.sizeBytes) }
    }

    /// Only the engine knows what is in the collection.
    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        throw .unreadable(.nothingToList)
    }

    package func item(_ id: String) -> SourceItem? {
        state.withLock { state in
            guard let ordinal = state.items.ordinal(of: id) else { return PostedContents.plain(id) }
            return state.contents.item(ordinal, id: id)
        }
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        throw .missing
    }
}
