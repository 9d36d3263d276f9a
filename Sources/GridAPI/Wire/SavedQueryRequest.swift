import CollectionQuery
import GridEngine
import JSONText

/// `{"title","query"}`: only `query` is required.
///
/// Its fields are not looked up: a file's metadata may be read later, and a posted item may bring a field back.
struct SavedQueryRequest {
    private(set) var title: String?
    /// The query as JSON, in the form that the interface writes.
    let document: String

    init(from reader: inout JSONReader) throws(JSONError) {
        var query: Query?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "title": title = try reader.readText(limitBytes: GivenItem.titleLimitBytes)
            case "query": query = try Query(from: &reader)
            default: throw reader.unknownMember(known: "title", "query")
            }
        }
        guard let query else { throw reader.missing("query") }
        document = String(decoding: query.json, as: UTF8.self)
    }

    /// 1–200 bytes without control characters.
    static func isName(_ name: String) -> Bool {
        1...GivenItem.identifierLimitBytes ~= name.utf8.count && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}

extension JSONWriter {
    mutating func savedQuery(_ query: SavedQuery) {
        object { writer in
            writer.member("name", query.name)
            writer.member("title", query.title)
            writer.key("query")
            writer.raw(query.document.utf8)
        }
    }
}
