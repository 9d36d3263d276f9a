import CollectionModel
import JSONText

extension ChangeHistory.Transition {
    /// The transition as it is stored: its kind, and what items showed before.
    var stored: String {
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        if taken > 0 { object["taken"] = .int(taken) }
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
        if case .int(let taken)? = object["taken"] { self.taken = max(0, taken) }
        if case .string(let title)? = object["title"] { titles.collection = title }
        if case .array(let entries)? = object["sections"] {
            for case .array(let pair) in entries {
                guard pair.count == 2, case .int(let number) = pair[0], case .string(let title) = pair[1],
                    let raw = UInt32(exactly: number)
                else { return nil }
                titles.sections[SectionOrdinal(rawValue: raw)] = title
            }
        }
        guard case .array(let entries)? = object["contents"] else { return }
        for case .array(let pair) in entries {
            guard pair.count == 2, case .int(let number) = pair[0], case .string(let json) = pair[1],
                let raw = UInt32(exactly: number), let id = name(ItemOrdinal(rawValue: raw)),
                let kept = KeptItem(stored: json, of: id)
            else { return nil }
            contents[ItemOrdinal(rawValue: raw)] = kept
        }
    }
}
