import GridEngine
import JSONText

extension ItemChange {
    /// A merge patch of an item (RFC 7396): `{"title","kind","width","height","picture","attributes"}`, `null` for none.
    init(from reader: inout JSONReader) throws(JSONError) {
        var name: ItemName?
        try self.init(from: &reader, name: &name)
        guard name == nil else { throw reader.unexpected("the path names the item; its identifier cannot be changed") }
    }

    /// The same with the item's identifier beside it, or the path of its file.
    init(from reader: inout JSONReader, name: inout ItemName?) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "id", "path":
                guard name == nil else { throw reader.unexpected("must not be beside another name") }
                name = reader.key == "id" ? .id(try reader.readIdentifier()) : .path(try reader.readString())
            case "title":
                title = .some(try reader.readNull() ? nil : reader.readText(limitBytes: GivenItem.titleLimitBytes))
            case "kind":
                kind = .some(try reader.readNull() ? nil : reader.readText(limitBytes: GivenItem.kindLimitBytes))
            case "width": width = .some(try reader.readNull() ? nil : reader.readPictureLength())
            case "height": height = .some(try reader.readNull() ? nil : reader.readPictureLength())
            case "picture": picture = .some(try reader.readNull() ? nil : reader.readPictureAddress())
            case "attributes":
                guard case .object(let object) = try reader.readValue() else {
                    throw reader.unexpected("must be an object")
                }
                attributes = object
            default:
                throw reader.unknownMember(
                    known: "attributes", "height", "kind", "picture", "title", "width")
            }
        }
    }
}

extension JSONReader {
    mutating func readPictureAddress() throws(JSONError) -> PostedPicture {
        guard let picture = PostedPicture(text: try readString()) else {
            throw unexpected(
                "must be an http or https address of at most \(PostedPicture.addressLimitBytes) bytes, without spaces")
        }
        return picture
    }
}

extension JSONWriter {
    /// `{"name","kind","count","item":{"id","title"},"time","own"}`
    mutating func member(_ name: StaticString, _ change: RevertedChange) {
        key(name)
        append(change)
    }

    fileprivate mutating func append(_ change: RevertedChange) {
        object { writer in
            writer.member("name", change.name)
            writer.member("kind", change.kind.rawValue)
            writer.member("count", change.count)
            if let item = change.item {
                writer.object("item") { writer in
                    writer.member("id", item.id)
                    writer.member("title", item.title)
                }
            }
            if change.time > 0 { writer.member("time", change.time) }
            writer.member("own", change.isOwn)
        }
    }
}

extension RevertedChange {
    /// The change in the interface's form.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.append(self)
        return writer.take()
    }
}
