import CollectionQuery
import GridEngine
import JSONText

/// `{"title","query"}`: only `query` is required.
///
/// Its fields are not looked up: a file's metadata may be read later, and a posted item may bring a field back.
struct SavedQueryRequest: DeclaredBody {
    private(set) var title: String?
    private var query = Query()

    /// The query as JSON, in the form that the interface writes.
    var document: String { String(decoding: query.json, as: UTF8.self) }

    static let shape = BodyShape<Self>(
        "SavedQueryChange",
        [
            .optional("title", \.title, .title, "the name when omitted"),
            .required("query", \.query, .query, "its fields need not be known yet"),
        ])

    /// 1–200 bytes without control characters.
    static func isName(_ name: String) -> Bool {
        1...GivenItem.identifierLimitBytes ~= name.utf8.count && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}

/// `{"stacked":true,"gapMilliseconds":1000}`: whether bursts are stacks.
extension BurstSetting: DeclaredBody {
    init() { self.init(isOn: false) }

    static let shape = BodyShape<Self>(
        "Bursts",
        [
            .required(
                "stacked", \.isOn, .boolean, "whether shots of one camera are a stack, each soon after the one before"),
            .defaulted(
                "gapMilliseconds", \.gapMilliseconds, .integer(BurstSetting.gaps), is: .int(1000),
                "the longest time between two shots of a burst"),
        ])
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

/// `{"fields":["rating"],"query":{…},"limit":50}`: only `fields` is required.
struct FacetRequest: DeclaredBody, Sendable {
    /// How many fields can be counted at once.
    static let fieldCounts = 1...32
    /// How many values of a field can be listed.
    static let limits = 1...1000

    var fields: [String] = []
    var query = Query()
    var limit = 50

    static let shape = BodyShape<Self>(
        "FacetRequest",
        [
            .required("fields", \.fields, .strings(fieldCounts, "fields")), .defaulted("query", \.query, .query),
            .defaulted("limit", \.limit, .integer(limits), is: .int(50), "maximum values of a field"),
        ])
}
