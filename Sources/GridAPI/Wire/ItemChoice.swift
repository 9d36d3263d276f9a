import CollectionModel
import GridEngine
import JSONText

/// Some items in a request: `{"items":["id",…]}`, or `{"version":12,"ranges":[[first,last],…]}`.
struct ItemChoice: Sendable {
    private var names: [String]?
    private var ranges: [Range<Int>]?
    private var version: Int?
    /// The meaning of the items.
    private(set) var meaning: StackMeaning?
    private let takesMeaning: Bool

    /// - Parameter takesMeaning: whether the request may say what its items stand for.
    init(takesMeaning: Bool = false) { self.takesMeaning = takesMeaning }

    /// Reads the member that the reader is at.
    /// - Returns: whether it is one of these.
    mutating func read(_ reader: inout JSONReader) throws(JSONError) -> Bool {
        switch reader.key {
        case "items":
            var list: [String] = []
            try reader.beginArray()
            while try reader.nextElement() { list.append(try reader.readString()) }
            names = list
        case "ranges": ranges = try reader.readItemRanges()
        case "version": version = try reader.readIndex()
        case "stacks" where takesMeaning:
            guard let known = StackMeaning(rawValue: try reader.readString()) else {
                throw reader.unexpected("must be open, folded or members")
            }
            meaning = known
        default: return false
        }
        return true
    }

    /// The chosen items; `nil` without names and ranges.
    func items(_ reader: JSONReader) throws(JSONError) -> MarkedItems? {
        switch (names, ranges) {
        case (let names?, nil): return .items(names)
        case (nil, let ranges?):
            guard let version else { throw reader.missing("version") }
            return .ranges(ranges, version: version)
        case (nil, nil): return nil
        default: throw JSONError(kind: .unexpected("items or ranges, not both"), offset: 0, pointer: "/items")
        }
    }
}

/// The body of `POST …/additions`: `{"collection":"id"}` with the items of it, all without a choice, and where they go: `"to":[s,i]`, or
/// `"section":"id"`, or the end of the album.
struct AdditionRequest: Sendable {
    let addition: AlbumAddition

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice(takesMeaning: true)
        var collection: String?
        var destination: SelectionDestination?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "collection": collection = try reader.readString()
            case "to": destination = .place(try reader.readIndexPath())
            case "section": destination = .endOfSection(try reader.readString())
            default:
                guard try choice.read(&reader) else {
                    throw reader.unknownMember(
                        known: "collection", "items", "ranges", "section", "stacks", "to", "version")
                }
            }
        }
        guard let collection else { throw reader.missing("collection") }
        let items = try choice.items(reader)
        addition = AlbumAddition(
            collection: collection, choice: items.map { .some($0) } ?? .all, meaning: choice.meaning,
            destination: destination)
    }
}

/// The body of `POST …/marks`: `{"items":["id",…]}` or `{"version":12,"ranges":[[first,last],…]}`, with the marks beside them as an
/// item's JSON has them, and `"sharpest"` where not all of them are marked.
struct MarkRequest: Sendable {
    var items: MarkedItems
    var meaning: StackMeaning?
    var sharpest: Int?
    var marks = JSONObject()

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice(takesMeaning: true)
        try reader.beginObject()
        while try reader.nextMember() {
            if let mark = Mark.allCases.first(where: { JSONKey($0.rawValue) == reader.key }) {
                marks[mark.rawValue] = try reader.readValue()
            } else if reader.key == "sharpest" {
                let count = try reader.readIndex()
                guard count > 0 else { throw reader.unexpected("must be 1 or more") }
                sharpest = count
            } else if try !choice.read(&reader) {
                throw reader.unknownMember(
                    known: Mark.names.union(["items", "ranges", "sharpest", "stacks", "version"]))
            }
        }
        guard let items = try choice.items(reader) else { throw reader.missing("items") }
        self.items = items
        meaning = choice.meaning
    }
}

/// The body of `POST …/stacks`: items as in `MarkRequest`, with what becomes of them: `"action"`, a stack without one, and its `"face"`.
struct StackRequest: Sendable {
    let items: MarkedItems
    let meaning: StackMeaning?
    let stacking: Stacking

    private static let actions: [String: Stacking] = ["unstack": .unstack, "leave": .leave, "face": .face]

    init(from reader: inout JSONReader) throws(JSONError) {
        var choice = ItemChoice(takesMeaning: true)
        var face: String?
        var action: Stacking?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "face": face = try reader.readString()
            case "action":
                let name = try reader.readString()
                action = Self.actions[name]
                guard action != nil || name == "stack" else {
                    throw reader.unexpected("must be stack, unstack, leave or face")
                }
            default:
                guard try choice.read(&reader) else {
                    throw reader.unknownMember(known: "action", "face", "items", "ranges", "stacks", "version")
                }
            }
        }
        guard let items = try choice.items(reader) else { throw reader.missing("items") }
        guard action == nil || face == nil else {
            throw JSONError(kind: .unexpected("is for a stack that is made"), offset: 0, pointer: "/face")
        }
        self.items = items
        meaning = choice.meaning
        stacking = action ?? .stack(face: face)
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
