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
        /// The item that is compared for it: the front of its open stack, or itself.
        fileprivate let leader: ItemOrdinal
        fileprivate let values: [SortValue?]
        fileprivate let place: Int
    }

    /// - Precondition: the item is in the collection.
    func probe(_ item: ItemOrdinal) -> Probe {
        let leader = leader(of: item)
        return Probe(item: item, leader: leader, values: values(of: leader), place: order.flatIndex(of: leader)!)
    }

    private func leader(of item: ItemOrdinal) -> ItemOrdinal { folding?.leader(of: item) ?? item }

    private func values(of item: ItemOrdinal) -> [SortValue?] {
        keys.map { columns.columns[$0.column].sortValue(Int(item.rawValue), near: $0.near) }
    }

    /// The front of an open stack is before its other members, which are compared by what is their own.
    private func precedes(_ item: ItemOrdinal, _ other: ItemOrdinal, behind leader: ItemOrdinal) -> Bool {
        guard item != leader, other != leader else { return item == leader && other != leader }
        func alone(_ item: ItemOrdinal) -> Probe {
            Probe(item: item, leader: item, values: values(of: item), place: order.flatIndex(of: item)!)
        }
        return precedes(alone(item), alone(other))
    }

    func precedes(_ probe: Probe, _ other: ItemOrdinal) -> Bool {
        let leader = leader(of: other)
        if leader == probe.leader { return precedes(probe.item, other, behind: leader) }
        for (key, value) in zip(keys, probe.values) {
            let against = columns.columns[key.column].sortValue(Int(leader.rawValue), near: key.near)
            if value == against { continue }
            return Self.precedes(value, against, descending: key.descending)
        }
        return probe.place < order.flatIndex(of: leader)!
    }

    func precedes(_ probe: Probe, _ other: Probe) -> Bool {
        if probe.leader == other.leader { return precedes(probe.item, other.item, behind: probe.leader) }
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
