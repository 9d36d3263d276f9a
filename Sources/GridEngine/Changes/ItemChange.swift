import CollectionModel
import JSONText

/// What a request changes of an item (RFC 7396): what it does not name stays, `.some(nil)` takes it away.
package struct ItemChange: Sendable {
    /// Without one, an item shows its identifier.
    package var title: String??
    package var kind: String??
    package var width: Int??
    package var height: Int??
    package var picture: PostedPicture??
    /// A merge patch, of marks too.
    package var attributes: JSONObject

    package init(attributes: JSONObject = JSONObject()) { self.attributes = attributes }

    /// Whether it changes more than attributes.
    var changesContent: Bool { title != nil || kind != nil || width != nil || height != nil || picture != nil }

    /// What an item shows after the change.
    func applied(to content: SourceItem, attributes: JSONObject) -> SourceItem {
        var content = content
        if let title { content.title = title ?? content.id }
        if let width { content.width = width }
        if let height { content.height = height }
        if let picture, picture != content.picture {
            content.show(picture)
            // The size was that of the picture before.
            if width == nil, height == nil { (content.width, content.height) = (nil, nil) }
            if kind == nil, content.kind == "plain" || content.kind == "photo" {
                content.kind = picture == nil ? "plain" : "photo"
            }
        }
        if case .some(let kind) = kind {
            content.kind = kind ?? GivenItem.usualKind(attributes: attributes, hasPicture: content.hasImage)
        }
        // There is never one without the other.
        if content.width == nil || content.height == nil { (content.width, content.height) = (nil, nil) }
        return content
    }
}

extension GivenItem {
    /// The kind of an item that names none.
    package static func usualKind(attributes: JSONObject, hasPicture: Bool) -> String {
        hasPicture ? "photo" : attributes["colour"] == nil ? "plain" : "colour"
    }
}
