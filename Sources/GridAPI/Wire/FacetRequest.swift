import CollectionQuery
import JSONText

/// `{"fields":["rating"],"query":{…},"limit":50}`: only `fields` is required.
struct FacetRequest: Sendable {
    /// How many fields can be counted at once.
    static let fieldCounts = 1...32
    /// How many values of a field can be listed.
    static let limits = 1...1000

    var fields: [String]
    var query = Query()
    var limit = 50

    init(fields: [String]) { self.fields = fields }

    init(from reader: inout JSONReader) throws(JSONError) {
        var fields: [String]?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "fields": fields = try FacetRequest.readFields(from: &reader)
            case "query": query = try Query(from: &reader)
            case "limit":
                limit = try reader.readInt()
                guard FacetRequest.limits.contains(limit) else { throw reader.unexpected("must be from 1 to 1000") }
            default: throw reader.unknownMember(known: "fields", "query", "limit")
            }
        }
        guard let fields else { throw reader.missing("fields") }
        self.fields = fields
    }

    private static func readFields(from reader: inout JSONReader) throws(JSONError) -> [String] {
        var fields: [String] = []
        try reader.beginArray()
        while try reader.nextElement() {
            guard fields.count < fieldCounts.upperBound else {
                throw reader.unexpected("must have 1 to \(fieldCounts.upperBound) fields")
            }
            fields.append(try reader.readString())
        }
        guard !fields.isEmpty else { throw reader.unexpected("must have 1 to \(fieldCounts.upperBound) fields") }
        return fields
    }
}
