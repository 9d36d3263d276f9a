/// Where the items of a collection come from: a folder, a list of URLs, a demo.
///
/// A source is asked by name (its stable item identifiers), never by position: the engine owns the order.
/// All methods may be called from any thread. `list` and `original` may block; the rest must return at once.
package protocol ItemSource: Sendable {
    /// The collection's identifier in URLs: 1–200 bytes, stable over restarts.
    var id: String { get }
    /// The collection's title as people read it.
    var title: String { get }
    /// The changes that viewers may make to the collection.
    var capabilities: Capabilities { get }

    /// The source's abilities beyond the rest of this protocol. They have no default: a source that wraps another one begins with the
    /// other's abilities, and replaces those that it changes.
    var abilities: SourceAbilities { get }

    /// Reads the whole collection again, in the source's own order. Runs off the serving threads.
    /// - Parameters:
    ///   - cancellation: stops reading.
    ///   - progress: called from time to time with the number of items found.
    /// - Returns: the sections with their items.
    /// - Throws: `.unreadable` when nothing can be listed; `.cancelled` when `cancellation` was raised.
    func list(cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void) throws(SourceError)
        -> SourceListing

    /// The item as the last listing described it, without what people changed since. O(1).
    /// `nil` when the source does not know the identifier.
    func item(_ id: String) -> SourceItem?

    /// The revision that `item` has; 0 when the source does not know the identifier. O(1), and cheaper than `item` where that has to put
    /// the item together.
    func revision(of id: String) -> UInt64

    /// The original content that a rendition is made from. Called on a loader's thread, may block.
    /// - Throws: `.cancelled`, early, once `cancellation` is raised; otherwise why there is no content.
    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original
}

extension ItemSource {
    package func revision(of id: String) -> UInt64 { item(id)?.revision ?? 0 }
}

package enum SourceError: Error, Sendable, Equatable {
    case cancelled
    case unreadable(Reason)
}
