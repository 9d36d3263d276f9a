import JSONText

/// One item as its source describes it.
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
    /// What else the page may show, for example `colour`; people's changes are laid over it.
    package var attributes: JSONObject
    /// Whether a picture can be made of it; a coloured cell has none.
    package var hasImage: Bool
    /// The picture's file, where the source knows it: the cost of its load is estimated from similar ones.
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
