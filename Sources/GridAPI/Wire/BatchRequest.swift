import CollectionModel
import GridEngine
import JSONText

/// A batch update as it comes: places, and items by name.
struct BatchRequest {
    /// An inserted section's items count each.
    static let operationLimit = 100_000

    private(set) var batch = NamedBatch()
    private var operations = 0

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "deletes": batch.places.deletesBefore = try list(&reader, BatchRequest.path)
            case "reloads": batch.places.reloadsBefore = try list(&reader, BatchRequest.path)
            case "reconfigures":
                batch.reconfigures = try list(&reader) { (reader) throws(JSONError) in try reader.readString() }
            case "moves":
                batch.places.moves = try list(&reader) { (reader) throws(JSONError) in
                    let (from, to) = try reader.readFromTo(BatchRequest.path)
                    return BatchUpdate.Move(fromBefore: from, toAfter: to)
                }
            case "inserts": batch.inserts = try list(&reader, BatchRequest.insert)
            case "deleteSections": batch.places.deleteSectionsBefore = try list(&reader, BatchRequest.index)
            case "insertSections": try readSectionInserts(&reader)
            case "moveSections":
                batch.places.moveSections = try list(&reader) { (reader) throws(JSONError) in
                    let (from, to) = try reader.readFromTo(BatchRequest.index)
                    return BatchUpdate.SectionMove(fromBefore: from, toAfter: to)
                }
            case "version": batch.version = try reader.readIndex()
            default:
                throw reader.unknownMember(
                    known: "deletes", "reloads", "reconfigures", "moves", "inserts", "deleteSections", "insertSections",
                    "moveSections", "version")
            }
        }
    }

    private mutating func count(_ reader: JSONReader) throws(JSONError) {
        operations += 1
        guard operations <= BatchRequest.operationLimit else {
            throw reader.tooMany("operations", limit: BatchRequest.operationLimit)
        }
    }

    private mutating func list<Element>(
        _ reader: inout JSONReader, _ element: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var list: [Element] = []
        try reader.beginArray()
        while try reader.nextElement() {
            try count(reader)
            list.append(try element(&reader))
        }
        return list
    }

    private mutating func readSectionInserts(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginArray()
        while try reader.nextElement() {
            try count(reader)
            var at: Int?
            var section: GivenSection?
            try reader.beginObject()
            while try reader.nextMember() {
                switch reader.key {
                case "at": at = try reader.readIndex()
                case "section":
                    let left = BatchRequest.operationLimit - operations
                    section = try reader.readGivenSection(itemLimit: left) { reader in
                        reader.tooMany("operations", limit: BatchRequest.operationLimit)
                    }
                    operations += section?.items.count ?? 0
                default: throw reader.unknownMember(known: "at", "section")
                }
            }
            guard let at else { throw reader.missing("at") }
            guard let section else { throw reader.missing("section") }
            batch.insertSections.append(.init(atAfter: at, section: section))
        }
    }

    private static func path(_ reader: inout JSONReader) throws(JSONError) -> IndexPath { try reader.readIndexPath() }

    private static func index(_ reader: inout JSONReader) throws(JSONError) -> Int { try reader.readIndex() }

    private static func insert(_ reader: inout JSONReader) throws(JSONError) -> NamedBatch.Insert {
        var at: IndexPath?
        var item: GivenItem?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "at": at = try reader.readIndexPath()
            case "item": item = try reader.readGivenItem()
            default: throw reader.unknownMember(known: "at", "item")
            }
        }
        guard let at else { throw reader.missing("at") }
        guard let item else { throw reader.missing("item") }
        return NamedBatch.Insert(atAfter: at, item: item)
    }
}

extension JSONReader {
    /// `{"from":…,"to":…}`
    mutating func readFromTo<Place>(
        _ place: (inout JSONReader) throws(JSONError) -> Place
    ) throws(JSONError) -> (from: Place, to: Place) {
        var from: Place?
        var to: Place?
        try beginObject()
        while try nextMember() {
            switch key {
            case "from": from = try place(&self)
            case "to": to = try place(&self)
            case "item": try skipValue()
            default: throw unknownMember(known: "from", "to")
            }
        }
        guard let from else { throw missing("from") }
        guard let to else { throw missing("to") }
        return (from, to)
    }
}
