import CollectionModel
import GridEngine
import JSONText

/// The body of `POST …/moves`: one item, or ranges of items that need not be known by name.
///
/// `{"item":"id","to":[s,i],"version":12}`, `{"item":"id","before":"id"}` with `after` or `section` in the place of `before`, or `{"version":12,"ranges":[[first,last],…]}` with `"to":[s,i]` or `"section":"id"`.
enum MoveRequest: Sendable {
    /// `to` is the item's place after the move, in `version` or, without one, in the newest.
    case item(String, to: IndexPath, version: Int?)
    case itemBeside(String, ItemDestination)
    /// Flat indices of a version; all go to one place, in their order.
    case ranges([Range<Int>], version: Int, SelectionDestination)

    init(from reader: inout JSONReader) throws(JSONError) {
        var item: String?
        var to: IndexPath?
        var ranges: [Range<Int>]?
        var version: Int?
        var section: String?
        var neighbour: ItemDestination?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "item": item = try reader.readString()
            case "to": to = try reader.readIndexPath()
            case "version": version = try reader.readIndex()
            case "section": section = try reader.readString()
            case "before", "after": neighbour = try reader.readNeighbour(besides: neighbour)
            case "ranges": ranges = try reader.readItemRanges()
            default:
                throw reader.unknownMember(known: "after", "before", "item", "ranges", "section", "to", "version")
            }
        }
        guard let ranges else {
            guard let item else { throw reader.missing("item") }
            if let destination = neighbour ?? section.map(ItemDestination.section) {
                guard to == nil, version == nil, neighbour == nil || section == nil else {
                    throw JSONError(
                        kind: .unexpected("to, before, after or section: one of them, and version with to alone"),
                        offset: 0, pointer: "/item")
                }
                self = .itemBeside(item, destination)
                return
            }
            guard let to else { throw reader.missing("to") }
            self = .item(item, to: to, version: version)
            return
        }
        guard neighbour == nil else {
            throw JSONError(kind: .unexpected("before and after are for one item"), offset: 0, pointer: "/ranges")
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

extension JSONReader {
    /// An item beside which another comes: the member is `before` or `after`.
    mutating func readNeighbour(besides other: ItemDestination?) throws(JSONError) -> ItemDestination {
        let isBefore = key == "before"
        let id = try readString()
        guard other == nil else { throw unexpected("before or after, not both") }
        return isBefore ? .before(id) : .after(id)
    }
}

/// `{"item":"id"}`: an item that is picked up.
struct PickUp: DeclaredBody {
    var item = ""

    static let shape = BodyShape<Self>("PickUp", [.required("item", \.item, .string)])
}

/// `{"to":[s,i],"version":12}`
struct Proposal: DeclaredBody {
    var to = IndexPath(0, 0)
    /// The version of the place; the newest when omitted.
    var version: Int?

    static let shape = BodyShape<Self>(
        "Proposal",
        [
            .required("to", \.to, .indexPath),
            .optional(
                "version", \.version, .index,
                """
                the version of the places before the change, or of the place of a move: the change is rebased onto later changes, or \
                refused with 409; the newest when omitted
                """),
        ])
}
