/// Items that are to be put into an album, and where.
package struct AlbumAddition: Sendable {
    /// Which items of the collection, or of the result.
    package enum Choice: Sendable {
        case all
        case some(MarkedItems)
    }

    /// The identifier of the collection, or of a result of it.
    package var collection: String
    package var choice: Choice
    /// `nil` for the end of the last section.
    package var destination: SelectionDestination?

    package init(collection: String, choice: Choice = .all, destination: SelectionDestination? = nil) {
        self.collection = collection
        self.choice = choice
        self.destination = destination
    }

    /// Maximum number of items at once.
    package static let limit = 1_000_000
}
