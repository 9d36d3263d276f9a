import CollectionModel
import JSONText

extension ChangeHistory.Transition {
    /// The transition as it is stored: its kind, who made it, and what items showed before.
    var stored: String {
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        // Programs of earlier versions read the number only.
        if !taken.isEmpty || takenCount > 0 { object["taken"] = .int(taken.isEmpty ? takenCount : taken.count) }
        if !taken.isEmpty { object["versions"] = .array(taken.map { .int($0) }) }
        if let author = origin.author { object["author"] = .string(author) }
        if origin.time > 0 { object["time"] = .int(origin.time) }
        if let action = origin.action { object["action"] = .array([.string(action.album), .string(action.name)]) }
        if origin.isSort { object["sort"] = .bool(true) }
        if let reverted { object["reverted"] = .object(reverted.stored) }
        if let returned { object["returned"] = .object(returned.stored) }
        if !contents.isEmpty {
            object["contents"] = .array(
                contents.sorted { $0.key < $1.key }.map { item, kept in
                    .array([.int(Int(item.rawValue)), .string(kept.stored)])
                })
        }
        if let title = titles.collection { object["title"] = .string(title) }
        if !titles.sections.isEmpty {
            object["sections"] = .array(
                titles.sections.sorted { $0.key < $1.key }.map { section, title in
                    .array([.int(Int(section.rawValue)), .string(title)])
                })
        }
        return String(decoding: JSONValue.object(object).encoded, as: UTF8.self)
    }

    /// Reads what `stored` wrote; `nil` when the text is anything else. `name` returns the identifier of an item.
    init?(stored: String, name: (ItemOrdinal) -> String?) {
        guard case .object(let object)? = try? JSONValue(decoding: Array(stored.utf8)),
            case .string(let text)? = object["kind"], let kind = Kind(rawValue: text)
        else { return nil }
        self.init(kind: kind)
        origin = ChangeOrigin(stored: object)
        if case .array(let versions)? = object["versions"] {
            taken = versions.compactMap { if case .int(let version) = $0 { version } else { nil } }
        } else if case .int(let taken)? = object["taken"] {
            takenCount = max(0, taken)
        }
        if case .object(let members)? = object["reverted"] { reverted = RevertedChange(stored: members) }
        if case .object(let members)? = object["returned"] { returned = ReturnedChange(stored: members) }
        guard let titles = Self.titles(object), let contents = Self.contents(object, name) else { return nil }
        (self.titles, self.contents) = (titles, contents)
    }

    private static func titles(_ object: JSONObject) -> ChangeHistory.Titles? {
        var titles = ChangeHistory.Titles()
        if case .string(let title)? = object["title"] { titles.collection = title }
        guard case .array(let entries)? = object["sections"] else { return titles }
        for case .array(let pair) in entries {
            guard pair.count == 2, case .int(let number) = pair[0], case .string(let title) = pair[1],
                let raw = UInt32(exactly: number)
            else { return nil }
            titles.sections[SectionOrdinal(rawValue: raw)] = title
        }
        return titles
    }

    private static func contents(
        _ object: JSONObject, _ name: (ItemOrdinal) -> String?
    ) -> [ItemOrdinal: KeptItem]? {
        var contents: [ItemOrdinal: KeptItem] = [:]
        guard case .array(let entries)? = object["contents"] else { return contents }
        for case .array(let pair) in entries {
            guard pair.count == 2, case .int(let number) = pair[0], case .string(let json) = pair[1],
                let raw = UInt32(exactly: number), let id = name(ItemOrdinal(rawValue: raw)),
                let kept = KeptItem(stored: json, of: id)
            else { return nil }
            contents[ItemOrdinal(rawValue: raw)] = kept
        }
        return contents
    }
}

extension ChangeOrigin {
    fileprivate init(stored object: JSONObject) {
        if case .string(let author)? = object["author"] { self.author = author }
        if case .int(let time)? = object["time"] { self.time = max(0, time) }
        isSort = object["sort"] == .bool(true)
        if case .array(let parts)? = object["action"], parts.count == 2, let album = parts[0].text,
            let name = parts[1].text
        {
            action = AlbumAction(album: album, name: name)
        }
    }
}

extension ReturnedChange {
    fileprivate var stored: JSONObject {
        var object = JSONObject()
        object["version"] = .int(version)
        if let author { object["author"] = .string(author) }
        object["code"] = .string(reason.code)
        object["sentence"] = .string(reason.sentence)
        var values = JSONObject()
        for (name, value) in reason.values.sorted(by: { $0.key < $1.key }) { values[name] = .string(value) }
        object["values"] = .object(values)
        return object
    }

    fileprivate init?(stored object: JSONObject) {
        guard case .int(let version)? = object["version"], let code = object["code"]?.text,
            let sentence = object["sentence"]?.text
        else { return nil }
        var values: [String: String] = [:]
        if case .object(let stored)? = object["values"] {
            for member in stored.members { values[member.name] = member.value.text }
        }
        self.init(
            version: version, author: object["author"]?.text, reason: Reason(code, sentence, values: values))
    }
}

extension RevertedChange {
    fileprivate var stored: JSONObject {
        var object = JSONObject()
        object["name"] = .string(name)
        object["kind"] = .string(kind.rawValue)
        object["count"] = .int(count)
        if let item { object["item"] = .array([.string(item.id), .string(item.title)]) }
        object["time"] = .int(time)
        object["own"] = .bool(isOwn)
        return object
    }

    fileprivate init?(stored object: JSONObject) {
        guard let name = object["name"]?.text, let kind = object["kind"]?.text.flatMap({ Kind(rawValue: $0) }),
            case .int(let count)? = object["count"], case .int(let time)? = object["time"],
            case .bool(let isOwn)? = object["own"]
        else { return nil }
        var item: Named?
        if case .array(let parts)? = object["item"], parts.count == 2, let id = parts[0].text, let title = parts[1].text
        {
            item = Named(id: id, title: title)
        }
        self.init(name: name, kind: kind, count: count, item: item, time: time, isOwn: isOwn)
    }
}

/// Where a collection's log ends: its newest version, and the stamp of the append that made it.
///
/// Two logs that share a version and its stamp share everything before it. A version alone does not say that: a store that was
/// restored from a backup gives the same numbers to other changes.
package struct StoredHead: Sendable, Equatable {
    package var version: Int
    /// Random for each append; 0 in a store that has one server only.
    package var stamp: Int64

    package init(version: Int, stamp: Int64 = 0) {
        self.version = version
        self.stamp = stamp
    }
}
