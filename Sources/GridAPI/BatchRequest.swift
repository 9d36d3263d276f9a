import CollectionModel
import GridEngine

/// A batch update as it comes: places, and items by name.
struct BatchRequest: Sendable {
    private var update = BatchUpdate()
    private var reconfigures: [String] = []
    private var hasInserts = false

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "deletes":
                update.deletesBefore = try reader.readList { (reader) throws(JSONError) in try reader.readIndexPath() }
            case "moves":
                update.moves = try reader.readList { (reader) throws(JSONError) in
                    let (from, to) = try reader.readFromTo { (reader) throws(JSONError) in try reader.readIndexPath() }
                    return BatchUpdate.Move(fromBefore: from, toAfter: to)
                }
            case "reloads":
                update.reloadsBefore = try reader.readList { (reader) throws(JSONError) in try reader.readIndexPath() }
            case "reconfigures":
                reconfigures = try reader.readList { (reader) throws(JSONError) in try reader.readString() }
            case "deleteSections":
                update.deleteSectionsBefore = try reader.readList { (reader) throws(JSONError) in
                    try reader.readIndex()
                }
            case "moveSections":
                update.moveSections = try reader.readList { (reader) throws(JSONError) in
                    let (from, to) = try reader.readFromTo { (reader) throws(JSONError) in try reader.readIndex() }
                    return BatchUpdate.SectionMove(fromBefore: from, toAfter: to)
                }
            case "inserts", "insertSections":
                let count = try reader.readList { (reader) throws(JSONError) in try reader.skipValue() }.count
                hasInserts = hasInserts || count > 0
            default: throw reader.unexpected("is no member of a batch update")
            }
        }
    }

    /// The update with names resolved. Ordinals stay true in every later version.
    func update(of collection: String, in engine: GridEngine) throws(GridError) -> BatchUpdate {
        let capabilities = try engine.summary(of: collection).capabilities
        if hasInserts { throw .unsupported("items cannot be inserted into this collection") }
        if !capabilities.delete, !update.deletesBefore.isEmpty || !update.deleteSectionsBefore.isEmpty {
            throw .unsupported("items cannot be deleted from this collection")
        }
        if !capabilities.move, !update.moves.isEmpty || !update.moveSections.isEmpty {
            throw .unsupported("the order of this collection cannot be changed")
        }
        guard !reconfigures.isEmpty else { return update }
        let wanted = Set(reconfigures)
        let (_, snapshot, identities) = try engine.snapshot(of: collection)
        var ordinals: [String: ItemOrdinal] = [:]
        snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, _, ordinal in
            let id = identities.itemID(ordinal)
            if wanted.contains(id) { ordinals[id] = ordinal }
        }
        var resolved = update
        for (index, id) in reconfigures.enumerated() {
            guard let ordinal = ordinals[id] else {
                throw .invalid(pointer: "/reconfigures/\(index)", detail: "there is no item \(id)")
            }
            resolved.reconfigures.append(ordinal)
        }
        return resolved
    }
}

extension JSONReader {
    mutating func readList<Element>(
        _ element: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var list: [Element] = []
        try beginArray()
        while try nextElement() { list.append(try element(&self)) }
        return list
    }

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
            default: try skipValue()
            }
        }
        guard let from else { throw missing("from") }
        guard let to else { throw missing("to") }
        return (from, to)
    }
}
