// Rows of the shared store, as libpq hands them over: whatever bytes are in whatever column, they are a collection or damage.

import CPostgres

/// One engine's way from rows to a collection that it serves.
func fuzzRows(_ bytes: [UInt8]) {
    var reader = RowReader(bytes)
    let (log, parts, runs, names) = (reader.answer(4), reader.answer(4), reader.answer(3), reader.answer(3))
    let rows = LogRow.rows(in: log)
    let head = StoredHead(version: reader.version(), stamp: 0)
    if LogRow.isChain(rows, from: head) {
        for (place, row) in rows.enumerated() { precondition(row.version - head.version == place + 1) }
    }
    var order = StoredOrder(collection: "birds", version: 1, sections: [])
    var items = IdentifierTable.stored(capacity: 0)
    do throws(PostgresError) {
        if parts.count > 0 { _ = try StoredRows.append(parts, to: &order) }
        try StoredRows.append(runs, to: &items)
        let stored = StoredCollection(
            checkpoint: order, head: head,
            changes: try rows.map { (row) throws(PostgresError) in try row.change(of: "birds") }, items: items,
            sections: try StoredRows.sections(names), attributes: [], revisions: [])
        restore(stored)
    } catch {
        guard case .damaged(let finding) = error, !finding.isEmpty else { preconditionFailure("\(error)") }
    }
}

/// What was restored can be shown: each item and each section has its name.
private func restore(_ stored: StoredCollection) {
    let collection = LiveCollection(source: NoItems(), number: 0)
    do throws(StoreError) { _ = try collection.restore(stored, log: stored.changes) } catch { return }
    let snapshot = collection.state.withLock { $0.snapshot }
    for index in 0..<snapshot.numberOfItems { _ = collection.itemID(snapshot.item(atFlat: index)) }
    for index in 0..<snapshot.numberOfSections { _ = collection.section(snapshot.section(at: index)) }
}

private struct NoItems: ItemSource {
    let id = "birds"
    let title = "Birds"
    let capabilities = Capabilities()
    let abilities = SourceAbilities()

    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing { throw .cancelled }

    func item(_ id: String) -> SourceItem? { nil }

    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original { throw .missing }
}

/// Results of queries out of bytes: before each value stands how many bytes it has, or which small number it is.
private struct RowReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func version() -> Int { Int(truncatingIfNeeded: number(of: value() ?? [])) }

    mutating func answer(_ columns: Int32) -> Answer {
        guard let result = PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK) else { preconditionFailure() }
        "c".withCString { name in
            var attributes = (0..<columns).map { _ in
                PGresAttDesc(
                    name: UnsafeMutablePointer(mutating: name), tableid: 0, columnid: 0, format: 1, typid: 17,
                    typlen: -1, atttypmod: -1)
            }
            PQsetResultAttrs(result, columns, &attributes)
        }
        for row in 0..<Int32((rest.popFirst() ?? 0) % 5) {
            for column in 0..<columns {
                var value = value()
                let count = Int32(value?.count ?? -1)
                value?.withUnsafeMutableBytes { bytes in
                    _ = PQsetvalue(result, row, column, bytes.assumingMemoryBound(to: CChar.self).baseAddress, count)
                }
                if count <= 0 { PQsetvalue(result, row, column, nil, count) }
            }
        }
        return Answer(result)
    }

    /// `nil` for NULL.
    private mutating func value() -> [UInt8]? {
        guard let first = rest.popFirst(), first < 255 else { return nil }
        if first >= 128 { return [0, 0, 0, 0, 0, 0, 0, first - 128] }
        defer { rest = rest.dropFirst(Int(first)) }
        return Array(rest.prefix(Int(first)))
    }

    private func number(of bytes: [UInt8]) -> Int64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
