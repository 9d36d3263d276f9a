import CollectionModel

/// Identifiers that come after those of a table, kept apart until they are durable.
struct NewIdentifiers: Sendable {
    /// The number of identifiers in the table.
    let base: Int
    /// `nil` without any: most drafts have none, and many are made.
    private(set) var table: IdentifierTable?

    init(base: Int) {
        self.base = base
    }

    var count: Int { table?.count ?? 0 }

    func ordinal(of id: String) -> UInt32? { table?.ordinal(of: id).map { $0 + UInt32(base) } }

    subscript(ordinal: UInt32) -> String? {
        guard let table, ordinal >= base, Int(ordinal) - base < table.count else { return nil }
        return table[ordinal - UInt32(base)]
    }

    /// The ordinal of an identifier that the table before does not have; looked for first at `guess`.
    mutating func intern(_ id: String, expecting guess: UInt32 = .max) -> UInt32 {
        if table == nil { table = IdentifierTable() }
        return table!.intern(id, expecting: guess &- UInt32(base)).ordinal + UInt32(base)
    }

    mutating func reserve(_ additional: Int) {
        guard additional > 0 else { return }
        if table == nil { table = IdentifierTable() }
        table!.reserve(additional)
    }

    /// Adds them to the table that they come after.
    func append(to all: inout IdentifierTable) {
        precondition(all.count == base, "\(all.count) identifiers instead of \(base)")
        guard let table else { return }
        if base == 0 { return all = table }
        _ = all.append(contentsOf: (0..<UInt32(table.count)).lazy.map { table[$0] })
    }
}

extension NewIdentifiers {
    /// Those from a place among them on.
    func stored(from first: Int = 0) -> [StoredIdentifier] {
        guard let table, first < table.count else { return [] }
        return (first..<table.count).map { StoredIdentifier(ordinal: UInt32(base + $0), id: table[UInt32($0)]) }
    }
}
