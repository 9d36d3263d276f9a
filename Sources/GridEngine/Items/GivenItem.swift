import JSONText

/// An item as it is given from outside.
package struct GivenItem: Sendable, Equatable {
    package var id: String
    /// `nil` where only the identifier is given, as in a snapshot.
    package var content: Content?

    package struct Content: Sendable, Equatable {
        package var title: String
        package var kind: String
        package var width: Int?
        package var height: Int?
        package var attributes: JSONObject
        package var picture: PostedPicture?

        package init(
            title: String, kind: String = "plain", width: Int? = nil, height: Int? = nil,
            attributes: JSONObject = JSONObject(), picture: PostedPicture? = nil
        ) {
            self.title = title
            self.kind = kind
            self.width = width
            self.height = height
            self.attributes = attributes
            self.picture = picture
        }
    }

    /// Maximum size of an item's attributes as JSON.
    package static let attributesLimitBytes = 16_384
    /// Maximum size of the identifier of an item, a section or a collection.
    package static let identifierLimitBytes = 200
    /// Maximum size of the title of an item, a section or a collection.
    package static let titleLimitBytes = 4096

    /// Maximum size of an item's kind.
    package static let kindLimitBytes = 100

    /// Whether a text may be an identifier: 1–200 bytes without control characters, no name that browsers take for a way through
    /// folders.
    package static func isIdentifier(_ id: String) -> Bool {
        1...identifierLimitBytes ~= id.utf8.count && id.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && id != "."
            && id != ".."
    }

    package init(id: String, content: Content? = nil) {
        self.id = id
        self.content = content
    }
}

extension GivenItem {
    /// The kept part of the item when it is new. One without content shows its identifier.
    var kept: KeptItem { (content ?? Content(title: id)).kept(as: id) }
}

extension GivenItem.Content {
    /// The item with this identifier and content.
    func item(_ id: String) -> SourceItem {
        SourceItem(
            posted: id, title: title, kind: kind, width: width, height: height, attributes: attributes.given,
            picture: picture)
    }

    /// The kept part of the item with this identifier once it has this content.
    func kept(as id: String) -> KeptItem {
        var content = item(id)
        content.attributes = JSONObject()
        return KeptItem(attributes: attributes.given, content: content)
    }
}

extension JSONObject {
    /// The members that are not `null`, which says in attributes that there is none.
    fileprivate var given: JSONObject {
        guard members.contains(where: { $0.value == .null }) else { return self }
        var given = JSONObject()
        for member in members where member.value != .null { given[member.name] = member.value }
        return given
    }
}

/// Parts of an item in requests and in backups.
extension JSONReader {
    package mutating func readPictureLength() throws(JSONError) -> Int {
        let length = try readInt()
        guard 1...1_000_000 ~= length else { throw unexpected("must be from 1 to 1,000,000 px") }
        return length
    }

    package mutating func readAttributes() throws(JSONError) -> JSONObject {
        guard case .object(let object) = try readValue() else { throw unexpected("must be an object") }
        guard JSONValue.object(object).encoded.count <= GivenItem.attributesLimitBytes else {
            throw unexpected("must take at most 16 KiB")
        }
        return object
    }
}

/// A section as it is given from outside, with its items in order.
package struct GivenSection: Sendable, Equatable {
    package var id: String
    package var title: String
    package var items: [GivenItem]

    package init(id: String, title: String, items: [GivenItem] = []) {
        self.id = id
        self.title = title
        self.items = items
    }
}
