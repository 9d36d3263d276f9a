import GridEngine
import JSONText

/// The body of `POST …/marks`: `{"items":["id",…]}` or `{"version":12,"ranges":[[first,last],…]}`, with the marks beside them as an
/// item's JSON has them.
struct MarkRequest: Sendable {
    var items: MarkedItems
    var marks = JSONObject()

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice()
        try reader.beginObject()
        while try reader.nextMember() {
            if let mark = Mark.allCases.first(where: { JSONKey($0.rawValue) == reader.key }) {
                marks[mark.rawValue] = try reader.readValue()
            } else if try !choice.read(&reader) {
                throw reader.unknownMember(known: Mark.names.union(["items", "ranges", "version"]))
            }
        }
        guard let items = try choice.items(reader) else { throw reader.missing("items") }
        self.items = items
    }
}

extension JSONReader {
    /// Ranges of items, each `[first, last]` and none empty.
    mutating func readItemRanges() throws(JSONError) -> [Range<Int>] {
        var list: [Range<Int>] = []
        try beginArray()
        while try nextElement() {
            let range = try readItemRange()
            guard !range.isEmpty else { throw unexpected("must be [first, last]") }
            list.append(range)
        }
        return list
    }
}
