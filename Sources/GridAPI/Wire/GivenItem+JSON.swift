import CollectionModel
import GridEngine
import JSONText

extension JSONReader {
    /// `{"id","title","kind","width","height","attributes"}`; only `id` is required. Other members of a snapshot or a
    /// page of items are ignored.
    mutating func readGivenItem() throws(JSONError) -> GivenItem {
        var id: String?
        var title: String?
        var kind: String?
        var size: (width: Int?, height: Int?)
        var attributes: JSONObject?
        try beginObject()
        while try nextMember() {
            switch key {
            case "id": id = try readIdentifier()
            case "title": title = try readText(limitBytes: GivenItem.titleLimitBytes)
            case "kind": kind = try readText(limitBytes: 100)
            case "width": size.width = try readPictureLength()
            case "height": size.height = try readPictureLength()
            case "attributes": attributes = try readAttributes()
            case "revision", "indexPath": try skipValue()
            default: throw unexpected("is no member of an item")
            }
        }
        guard let id else { throw missing("id") }
        guard title != nil || kind != nil || attributes != nil || size.width != nil || size.height != nil else {
            return GivenItem(id: id)
        }
        let attributed = attributes ?? JSONObject()
        return GivenItem(
            id: id,
            content: GivenItem.Content(
                title: title ?? id, kind: kind ?? (attributed["colour"] == nil ? "plain" : "colour"),
                width: size.height == nil ? nil : size.width, height: size.width == nil ? nil : size.height,
                attributes: attributed))
    }

    /// `{"id","title","items":[…]}`; only `id` is required.
    mutating func readGivenSection(
        itemLimit: Int, excess: (JSONReader) -> JSONError
    ) throws(JSONError) -> GivenSection {
        var id: String?
        var title: String?
        var items: [GivenItem] = []
        try beginObject()
        while try nextMember() {
            switch key {
            case "id": id = try readIdentifier()
            case "title": title = try readText(limitBytes: GivenItem.titleLimitBytes)
            case "items":
                try beginArray()
                while try nextElement() {
                    guard items.count < itemLimit else { throw excess(self) }
                    items.append(try readGivenItem())
                }
            default: throw unexpected("is no member of a section")
            }
        }
        guard let id else { throw missing("id") }
        return GivenSection(id: id, title: title ?? id, items: items)
    }

    /// 1–200 bytes without control characters; no name that browsers take for a way through folders.
    mutating func readIdentifier() throws(JSONError) -> String {
        let id = try readString()
        let limit = GivenItem.identifierLimitBytes
        guard 1...limit ~= id.utf8.count else { throw unexpected("must have 1 to \(limit) bytes") }
        guard id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw unexpected("must not hold control characters")
        }
        guard id != ".", id != ".." else { throw unexpected("must not be . or ..") }
        return id
    }

    /// - Throws: when the next value is not a string of so many bytes of UTF-8.
    mutating func readText(limitBytes: Int) throws(JSONError) -> String {
        let text = try readString()
        guard text.utf8.count <= limitBytes else { throw unexpected("must have at most \(limitBytes) bytes") }
        return text
    }

    private mutating func readPictureLength() throws(JSONError) -> Int {
        let length = try readInt()
        guard 1...1_000_000 ~= length else { throw unexpected("must be from 1 to 1,000,000 px") }
        return length
    }

    private mutating func readAttributes() throws(JSONError) -> JSONObject {
        guard case .object(let object) = try readValue() else { throw unexpected("must be an object") }
        guard JSONValue.object(object).encoded.count <= GivenItem.attributesLimitBytes else {
            throw unexpected("may take 16 KiB")
        }
        return object
    }
}
