import CollectionLayout
import CollectionModel

/// A cell as the page draws it: its place, its item, and the state of its picture.
package struct Cell: Sendable, Equatable {
    package enum State: String, Sendable {
        case idle, queued, loading, ready, failed
    }

    /// The state of a cell's picture on the server.
    package enum Tier: Int, Sendable {
        case none, preview, full
    }

    package var item: Item
    /// Flat index over all sections.
    package var index: Int
    package var indexPath: IndexPath
    /// Content px from the top left.
    package var frame: Rect
    package var state: State
    /// The rendition that the page should fetch; `nil` for a cell without a picture.
    package var imageWidth: Int?
    /// Why the load failed.
    package var failure: Reason?
    package var tier = Tier.none
    /// The picture's mean colour, 0xRRGGBB, once a preview was made.
    package var colour: UInt32?
}

/// A section header that meets the window.
package struct SectionHeader: Sendable, Equatable {
    package var section: Int
    package var id: String
    package var title: String
    package var itemCount: Int
    /// Items that are not shown because the section is folded; `nil` when it is not, or nobody has counted them.
    package var foldedCount: Int?
    package var isFolded = false
    /// Its frame while it does not stick.
    package var frame: Rect
    /// The whole section: where a sticking header may travel.
    package var sectionFrame: Rect
}

/// The change of a cell between two range events.
package struct CellUpdate: Sendable, Equatable {
    package var id: String
    package var state: Cell.State
    /// Filled when the item itself changed, for example its picture's size became known.
    package var item: Item?
    package var imageWidth: Int?
    /// The colour behind the picture, 0xRRGGBB, once known.
    package var colour: UInt32?
    /// Why the load failed.
    package var failure: Reason?
}
