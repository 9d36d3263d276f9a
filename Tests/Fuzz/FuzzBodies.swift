// What reads the bodies of requests, and the lines of backups: a body is taken or refused with words, never trapped on.

/// The body of a visible-range event, a batch, a move, a viewer, an item, a section, a query, marks, an addition to an album, a place
/// of a movement, an order, a whole collection, or pictures that are asked for together.
func fuzzBody(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    switch kind % 16 {
    case 0:
        guard let event = read(body, { (reader) throws(JSONError) in try RangeEvent(from: &reader) }) else { return }
        if case .rect(let rect) = event.visible {
            precondition(rect.y.isFinite && rect.height.isFinite, "a rect without an end")
        }
        if case .items(let items) = event.visible { precondition(items.lowerBound >= 0) }
    case 1:
        _ = read(body) { (reader) throws(JSONError) in try BatchRequest(from: &reader) }
    case 2: _ = read(body) { (reader) throws(JSONError) in try MoveRequest(from: &reader) }
    case 3: _ = read(body) { (reader) throws(JSONError) in try ViewerRequest(from: &reader) }
    case 4:
        guard let item = read(body, { (reader) throws(JSONError) in try reader.readGivenItem() }) else { return }
        precondition(1...200 ~= item.id.utf8.count)
    case 5: fuzzQuery(body)
    case 6: _ = read(body) { (reader) throws(JSONError) in try MarkRequest(from: &reader) }
    case 7: _ = read(body) { (reader) throws(JSONError) in try AdditionRequest(from: &reader) }
    case 8: _ = read(body) { (reader) throws(JSONError) in try ItemChange(from: &reader) }
    case 9: _ = read(body) { (reader) throws(JSONError) in try reader.read(FacetRequest.self) }
    case 10: _ = read(body) { (reader) throws(JSONError) in try reader.read(SavedQueryRequest.self) }
    case 11:
        guard let place = read(body, { (reader) throws(JSONError) in try reader.read(Proposal.self) }) else { return }
        precondition(place.to.section >= 0 && place.to.item >= 0 && place.version ?? 0 >= 0)
    case 12:
        guard let order = read(body, { (reader) throws(JSONError) in try NamedOrder(from: &reader) }) else { return }
        precondition(order.sections.reduce(0) { $0 + $1.items.count } <= body.count && order.version ?? 0 >= 0)
    case 13:
        let collection = read(body) { (reader) throws(JSONError) in
            try PostedCollection(from: &reader, share: .unlimited)
        }
        guard let collection else { return }
        precondition(1...200 ~= collection.id.utf8.count && collection.title.utf8.count <= GivenItem.titleLimitBytes)
        precondition(collection.sectionCount + collection.itemCount <= body.count, "more than it can name")
    case 14: _ = read(body) { (reader) throws(JSONError) in try reader.read(ImagesRequest.self) }
    default:
        _ = read(body) { (reader) throws(JSONError) in
            try reader.readGivenSection(itemLimit: 1000) { $0.unexpected("is one too many") }
        }
    }
}

/// A query that is read and written again is read as the same.
private func fuzzQuery(_ body: [UInt8]) {
    guard let query = read(body, { (reader) throws(JSONError) in try Query(from: &reader) }) else { return }
    var writer = JSONWriter()
    query.write(to: &writer)
    let written = writer.take()
    guard let again = read(written, { (reader) throws(JSONError) in try Query(from: &reader) }) else {
        preconditionFailure("what was written is no query")
    }
    precondition(again == query, "written once more, it asks for something else")
}

/// A batch either leads to an order with as many items as it says, and can be taken back, or is refused.
func fuzzBatch(_ bytes: [UInt8]) {
    guard let batch = read(bytes, { (reader) throws(JSONError) in try BatchRequest(from: &reader).batch }) else {
        return
    }
    let items = (0..<12).map { ItemOrdinal(rawValue: $0) }
    guard
        let before = try? Snapshot(sections: [
            (SectionOrdinal(rawValue: 0), Array(items[..<7])), (SectionOrdinal(rawValue: 1), Array(items[7...])),
        ])
    else { preconditionFailure() }
    guard let patch = try? before.patch(for: batch.places) else { return }
    var after = before
    do { try after.apply(patch) } catch { preconditionFailure("what a batch came to does not apply: \(error)") }
    precondition(after.numberOfItems == 12 + patch.inserts.count - patch.deletes.count)
    do { try after.apply(patch.inverted()) } catch { preconditionFailure("a batch cannot be taken back: \(error)") }
    for index in 0..<12 { precondition(after.item(atFlat: index) == before.item(atFlat: index)) }
}

private func read<Value>(
    _ body: [UInt8], _ decode: (inout JSONReader) throws(JSONError) -> Value
) -> Value? {
    var reader = JSONReader(body)
    do throws(JSONError) {
        let value = try decode(&reader)
        try reader.end()
        return value
    } catch {
        precondition(!error.explanation.isEmpty && error.offset <= body.count)
        return nil
    }
}

/// A line of a backup that is read and written again is read as the same.
func fuzzBackup(_ bytes: [UInt8]) {
    guard let line = try? BackupLine(bytes) else { return }
    var writer = JSONWriter()
    writer.backupLine(line)
    guard let again = try? BackupLine(writer.take()) else { preconditionFailure("what was written is no line") }
    if case .item(let item) = line, item.kept != nil { return }
    precondition(again == line, "written once more, it says something else")
}
