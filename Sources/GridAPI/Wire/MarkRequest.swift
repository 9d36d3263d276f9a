import GridEngine
import JSONText

/// What `POST …/marks` takes: `{"items":["id",…]}` or `{"version":12,"ranges":[[first,last],…]}`, with the marks beside them as an
/// item's JSON has them: `stars`, `flag`, `rating`, `labels`.
struct MarkRequest: Sendable {
    var items: MarkedItems
    var marks = JSONObject()

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice()
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "stars": marks[Marking.stars] = try reader.readValue()
            case "flag": marks[Marking.flag] = try reader.readValue()
            case "rating": marks[Marking.rating] = try reader.readValue()
            case "labels": marks[Marking.labels] = try reader.readValue()
            default:
                guard try choice.read(&reader) else {
                    throw reader.unknownMember(
                        known: "flag", "items", "labels", "ranges", "rating", "stars", "version")
                }
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
