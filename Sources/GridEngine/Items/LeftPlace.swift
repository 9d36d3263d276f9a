import JSONText

/// Where an item was that left its collection's order because its source did not list it any more: it comes back to that place
/// (docs/decisions/0051).
package struct LeftPlace: Sendable, Equatable {
    /// The identifier of the section.
    var section: String
    /// The identifier of the item before it in the section; `nil` for the first.
    var after: String?
    /// The version in which it left.
    var version: Int
    /// Where its file was, from the root.
    var path: String?

    init(section: String, after: String?, version: Int, path: String?) {
        (self.section, self.after, self.version, self.path) = (section, after, version, path)
    }

    /// Reads what `write` wrote; `nil` when it is anything else.
    package init?(_ value: JSONValue?) {
        guard case .object(let members)? = value, let section = members["section"]?.text,
            case .int(let version)? = members["version"]
        else { return nil }
        self.init(section: section, after: members["after"]?.text, version: version, path: members["path"]?.text)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("section", section)
            if let after { writer.member("after", after) }
            writer.member("version", version)
            if let path { writer.member("path", path) }
        }
    }
}
