import CollectionModel

/// The sequence of two items of a result, by their values and then their places in the collection.
struct ItemOrder {
    private let order: Snapshot
    private let columns: FieldColumns
    private let keys: [(column: Int, descending: Bool, near: Likeness?)]
    private let folding: StackFolding?

    init(_ query: Query, order: Snapshot, columns: FieldColumns, folding: StackFolding? = nil) {
        self.order = order
        self.folding = folding
        self.columns = columns
        keys = query.sort.map { (columns.index(of: $0.field)!, $0.descending, $0.near) }
    }

    /// One item with what it is compared by, so that this is read once.
    struct Probe {
        let item: ItemOrdinal
        /// The item that is compared for it.
        fileprivate let leader: ItemOrdinal
        fileprivate let values: [SortValue?]
        fileprivate let place: Int
        /// Among the members of its open stack.
        fileprivate let rank: Int
    }

    /// - Precondition: the item is in the collection.
    func probe(_ item: ItemOrdinal) -> Probe {
        let leader = leader(of: item)
        return Probe(
            item: item, leader: leader,
            values: keys.map { columns.columns[$0.column].sortValue(Int(leader.rawValue), near: $0.near) },
            place: order.flatIndex(of: leader)!, rank: rank(of: item, behind: leader))
    }

    private func leader(of item: ItemOrdinal) -> ItemOrdinal { folding?.leader(of: item) ?? item }

    /// The face of an open stack is before its other members, which are in the sequence of the collection.
    private func rank(of item: ItemOrdinal, behind leader: ItemOrdinal) -> Int {
        item == leader ? -1 : order.flatIndex(of: item)!
    }

    func precedes(_ probe: Probe, _ other: ItemOrdinal) -> Bool {
        let leader = leader(of: other)
        if leader == probe.leader { return probe.rank < rank(of: other, behind: leader) }
        for (key, value) in zip(keys, probe.values) {
            let against = columns.columns[key.column].sortValue(Int(leader.rawValue), near: key.near)
            if value == against { continue }
            return Self.precedes(value, against, descending: key.descending)
        }
        return probe.place < order.flatIndex(of: leader)!
    }

    func precedes(_ probe: Probe, _ other: Probe) -> Bool {
        if probe.leader == other.leader { return probe.rank < other.rank }
        for (key, (value, against)) in zip(keys, zip(probe.values, other.values)) where value != against {
            return Self.precedes(value, against, descending: key.descending)
        }
        return probe.place < other.place
    }

    private static func precedes(_ a: SortValue?, _ b: SortValue?, descending: Bool) -> Bool {
        guard let a else { return false }
        guard let b else { return true }
        return descending ? b < a : a < b
    }
}

/// The key by which an item is sorted.
enum SortValue: Hashable, Comparable {
    case integer(Int64)
    case number(Double)
    case text(SortText)
    case word(WordKey)

    static func < (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.integer(let a), .integer(let b)): a < b
        case (.number(let a), .number(let b)): a < b
        case (.text(let a), .text(let b)): a < b
        case (.word(let a), .word(let b)): a < b
        default: preconditionFailure("values of two fields")
        }
    }
}

extension FieldColumns.Column {
    func sortValue(_ slot: Int, near: Likeness?) -> SortValue? {
        switch self {
        case .text(let column): column.sortText(slot).map { .text($0) }
        case .keyword(let column):
            column.lists.value(slot).map { .word(WordKey(column.table.firstWord(ofList: Int($0)))) }
        case .number(let column): column.value(slot).map { .number($0) }
        case .date(let column): column.sortValue(slot).map { .integer($0) }
        case .boolean(let column): column.value(slot).map { .integer($0) }
        case .likeness(let column):
            near.flatMap { near in
                column.value(slot).map { .integer(Int64(Likeness(cell: $0).distance(to: near))) }
            }
        }
    }
}
