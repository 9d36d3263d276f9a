import CollectionModel

extension GridError {
    /// The part of a request that a refusal is about. The engine knows no request bodies: `GridAPI` maps a field to its place
    /// in one.
    package enum Field: Hashable, Sendable {
        // Viewers and layouts.
        case width, height, pixelRatio, reach, rect
        // Versions and places.
        case fromVersion
        /// The place that an item is moved to; its section; its index in the section.
        case target, targetSection, targetItem
        /// One of the ranges of a selection.
        case range(Int)
        // Queries: a JSON pointer into the document, and one of the fields that are counted.
        case query(String), facet(Int)
        // Items.
        case attributes
        /// The body is one, and no picture.
        case picture
        /// A JSON pointer to a mark in the request.
        case mark(String)
        // A whole order, by places in it.
        case section(Int), sectionID(Int), item(section: Int, item: Int), itemID(section: Int, item: Int)
        // A batch update.
        case operation(BatchUpdateError.Source)
    }
}
