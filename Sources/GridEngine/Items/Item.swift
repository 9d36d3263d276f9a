import CollectionModel
import JSONText

/// An item as browsers see it: the source's, with what people changed since.
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
    /// Where its picture comes from, of a posted item: `PostedPicture.text`.
    package var picture: String?
    /// Whether a picture can be made of it.
    package var hasImage: Bool
    /// The content's own revision: a part of picture URLs, so that a rating does not fetch a picture again.
    package var contentRevision: UInt64
    /// In an album, the item that it refers to.
    package var original: ItemReference?
    /// Where its file was, from the root of its folder: of an item whose original is gone, and where that is known.
    package var lastPath: String?
    /// A video or another medium beyond the picture; `nil` for photos.
    package var media: Media?
    /// With which others it is one where stacks are folded; `nil` of an item that is alone.
    package var stack: ItemStack?
    /// Whether its picture is shown although parts of it are missing or wrong, once it was loaded.
    package var isDamaged = false
    /// The measures that loads have taken of its picture.
    package var measures = PictureMeasures()

    /// The kind of an item whose original is gone.
    static let goneKind = "gone"

    /// A medium that can be played.
    package struct Media: Sendable, Equatable {
        package enum Kind: String, Sendable { case video }

        package var kind: Kind
        /// In seconds, once known.
        package var duration: Double?
    }
}
