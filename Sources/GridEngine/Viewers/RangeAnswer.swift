import CollectionLayout

/// The answer to a range event.
package struct RangeAnswer: Sendable, Equatable {
    package var collection: String
    package var sequence: Int
    package var version: Int
    /// Flat indices of the items in view, and of those in the prefetch window; empty when the collection is.
    package var visible: Range<Int>
    package var window: Range<Int>
    package var contentSize: Size
    package var itemCount: Int
    /// The changes since the browser's version, oldest first; `nil` when the log reaches back no further: start over.
    package var patches: [CommittedChange]?
    /// Cells of the window that the browser does not hold.
    package var cells: [Cell]
    package var headers: [SectionHeader]
    /// Items whose loads this event requested, and cancelled: in order of priority.
    package var prefetch: [String]
    package var cancel: [String]
}

extension CommittedChange: Equatable {
    /// The identities are the collection's own.
    package static func == (left: CommittedChange, right: CommittedChange) -> Bool {
        left.collection == right.collection && left.patch == right.patch
    }
}
