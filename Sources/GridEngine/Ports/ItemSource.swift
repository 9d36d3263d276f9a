/// Where the items of a collection come from: a folder, a list of URLs, a demo.
///
/// A source is asked by name (its stable item identifiers), never by position: the engine owns the order.
/// All methods may be called from any thread. `list` and `original` may block; the rest must return at once.
package protocol ItemSource: Sendable {
    /// The collection's identifier in URLs: 1–200 bytes, stable over restarts.
    var id: String { get }
    /// The collection's title as people read it.
    var title: String { get }
    /// What a viewer may do with the collection.
    var capabilities: Capabilities { get }

    /// Where this machine reads it, for servers that share a store: all of them must read the same. `nil` where that is certain.
    var root: String? { get }

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

    /// The item as the collection shows it that this source refers to, under the identifier that it has here; `nil` in a source that
    /// refers to no other. O(1).
    func shown(_ id: String) -> Item?

    /// Whose content an item shows: this source's own, where it refers to no other.
    func content(of id: String) -> ContentName

    /// The original content that a rendition is made from. Called on a loader's thread, may block.
    /// - Throws: `.cancelled`, early, once `cancellation` is raised; otherwise why there is no content.
    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original

    /// The same within a time, for a source that waits for others. `timeLeft` is that of the load, with its earlier tries
    /// taken off.
    func original(of id: String, timeLeft: Duration, cancellation: Cancellation) throws(LoadFailure) -> Original

    /// Content that a preview of some hundred bytes can be made of for a small part of what `original` costs: a thumbnail
    /// file beside the picture, a small painting. `nil` when there is none; an Exif thumbnail inside a file is found without it.
    func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original?

    /// Whether a preview by itself costs as much as the full picture: each original is read whole, as a download is, and there
    /// is no smaller content.
    var readsOriginalsWhole: Bool { get }

    /// The item's file, opened, where its content is one: what is asked of it must cost no download. May block.
    func file(of id: String) -> OpenFile?

    /// Where the item's original is; `nil` of what has none that could be taken away. O(1), and at once.
    func place(of id: String) -> OriginalPlace?

    /// The file beside the item's that describes it (`NAME.xmp`, `NAME.jpg.xmp`), opened; `nil` when there is none. The item's
    /// revision changes with it. May block.
    func sidecar(of id: String) -> OpenFile?

    /// Whether there is such a file: where it cannot be opened, that is for a reason that may pass. O(1).
    func hasSidecar(_ id: String) -> Bool

    /// Whether what a listing does not find may only be away for a while.
    var mayBeAway: Bool { get }

    /// Where the item's file was when a listing found it last, from the root, for people; `nil` of an item that is listed, and where it is
    /// not known any more. O(1).
    func lastPath(of id: String) -> String?

    /// Forgets where files were that are gone, but those of some items.
    func keepLastPaths(of ids: [String])

    /// Takes over that items are listed under other identifiers than their own from now on. Every other function is called with
    /// the items' own. Called before anybody sees the items, one call after another.
    func adopt(_ names: [ListedName])

    /// Whether this item may be picked up and moved.
    func mayMove(_ id: String) -> MovePermission

    /// Where a move really goes. `proposed` and the result are places *after* the move, in a section given by its id.
    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget
}

extension ItemSource {
    package var capabilities: Capabilities { Capabilities() }
    package var root: String? { nil }
    package func shown(_ id: String) -> Item? { nil }
    package func content(of id: String) -> ContentName { ContentName(collection: self.id, item: id) }
    package func original(
        of id: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        try original(of: id, cancellation: cancellation)
    }
    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? { nil }
    package var readsOriginalsWhole: Bool { false }
    package func file(of id: String) -> OpenFile? { nil }
    package func place(of id: String) -> OriginalPlace? { nil }
    package func sidecar(of id: String) -> OpenFile? { nil }
    package func hasSidecar(_ id: String) -> Bool { false }
    package var mayBeAway: Bool { false }
    package func lastPath(of id: String) -> String? { nil }
    package func keepLastPaths(of ids: [String]) {}
    package func adopt(_ names: [ListedName]) {}
    package func mayMove(_ id: String) -> MovePermission { .allowed }
    package func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget { proposed }
}

package enum SourceError: Error, Sendable, Equatable {
    case cancelled
    case unreadable(Reason)
}
