import CollectionModel
import JSONText

/// Where the items of a collection come from: a folder, a list of URLs, a demo.
///
/// A source is asked by name (its stable item identifiers), never by position: the engine owns the order.
/// All methods may be called from any thread. `list` and `original` may block; the rest must answer at once.
package protocol ItemSource: Sendable {
    /// The collection's identifier in URLs: 1–200 bytes, stable over restarts.
    var id: String { get }
    /// The collection's title as people read it.
    var title: String { get }
    /// What a viewer may do with the collection.
    var capabilities: Capabilities { get }

    /// Reads the whole collection again, in the source's own order. Runs off the serving threads.
    /// - Parameters:
    ///   - cancellation: stops reading.
    ///   - progress: called now and then with the number of items found.
    /// - Returns: the sections with their items.
    /// - Throws: `.unreadable` when nothing can be listed; `.cancelled` when `cancellation` was raised.
    func list(cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void) throws(SourceError)
        -> SourceListing

    /// The item as the last listing described it, without what people changed since. O(1).
    /// `nil` when the source does not know the identifier.
    func item(_ id: String) -> SourceItem?

    /// The original content that a rendition is made from. Called on a loader's thread, may block;
    /// returns early with `.cancelled` once `cancellation` is raised.
    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original

    /// Content that a preview of some hundred bytes can be made of for a small part of what `original` costs: a thumbnail
    /// beside the picture, a small painting. `nil` when there is none; an Exif thumbnail inside a file is found without.
    func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original?

    /// The item's file, opened, where its content is one: what is asked of it must cost no download. May block.
    func file(of id: String) -> OpenFile?

    /// Whether this item may be picked up and moved.
    func mayMove(_ id: String) -> MovePermission

    /// Where a move really goes. `proposed` and the answer are places *after* the move, in a section given by its id.
    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget
}

extension ItemSource {
    package var capabilities: Capabilities { Capabilities() }
    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? { nil }
    package func file(of id: String) -> OpenFile? { nil }
    package func mayMove(_ id: String) -> MovePermission { .allowed }
    package func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget { proposed }
}

/// What may be done with a collection's items.
package struct Capabilities: Sendable, Equatable {
    package var move: Bool
    package var insert: Bool
    package var delete: Bool
    package var refresh: Bool
    /// The ratings that an item can take; empty when items are not rated.
    package var rate: [String]
    /// The layout that suits the collection best; `nil` for the first there is.
    package var layout: String?

    package init(
        move: Bool = true, insert: Bool = false, delete: Bool = false, refresh: Bool = true,
        rate: [String] = ["like", "dislike"], layout: String? = nil
    ) {
        self.move = move
        self.insert = insert
        self.delete = delete
        self.refresh = refresh
        self.rate = rate
        self.layout = layout
    }
}

/// The structure of a collection as its source sees it: identifiers and revisions only, in the source's order.
package struct SourceListing: Sendable, Equatable {
    package struct Section: Sendable, Equatable {
        /// Stable and unique in the collection; the title may change, the identifier may not.
        package var id: String
        package var title: String
        package var items: [Entry]

        package init(id: String, title: String, items: [Entry]) {
            self.id = id
            self.title = title
            self.items = items
        }
    }

    /// One item: its identifier, and a number that changes when (and only when) its content does.
    package struct Entry: Sendable, Equatable {
        package var id: String
        package var revision: UInt64

        package init(id: String, revision: UInt64) {
            self.id = id
            self.revision = revision
        }
    }

    package var sections: [Section]
    /// The number of files or lines that were left out, by reason.
    package var skipped: [Reason: Int]

    package init(sections: [Section], skipped: [Reason: Int] = [:]) {
        self.sections = sections
        self.skipped = skipped
    }
}

/// What a source says of one item.
package struct SourceItem: Sendable, Equatable {
    package var id: String
    package var title: String
    /// Names the cell registration in the page: `photo`, `colour`, `number`, …
    package var kind: String
    /// Changes when (and only when) the content does. Stands in picture URLs.
    package var revision: UInt64
    /// Picture size in its own pixels, upright, where known without decoding.
    package var width: Int?
    package var height: Int?
    /// What else the page may show, for example `colour`; people's changes lie over it.
    package var attributes: JSONObject
    /// Whether a picture can be made of it; a coloured cell has none.
    package var hasImage: Bool
    /// The picture's file, where the source knows it: what its load will cost is told from others like it.
    package var file: PictureFile?

    package init(
        id: String, title: String, kind: String = "photo", revision: UInt64, width: Int? = nil, height: Int? = nil,
        attributes: JSONObject = [:], hasImage: Bool = true, file: PictureFile? = nil
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.revision = revision
        self.width = width
        self.height = height
        self.attributes = attributes
        self.hasImage = hasImage
        self.file = file
    }
}

/// The answer to "may this item be picked up?". A refusal is a value, not an error.
package enum MovePermission: Sendable, Equatable {
    case allowed
    /// The reason is shown and spoken to people.
    case refused(Reason)
}

/// A place after the move: the item's index among the section's items once it has landed.
package struct MoveTarget: Sendable, Equatable {
    package var section: String
    package var item: Int

    package init(section: String, item: Int) {
        self.section = section
        self.item = item
    }
}

/// A section as a retargeting source sees it.
package struct MoveSection: Sendable, Equatable {
    package var id: String
    /// The number of its items without the moved one.
    package var count: Int

    package init(id: String, count: Int) {
        self.id = id
        self.count = count
    }
}

package enum SourceError: Error, Sendable, Equatable {
    case cancelled
    case unreadable(Reason)
}
