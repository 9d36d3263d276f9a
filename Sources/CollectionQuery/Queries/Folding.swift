import JSONText

/// The folded sections of a result: they are there, without their items.
package struct Folding: Hashable, Sendable {
    /// Maximum sections that one query names.
    package static let sectionLimit = 1000

    /// Identifiers of the sections that are folded; with `isAll` of those that are not.
    package var sections: Set<String>
    package var isAll: Bool

    package init(sections: Set<String> = [], isAll: Bool = false) {
        self.sections = sections
        self.isAll = isAll
    }

    /// Whether nothing is folded.
    var isEmpty: Bool { sections.isEmpty && !isAll }

    /// Whether the section with an identifier is folded.
    package func folds(_ id: String) -> Bool { sections.contains(id) != isAll }
}

extension Folding {
    init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "all": isAll = try reader.readBool()
            case "sections":
                try reader.beginArray()
                while try reader.nextElement() {
                    if sections.count == Self.sectionLimit {
                        throw reader.tooMany("sections", limit: Self.sectionLimit)
                    }
                    sections.insert(try reader.readString())
                }
            default: throw reader.unknownMember(known: "all", "sections")
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if isAll { writer.member("all", true) }
            writer.member("sections", sections.sorted())
        }
    }
}
