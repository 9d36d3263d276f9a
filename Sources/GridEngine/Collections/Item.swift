import CollectionModel
import JSONText

/// An item as it goes to browsers: what the source says of it, with what people changed since.
package struct Item: Sendable, Equatable {
    package var id: String
    /// Counts every change: of the content, and of the attributes.
    package var revision: UInt64
    package var title: String
    /// Names the cell registration.
    package var kind: String
    /// Upright picture size in its own pixels, where known.
    package var width: Int?
    package var height: Int?
    package var attributes: JSONObject
    /// Whether a picture can be made of it.
    package var hasImage: Bool
    /// The content's own revision: stands in picture URLs, so that a rating does not fetch a picture anew.
    package var contentRevision: UInt64
}

/// What the collection list says of one collection.
package struct CollectionSummary: Sendable {
    package var id: String
    package var title: String
    package var itemCount: Int
    package var sectionCount: Int
    package var version: Int
    package var capabilities: Capabilities
    /// False while the source is being read for the first time.
    package var isOpen: Bool
    /// The number of files or lines that the last listing left out, by reason.
    package var skipped: [Reason: Int]
    /// Why what is shown may differ from what the source has.
    package var problem: Reason?
    /// Whether a refresh runs, and which.
    package var refresh: String?
}
