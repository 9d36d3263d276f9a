import GridEngine
import JSONText

extension PostedCollection {
    /// `{"id","title","sections":[…]}`; only `id` is required. Items are kept as they are read.
    init(from reader: inout JSONReader, share: PostedMemory.Share) throws(JSONError) {
        self.init(share: share)
        var id: String?
        var title: String?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "id": id = try reader.readIdentifier()
            case "title": title = try reader.readText(limitBytes: GivenItem.titleLimitBytes)
            case "sections":
                try reader.beginArray()
                while try reader.nextElement() { try readSection(from: &reader) }
            default: throw reader.unknownMember(known: "id", "title", "sections")
            }
        }
        guard let id else { throw reader.missing("id") }
        (self.id, self.title) = (id, title ?? id)
    }

    private mutating func readSection(from reader: inout JSONReader) throws(JSONError) {
        guard sectionCount < PostedCollection.sectionLimit else {
            throw reader.tooMany("sections", limit: PostedCollection.sectionLimit)
        }
        beginSection()
        let section = try reader.readSection { (reader) throws(JSONError) in
            guard itemCount < PostedCollection.itemLimit else {
                throw reader.tooMany("items", limit: PostedCollection.itemLimit)
            }
            append(try reader.readGivenItem())
        }
        endSection(id: section.id, title: section.title)
    }
}

extension NamedOrder {
    /// A snapshot document, or one with whole items.
    init(from reader: inout JSONReader) throws(JSONError) {
        var sections: [GivenSection]?
        var version: Int?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "sections": sections = try reader.readGivenSections()
            case "version": version = try reader.readIndex()
            case "collection": try reader.skipValue()
            default: throw reader.unknownMember(known: "sections", "version", "collection")
            }
        }
        guard let sections else { throw reader.missing("sections") }
        self.init(sections: sections, version: version)
    }
}

extension JSONReader {
    fileprivate mutating func readGivenSections() throws(JSONError) -> [GivenSection] {
        var sections: [GivenSection] = []
        try beginArray()
        while try nextElement() {
            sections.append(try readGivenSection(itemLimit: .max) { $0.tooMany("items", limit: .max) })
        }
        return sections
    }
}
