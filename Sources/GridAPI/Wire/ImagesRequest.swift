import JSONText

/// `{"items":["harbour","market"],"width":160}`: pictures that are asked for together.
struct ImagesRequest: Sendable {
    static let itemCounts = 1...32
    /// Of the square that each picture covers, in px.
    static let widths = 1...2560

    var items: [String]
    var width: Int

    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [String]?
        var width: Int?
        let widths = ImagesRequest.widths
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "items": items = try ImagesRequest.readItems(from: &reader)
            case "width":
                let found = try reader.readInt()
                guard widths.contains(found) else {
                    throw reader.unexpected("must be from \(widths.lowerBound) to \(widths.upperBound)")
                }
                width = found
            default: throw reader.unknownMember(known: "items", "width")
            }
        }
        guard let items else { throw reader.missing("items") }
        guard let width else { throw reader.missing("width") }
        (self.items, self.width) = (items, width)
    }

    private static func readItems(from reader: inout JSONReader) throws(JSONError) -> [String] {
        var items: [String] = []
        try reader.beginArray()
        while try reader.nextElement() {
            guard items.count < itemCounts.upperBound else {
                throw reader.unexpected("must have 1 to \(itemCounts.upperBound) items")
            }
            items.append(try reader.readString())
        }
        guard !items.isEmpty else { throw reader.unexpected("must have 1 to \(itemCounts.upperBound) items") }
        return items
    }
}
