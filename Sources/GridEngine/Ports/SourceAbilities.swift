/// The abilities that a source declares beyond `ItemSource`: each member is the source, or whoever does it for the source, and `nil` where
/// nobody does. The engine reads them once, when the collection is added, and never asks for a type.
///
/// Declare an ability by its member: `SourceAbilities(places: self)`.
package struct SourceAbilities: Sendable {
    /// Shows a part of a long listing before the rest is known.
    package var gradual: (any GradualSource)?
    /// Notices by itself when it changes.
    package var watched: (any WatchedSource)?
    /// Has no listing: its items are what the store remembers.
    package var stored: (any StoredSource)?
    /// Reads what items show when it is asked, in batches.
    package var contents: (any ContentSource)?
    /// Takes the contents of items through the interface.
    package var posted: (any PostedSource)?
    /// Says cheaply whether it is still what was listed last.
    package var revised: (any RevisedSource)?
    /// Shows items of other collections.
    package var references: (any ReferringSource)?
    /// Has files as contents, which cost no download.
    package var files: (any FileSource)?
    /// Is on a disk, which may be away for a while.
    package var volume: (any VolumeSource)?
    /// Knows where originals are, for those who take them away.
    package var places: (any PlacedSource)?
    /// Gets along with items that keep an identifier when their file gets another name.
    package var names: (any RenamingSource)?
    /// Knows which items are one picture.
    package var pairs: (any PairingSource)?
    /// Has files beside its items that say something of them.
    package var dataSets: (any DataSetSource)?
    /// Restricts what may be moved, and where.
    package var moves: (any MoveRules)?
    /// Waits for others, within a time.
    package var timed: (any TimedSource)?
    /// Has smaller contents for previews.
    package var smallOriginals: (any SmallOriginals)?
    /// Whether a preview by itself costs as much as the full picture: each original is read whole, as a download is, and there
    /// is no smaller content.
    package var readsOriginalsWhole: Bool
    /// Whether its order is the collection's: a listing moves items. Otherwise people's order is kept.
    package var ownsOrder: Bool
    /// The part of a listed revision that names the picture. Where only the rest differs, the item has other contents and the same
    /// picture: its cell is kept.
    package var pictureMask: UInt64
    /// The listed revision of items of which the source says none. It is not stored, however many have it; 0 where all have their own.
    package var plainRevision: UInt64

    package init(
        gradual: (any GradualSource)? = nil, watched: (any WatchedSource)? = nil, stored: (any StoredSource)? = nil,
        contents: (any ContentSource)? = nil, posted: (any PostedSource)? = nil, revised: (any RevisedSource)? = nil,
        references: (any ReferringSource)? = nil, files: (any FileSource)? = nil, volume: (any VolumeSource)? = nil,
        places: (any PlacedSource)? = nil, names: (any RenamingSource)? = nil, pairs: (any PairingSource)? = nil,
        dataSets: (any DataSetSource)? = nil, moves: (any MoveRules)? = nil,
        timed: (any TimedSource)? = nil, smallOriginals: (any SmallOriginals)? = nil, readsOriginalsWhole: Bool = false,
        ownsOrder: Bool = false, pictureMask: UInt64 = .max, plainRevision: UInt64 = 0
    ) {
        self.gradual = gradual
        self.watched = watched
        self.stored = stored
        self.contents = contents
        self.posted = posted
        self.revised = revised
        self.references = references
        self.files = files
        self.volume = volume
        self.places = places
        self.names = names
        self.pairs = pairs
        self.dataSets = dataSets
        self.moves = moves
        self.timed = timed
        self.smallOriginals = smallOriginals
        self.readsOriginalsWhole = readsOriginalsWhole
        self.ownsOrder = ownsOrder
        self.pictureMask = pictureMask
        self.plainRevision = plainRevision
    }
}

/// A source whose listing may take long, of which a part can be shown before the rest is known.
package protocol GradualSource: Sendable {
    /// Lists as `ItemSource.list` does, and offers what it has so far from time to time.
    /// - Parameters:
    ///   - cancellation: raised when nobody waits for the listing any more.
    ///   - progress: called with the number of items found so far.
    ///   - part: called on the listing's thread with what makes a listing of all that was found so far, in the order that it will
    ///     have at the end. It costs O(found). Once it was made, its items can be looked up.
    /// - Returns: all of it.
    /// - Throws: `.cancelled`, `.unreadable`
    func list(
        cancellation: Cancellation, progress: @escaping @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void
    ) throws(SourceError) -> SourceListing
}

/// A source that knows whether it has changed, without being listed.
package protocol RevisedSource: Sendable {
    /// A text that changes with the listing. Equal to the one before the last listing, the stored order is shown and nothing is listed at a
    /// start. `nil` where it is unknown. May block.
    /// - Throws: as `ItemSource.list`; then it is listed.
    func revision() throws(SourceError) -> String?
}

/// A source whose items are those of other collections.
package protocol ReferringSource: Sendable {
    /// The item that another one stands for; `nil` where its identifier is no reference.
    func reference(of id: String) -> ItemReference?

    /// The item as the collection shows it that it is of, under the identifier that it has here; `nil` to show what `item` says. O(1).
    func shown(_ id: String) -> Item?
}

/// A source whose contents are files: what is asked of them must cost no download.
package protocol FileSource: Sendable {
    /// The item's file, opened. May block.
    func file(of id: String) -> OpenFile?

    /// The file beside the item's that describes it (`NAME.xmp`, `NAME.jpg.xmp`), opened; `nil` when there is none. The item's
    /// revision changes with it. May block.
    func sidecar(of id: String) -> OpenFile?

    /// Whether there is such a file: where it cannot be opened, that is for a reason that may pass. O(1).
    func hasSidecar(_ id: String) -> Bool
}

/// A source on a disk: what a listing does not find may only be away for a while.
package protocol VolumeSource: Sendable {
    /// Where this machine reads it, for servers that share a store: all of them must read the same.
    var root: String { get }

    /// Where the item's file was when a listing found it last, from the root, for people; `nil` of an item that is listed, and where it is
    /// not known any more. O(1).
    func lastPath(of id: String) -> String?

    /// Forgets where files were that are gone, but those of some items.
    func keepLastPaths(of ids: [String])
}

/// A source that knows where originals are.
package protocol PlacedSource: Sendable {
    /// Where the item's original is; `nil` of what has none that could be taken away. O(1), and at once.
    func place(of id: String) -> OriginalPlace?
}

/// A source whose items may keep an identifier when they are listed under another one.
package protocol RenamingSource: Sendable {
    /// Takes over that items are listed under other identifiers than their own from now on. Every other function is called with
    /// the items' own. Called before anybody sees the items, one call after another.
    func adopt(_ names: [ListedName])
}

/// A source in which several items may be one picture, as a RAW file and the JPEG are that a camera made of it. No item is in two pairs.
package protocol PairingSource: Sendable {
    /// Calls `body` with all pairs, many at a time. It may be called by several threads at once, and by none once this returns.
    func forEachPair(_ body: @Sendable (ListedPairs) -> Void)

    /// The items of the pair that an item is in, the one first that stands for all; empty of an item that is in none. O(log n).
    func pair(of id: String) -> [String]
}

/// Pairs of a source one after another, since a million small arrays take longer to make than to read.
package struct ListedPairs: Sendable {
    /// The items of all of them. Each pair begins with the one that stands for all; there may be more than two in one.
    package private(set) var ids: [String] = []
    /// The place in `ids` at which each pair ends.
    package private(set) var ends: [Int] = []

    package init() {}

    package mutating func append(_ face: String, _ other: String) {
        ids.append(face)
        ids.append(other)
        ends.append(ids.count)
    }

    package mutating func append(_ pair: [String]) {
        ids += pair
        ends.append(ids.count)
    }
}

/// A source's rules for moves.
package protocol MoveRules: Sendable {
    /// Whether this item may be picked up and moved by an author.
    func mayMove(_ id: String, by author: ChangeAuthor) -> MovePermission

    /// Where a move really goes. `proposed` and the result are places *after* the move, in a section given by its id.
    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget
}

/// A source that waits for others.
package protocol TimedSource: Sendable {
    /// The original content, within a time: that of the load, with its earlier tries taken off.
    /// - Throws: as `ItemSource.original`.
    func original(of id: String, timeLeft: Duration, cancellation: Cancellation) throws(LoadFailure) -> Original
}

/// Contents that a preview of some hundred bytes can be made of for a small part of what an original costs.
package protocol SmallOriginals: Sendable {
    /// A thumbnail file beside the picture, a small painting. `nil` when there is none; an Exif thumbnail inside a file is found
    /// without it.
    func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original?
}

/// A source whose items are what the store remembers of its collection: there is nothing to list.
package protocol StoredSource: Sendable {
    /// Memory beside the collection's order and its identifiers.
    var sizeBytes: Int { get }

    /// Gives the collection another title. Called once it is durable.
    func rename(_ title: String)
}

extension Reason {
    package static let nothingToList = Reason(
        "nothing-to-list", "Posted items have no source to read again.")
}
