import CollectionModel
import GridEngine
import JSONText

extension JSONReader {
    /// `{"id","title","kind","width","height","picture","attributes"}`; only `id` is required. Other members of a snapshot or a
    /// page of items are ignored.
    mutating func readGivenItem() throws(JSONError) -> GivenItem {
        var members = ItemMembers()
        try beginObject()
        while try nextMember() { try members.read(&self) }
        return try members.item(self)
    }

    /// `{"id","title"}`; only `id` is required, and not even that with a name, which takes its place.
    mutating func readCollectionLine(named name: String? = nil) throws(JSONError) -> (id: String, title: String) {
        var members = ItemMembers()
        try beginObject()
        while try nextMember() {
            switch key {
            case "id", "title": try members.read(&self)
            default: throw unknownMember(known: "id", "title")
            }
        }
        guard let id = name ?? members.id else { throw missing("id") }
        return (id, members.title ?? id)
    }

    /// `{"section","title"}`, `{"end":true,"items"}`, or an item.
    mutating func readPostedLine() throws(JSONError) -> PostedLine {
        var members = ItemMembers()
        var (section, isEnd, items): (String?, Bool, Int?) = (nil, false, nil)
        try beginObject()
        while try nextMember() {
            switch key {
            case "section": section = try readIdentifier()
            case "end":
                isEnd = try readBool()
                guard isEnd else { throw unexpected("must be true") }
            case "items": items = try readIndex()
            default: try members.read(&self)
            }
        }
        if isEnd {
            guard section == nil, members.isEmpty else {
                throw unexpected("the end has the number of items and nothing else")
            }
            guard let items else { throw missing("items") }
            return .end(items: items)
        }
        guard items == nil else { throw unexpected("only the end has the number of items") }
        guard let section else { return .item(try members.item(self)) }
        guard members.isTitleOnly else { throw unexpected("a section has a title and nothing else") }
        return .section(id: section, title: members.title ?? section)
    }

    /// `{"id","title","items":[…]}`; only `id` is required.
    mutating func readGivenSection(
        itemLimit: Int, excess: (JSONReader) -> JSONError
    ) throws(JSONError) -> GivenSection {
        var items: [GivenItem] = []
        let section = try readSection { (reader) throws(JSONError) in
            guard items.count < itemLimit else { throw excess(reader) }
            items.append(try reader.readGivenItem())
        }
        return GivenSection(id: section.id, title: section.title, items: items)
    }

    /// A section whose items `readItem` reads, one by one.
    mutating func readSection(
        _ readItem: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) -> (id: String, title: String) {
        var id: String?
        var title: String?
        try beginObject()
        while try nextMember() {
            switch key {
            case "id": id = try readIdentifier()
            case "title": title = try readText(limitBytes: GivenItem.titleLimitBytes)
            case "items":
                try beginArray()
                while try nextElement() { try readItem(&self) }
            default: throw unknownMember(known: "id", "title", "items")
            }
        }
        guard let id else { throw missing("id") }
        return (id, title ?? id)
    }

    /// 1–200 bytes without control characters; no name that browsers take for a way through folders.
    mutating func readIdentifier() throws(JSONError) -> String {
        let id = try readString()
        let limit = GivenItem.identifierLimitBytes
        guard 1...limit ~= id.utf8.count else { throw unexpected("must have 1 to \(limit) bytes") }
        guard id != ".", id != ".." else { throw unexpected("must not be . or ..") }
        guard GivenItem.isIdentifier(id) else { throw unexpected("must not hold control characters") }
        return id
    }

    /// - Throws: when the next value is not a string of so many bytes of UTF-8.
    mutating func readText(limitBytes: Int) throws(JSONError) -> String {
        let text = try readString()
        guard text.utf8.count <= limitBytes else { throw unexpected("must have at most \(limitBytes) bytes") }
        return text
    }
}

/// A line of a posted collection after the first one.
enum PostedLine {
    case section(id: String, title: String)
    case item(GivenItem)
    /// The last one.
    case end(items: Int)
}

/// The members of an item.
private struct ItemMembers {
    var id: String?
    var title: String?
    private var kind: String?
    private var width: Int?
    private var height: Int?
    private var picture: PostedPicture?
    private var attributes: JSONObject?

    /// Reads the member that the reader is at.
    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        switch reader.key {
        case "id": id = try reader.readIdentifier()
        case "title": title = try reader.readText(limitBytes: GivenItem.titleLimitBytes)
        case "kind": kind = try reader.readText(limitBytes: GivenItem.kindLimitBytes)
        case "width": width = try reader.readPictureLength()
        case "height": height = try reader.readPictureLength()
        case "picture": picture = try reader.readPictureAddress()
        case "attributes":
            let given = try reader.readAttributes()
            attributes = try reader.markingChecked(given)
        case "revision", "indexPath", "media", "lastPath", "damaged": try reader.skipValue()
        default:
            throw reader.unknownMember(
                known: "id", "title", "kind", "width", "height", "picture", "attributes")
        }
    }

    var isEmpty: Bool { title == nil && isTitleOnly }

    var isTitleOnly: Bool { id == nil && !hasMore }

    func item(_ reader: JSONReader) throws(JSONError) -> GivenItem {
        guard let id else { throw reader.missing("id") }
        guard title != nil || hasMore else { return GivenItem(id: id) }
        let attributes = attributes ?? JSONObject()
        return GivenItem(
            id: id,
            content: GivenItem.Content(
                title: title ?? id,
                kind: kind ?? GivenItem.usualKind(attributes: attributes, hasPicture: picture != nil),
                width: height == nil ? nil : width, height: width == nil ? nil : height, attributes: attributes,
                picture: picture))
    }

    /// Whether it has more than an identifier and a title.
    private var hasMore: Bool {
        kind != nil || attributes != nil || width != nil || height != nil || picture != nil
    }
}

extension JSONReader {
    /// Attributes of which those that have the names of marks are marks: as any request has them, and left out where they say that there
    /// is none.
    fileprivate func markingChecked(_ attributes: JSONObject) throws(JSONError) -> JSONObject {
        guard attributes.members.contains(where: { Mark.names.contains($0.name) }) else { return attributes }
        var given = attributes
        do throws(GridError) {
            // A change of labels is none of an item that is new.
            if case .object? = attributes[Mark.labels.rawValue] { given[Mark.labels.rawValue] = .bool(true) }
            _ = try Marking(given, at: "", of: Capabilities())
        } catch {
            guard case .invalid(.mark(let place), let reason) = error else { throw unexpected(error.reason.sentence) }
            let advice = "\(place.dropFirst()) is the name of a mark: choose another one for an attribute of your own."
            throw JSONError(
                kind: .unexpected("\(reason.sentence) \(advice)"), offset: 0, pointer: pointer + place)
        }
        if given[Mark.stars.rawValue] == .int(0) { given[Mark.stars.rawValue] = nil }
        if given[Mark.labels.rawValue] == .array([]) { given[Mark.labels.rawValue] = nil }
        return given
    }
}
