import CollectionModel

extension IdentifierTable {
    /// A table as a store reads it: nothing was looked up in it.
    package static func readBack(_ ids: [String]) throws -> IdentifierTable {
        var bytes: [UInt8] = []
        for id in ids {
            bytes += [UInt8(truncatingIfNeeded: id.utf8.count), UInt8(truncatingIfNeeded: id.utf8.count >> 8)]
            bytes += id.utf8
        }
        var table = IdentifierTable.stored(capacity: ids.count)
        try table.append(run: bytes.span, count: ids.count)
        return table
    }
}
