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
    /// Other values that the page may show, for example `colour`; people's changes are laid over them.
    package var attributes: JSONObject
    /// Whether a picture can be made of it; a coloured cell has none.
    package var hasImage: Bool
    /// The picture of a posted item; `nil` without one, and for every other source.
    package private(set) var picture: PostedPicture?
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

extension SourceItem {
    /// An item of which its source knows nothing.
    init(missing id: String) { self.init(id: id, title: id, revision: 0, hasImage: false) }

    /// A posted item as it is shown.
    package init(
        posted id: String, title: String, kind: String = "plain", width: Int? = nil, height: Int? = nil,
        attributes: JSONObject = [:], picture: PostedPicture? = nil
    ) {
        self.init(
            id: id, title: title, kind: kind, revision: 1, width: width, height: height, attributes: attributes,
            hasImage: false)
        show(picture)
    }

    /// Gives a posted item another picture, or none: another content.
    package mutating func show(_ picture: PostedPicture?) {
        self.picture = picture
        hasImage = picture != nil
        revision = picture?.revision ?? 1
    }
}

/// An item that its source lists under another identifier than its own: its file was renamed, and it is the same item.
package struct ListedName: Sendable, Equatable {
    package var id: String
    /// `nil` when it is its own again.
    package var listedAs: String?

    package init(id: String, listedAs: String?) {
        self.id = id
        self.listedAs = listedAs
    }
}
