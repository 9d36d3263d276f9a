import CollectionModel
import GridEngine
import JSONText

/// What `POST …/moves` takes: one item, or ranges of items that need not be known by name.
///
/// `{"item":"id","to":[s,i],"version":12}`, or `{"version":12,"ranges":[[first,last],…]}` with `"to":[s,i]` or `"section":"id"`.
enum MoveRequest: Sendable {
    /// `to` is the item's place after the move, in `version` or, without one, in the newest.
    case item(String, to: IndexPath, version: Int?)
    /// Flat indices of a version; all go to one place, in their order.
    case ranges([Range<Int>], version: Int, SelectionDestination)

    init(from reader: inout JSONReader) throws(JSONError) {
        var item: String?
        var to: IndexPath?
        var ranges: [Range<Int>]?
        var version: Int?
        var section: String?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "item": item = try reader.readString()
            case "to": to = try reader.readIndexPath()
            case "version": version = try reader.readIndex()
            case "section": section = try reader.readString()
            case "ranges": ranges = try reader.readItemRanges()
            default: try reader.skipValue()
            }
        }
        guard let ranges else {
            guard let item else { throw reader.missing("item") }
            guard let to else { throw reader.missing("to") }
            self = .item(item, to: to, version: version)
            return
        }
        guard item == nil else {
            throw JSONError(kind: .unexpected("an item or ranges, not both"), offset: 0, pointer: "/item")
        }
        guard let version else { throw reader.missing("version") }
        if let section {
            self = .ranges(ranges, version: version, .endOfSection(section))
        } else {
            guard let to else { throw reader.missing("to") }
            self = .ranges(ranges, version: version, .place(to))
        }
    }
}
