import CollectionModel

/// Identifiers that come after those of a table, kept apart until they are durable.
struct NewIdentifiers: Sendable {
    /// The number of identifiers in the table.
    let base: Int
    /// `nil` without any: most drafts have none, and many are made.
    private(set) var table: IdentifierTable?
    /// The number of identifiers before the first one of `table`: `base`, or 0 where it begins with the known ones.
    private let first: Int

    /// Whether its table has the known ones too.
    var isWhole: Bool { first == 0 }

    init(base: Int) { (self.base, first) = (base, base) }

    /// - Parameters:
    ///   - base: the number of those that are known.
    ///   - table: these, and the new ones after them.
    init(base: Int, whole table: IdentifierTable) { (self.base, first, self.table) = (base, 0, table) }

    var count: Int { table.map { first + $0.count - base } ?? 0 }

    func ordinal(of id: String) -> UInt32? { table?.ordinal(of: id).map { $0 + UInt32(first) } }

    subscript(ordinal: UInt32) -> String? {
        guard let table, ordinal >= base, Int(ordinal) - first < table.count else { return nil }
        return table[ordinal - UInt32(first)]
    }

    /// The ordinal of an identifier that the table before does not have; looked for first at `guess`.
    mutating func intern(_ id: String, expecting guess: UInt32 = .max) -> UInt32 {
        if table == nil { table = IdentifierTable() }
        return table!.intern(id, expecting: guess &- UInt32(first)).ordinal + UInt32(first)
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
        if first == 0 { return all = table }
        _ = all.append(contentsOf: (0..<UInt32(table.count)).lazy.map { table[$0] })
    }
}

extension NewIdentifiers {
    /// Those from a place among them on.
    func stored(from place: Int = 0) -> StoredIdentifiers {
        guard let table, place < count else { return [] }
        return StoredIdentifiers(of: table, from: base + place - first, ordinal: UInt32(base + place))
    }
}
