import JSONText

extension KeptItem {
    package var stored: String {
        var object = JSONObject()
        object["changes"] = .int(Int(changes))
        object["attributes"] = .object(attributes)
        if let content { object["item"] = .object(content.storedMembers) }
        return String(decoding: JSONValue.object(object).encoded, as: UTF8.self)
    }

    /// Reads what `stored` wrote of the item with the identifier `id`; `nil` when the text is anything else.
    package init?(stored: String, of id: String) {
        guard case .object(let object)? = try? JSONValue(decoding: Array(stored.utf8)),
            case .object(let attributes)? = object["attributes"], case .int(let changes)? = object["changes"]
        else { return nil }
        var content: SourceItem?
        if case .object(let members)? = object["item"] { content = SourceItem(stored: members, of: id) }
        self.init(attributes: attributes, changes: UInt64(max(0, changes)), content: content)
    }
}

extension SourceItem {
    fileprivate var storedMembers: JSONObject {
        var members = JSONObject()
        members["title"] = .string(title)
        members["kind"] = .string(kind)
        if let width, let height {
            members["width"] = .int(width)
            members["height"] = .int(height)
        }
        return members
    }

    fileprivate init?(stored members: JSONObject, of id: String) {
        guard case .string(let title)? = members["title"], case .string(let kind)? = members["kind"] else { return nil }
        self.init(id: id, title: title, kind: kind, revision: 1, hasImage: false)
        if case .int(let width)? = members["width"], case .int(let height)? = members["height"] {
            (self.width, self.height) = (width, height)
        }
    }
}
