/// Names an item of another collection: the identifier that it has in an album.
///
/// `COLLECTION/ITEM`, with `~` and `/` in the collection's identifier written as `~0` and `~1`, as in a JSON pointer (RFC 6901). The
/// item's own identifier follows as it is.
package struct ItemReference: Hashable, Sendable {
    package let collection: String
    package let item: String

    package init(collection: String, item: String) {
        self.collection = collection
        self.item = item
    }

    /// `nil` for text that is no reference.
    package init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")), slash > text.startIndex else { return nil }
        let (name, item) = (text[..<slash], text[text.utf8.index(after: slash)...])
        guard !item.isEmpty, let collection = Self.unescaped(name) else { return nil }
        self.item = String(item)
        self.collection = collection
    }

    package var text: String { Self.prefix(collection) + item }

    /// The beginning of the references to all items of a collection.
    static func prefix(_ collection: String) -> String {
        guard collection.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return collection + "/"
        }
        var escaped = ""
        for scalar in collection.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "/"
    }

    /// `nil` for any other escape: an item has one reference.
    private static func unescaped(_ name: Substring) -> String? {
        guard name.utf8.contains(UInt8(ascii: "~")) else { return String(name) }
        var (plain, isEscape) = ("", false)
        for scalar in name.unicodeScalars {
            if isEscape {
                guard scalar == "0" || scalar == "1" else { return nil }
                plain.unicodeScalars.append(scalar == "1" ? "/" : "~")
                isEscape = false
            } else if scalar == "~" {
                isEscape = true
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return isEscape ? nil : plain
    }
}

/// The collection and the item that a content belongs to: renditions are made, kept and shared by this name.
package struct ContentName: Hashable, Sendable {
    package var collection: String
    package var item: String

    package init(collection: String, item: String) {
        self.collection = collection
        self.item = item
    }
}
