/// Identifiers that come after those of a table, kept apart until they are durable.
struct NewIdentifiers: Sendable {
    /// The number of identifiers in the table.
    let base: Int
    private(set) var ids: [String] = []
    private var ordinals: [String: UInt32] = [:]

    init(base: Int) {
        self.base = base
    }

    func ordinal(of id: String) -> UInt32? { ordinals[id] }

    subscript(ordinal: UInt32) -> String? {
        let index = Int(ordinal) - base
        return ids.indices.contains(index) ? ids[index] : nil
    }

    mutating func append(_ id: String) -> UInt32 {
        let ordinal = UInt32(base + ids.count)
        ordinals[id] = ordinal
        ids.append(id)
        return ordinal
    }
}

extension NewIdentifiers {
    var stored: [StoredIdentifier] {
        ids.enumerated().map { StoredIdentifier(ordinal: UInt32(base + $0), id: $1) }
    }
}
