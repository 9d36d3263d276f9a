import JSONText

extension KeptItem {
    package var stored: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("changes", Int(changes))
            writer.key("attributes")
            writer.json(attributes)
            if let listedAs { writer.member("listedAs", listedAs) }
            if let left {
                writer.key("left")
                left.write(to: &writer)
            }
            if let content {
                writer.key("item")
                writer.object { content.writeMembers(to: &$0) }
            }
        }
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// Reads what `stored` wrote of the item with the identifier `id`; `nil` when the text is anything else.
    package init?(stored: String, of id: String) {
        guard case .object(let object)? = try? JSONValue(decoding: Array(stored.utf8)),
            case .object(let attributes)? = object["attributes"], case .int(let changes)? = object["changes"]
        else { return nil }
        var content: SourceItem?
        if case .object(let members)? = object["item"] { content = SourceItem(stored: members, of: id) }
        var listedAs: String?
        if case .string(let name)? = object["listedAs"] { listedAs = name }
        self.init(
            attributes: attributes, changes: UInt64(max(0, changes)), content: content, listedAs: listedAs,
            left: LeftPlace(object["left"]))
    }
}

extension SourceItem {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("kind", kind)
        if let width, let height {
            writer.member("width", width)
            writer.member("height", height)
        }
        if let picture { writer.member("picture", picture.text) }
    }

    fileprivate init?(stored members: JSONObject, of id: String) {
        guard case .string(let title)? = members["title"], case .string(let kind)? = members["kind"] else { return nil }
        self.init(posted: id, title: title, kind: kind)
        if case .int(let width)? = members["width"], case .int(let height)? = members["height"] {
            (self.width, self.height) = (width, height)
        }
        if case .string(let picture)? = members["picture"] { show(PostedPicture(text: picture)) }
    }
}
