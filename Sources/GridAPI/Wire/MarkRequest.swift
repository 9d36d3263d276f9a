import GridEngine
import JSONText

/// What `POST …/marks` takes: `{"items":["id",…]}` or `{"version":12,"ranges":[[first,last],…]}`, with the marks beside them as an
/// item's JSON has them: `stars`, `flag`, `rating`, `labels`.
struct MarkRequest: Sendable {
    var items: MarkedItems
    var marks = JSONObject()

    init(from reader: inout JSONReader) throws(JSONError) {
        var names: [String]?
        var ranges: [Range<Int>]?
        var version: Int?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "items":
                var list: [String] = []
                try reader.beginArray()
                while try reader.nextElement() { list.append(try reader.readString()) }
                names = list
            case "ranges": ranges = try reader.readItemRanges()
            case "version": version = try reader.readIndex()
            case "stars": marks[Marking.stars] = try reader.readValue()
            case "flag": marks[Marking.flag] = try reader.readValue()
            case "rating": marks[Marking.rating] = try reader.readValue()
            case "labels": marks[Marking.labels] = try reader.readValue()
            default: throw reader.unexpected("is no mark")
            }
        }
        switch (names, ranges) {
        case (let names?, nil): items = .items(names)
        case (nil, let ranges?):
            guard let version else { throw reader.missing("version") }
            items = .ranges(ranges, version: version)
        case (nil, nil): throw reader.missing("items")
        default: throw JSONError(kind: .unexpected("items or ranges, not both"), offset: 0, pointer: "/items")
        }
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
