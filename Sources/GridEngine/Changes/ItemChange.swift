import CollectionModel
import JSONText

/// A request's change of an item (RFC 7396): members that it does not name stay, `.some(nil)` removes one.
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

    /// The content of an item after the change.
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

/// Where items go, by the names of what is there.
package enum ItemDestination: Sendable {
    case before(String), after(String)
    /// To the end of a section.
    case section(String)
}

/// A change of an item that its collection can make.
struct CheckedItemChange: Sendable {
    let item: String
    let change: ItemChange
    let marking: Marking
    /// The attributes that are no marks.
    let others: JSONObject

    /// - Throws: `.unsupported` where the item was not posted and more than attributes are changed, `.invalid` for a mark that there is not.
    init(of item: String, _ change: ItemChange, in collection: LiveCollection) throws(GridError) {
        guard !change.changesContent || collection.source.abilities.posted != nil else {
            throw .unsupported(.contentUnsupported(collection.source.title))
        }
        self.item = item
        self.change = change
        marking = try Marking(change.attributes, at: "/attributes", of: collection.source.capabilities)
        var others = change.attributes
        for name in Mark.names { others[name] = nil }
        self.others = others
    }
}

extension Draft {
    /// The place of what is inserted, or of an item after its move.
    /// - Throws: `.notFound`.
    func place(for destination: ItemDestination, moving item: ItemOrdinal?) throws(GridError) -> IndexPath {
        let from = item.flatMap { snapshot.indexPath(of: $0) }
        switch destination {
        case .before(let id), .after(let id):
            guard let there = snapshot.indexPath(of: try ordinal(of: id)) else { throw .notFound(.item, id: id) }
            // The item leaves its own place first.
            let shift = from.map { $0.section == there.section && $0.item < there.item ? 1 : 0 } ?? 0
            let isSame = from == there
            if case .after = destination, !isSame { return IndexPath(there.section, there.item - shift + 1) }
            return IndexPath(there.section, there.item - shift)
        case .section(let id):
            guard let ordinal = knownOrdinal(ofSection: id), let section = snapshot.index(of: ordinal) else {
                throw .notFound(.section, id: id)
            }
            let count = snapshot.numberOfItems(inSection: section)
            return IndexPath(section, from?.section == section ? count - 1 : count)
        }
    }

    /// Makes a change of an item, without recording it.
    /// - Returns: what it reloads and reconfigures.
    /// - Throws: `.notFound`, `.invalid` for attributes that are too large.
    mutating func change(_ checked: CheckedItemChange) throws(GridError) -> Patch {
        let ordinal = try ordinal(of: checked.item)
        let current = kept(of: ordinal)
        let merged = current.attributes.composed(with: checked.others)
        let content = current.content.map { checked.change.applied(to: $0, attributes: merged) }
        var patch = try mark([ordinal], as: checked.marking)
        guard merged != current.attributes || content != current.content else { return patch }
        guard JSONValue.object(merged).encoded.count <= GivenItem.attributesLimitBytes else {
            throw .invalid(.attributes, .attributesTooLarge)
        }
        show(KeptItem(attributes: merged, content: content), of: ordinal)
        if hasNewPicture(ordinal) {
            patch.reloads = [ordinal]
            patch.reconfigures.removeAll { $0 == ordinal }
        } else {
            patch.reconfigures = Set(patch.reconfigures + [ordinal]).sorted()
        }
        return patch
    }
}
