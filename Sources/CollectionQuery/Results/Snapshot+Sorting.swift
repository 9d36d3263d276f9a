import CollectionModel

extension Snapshot {
    /// This order with the items that a query finds in the sequence of its sort, each within its own section. Items that the query
    /// does not find keep their places. O(n), and O(m log m) where the m found items are sorted by text.
    /// - Parameters:
    ///   - query: what is sorted, and by what; its groups make no difference.
    ///   - columns: the values of the items.
    ///   - isCancelled: asked now and then.
    /// - Returns: the sorted order.
    /// - Throws: what `Query.check(in:)` throws, and `cancelled`.
    package func sorted(
        by query: Query, columns: FieldColumns, isCancelled: () -> Bool = { false }
    ) throws(QueryError) -> Snapshot {
        let plan = try QueryPlan(Query(search: query.search, filter: query.filter, sort: query.sort), in: columns)
        let found = try plan.run(
            on: self, columns: columns, groups: GroupTable(limit: 1), isFollowing: false, isCancelled: isCancelled)
        guard !plan.query.sort.isEmpty, let sequence = found.first?.items else { return self }
        let items = SectionedItems(sequence, in: self)
        let sections = (0..<numberOfSections).map { index in
            (id: section(at: index), items: items.filled(section: index, of: self))
        }
        do {
            return try Snapshot(sections: sections)
        } catch {
            preconditionFailure("items that change places in their sections give \(error)")
        }
    }
}

/// A sequence of items, taken apart by the sections of an order.
private struct SectionedItems {
    /// By ordinal: whether the item is in the sequence.
    private let isIncluded: [Bool]
    /// Section after section, each in the sequence.
    private let items: [ItemOrdinal]
    /// The start of each section in `items`.
    private let starts: [Int]

    init(_ sequence: [ItemOrdinal], in order: Snapshot) {
        let limit = Int(sequence.max()?.rawValue ?? 0) + 1
        var isIncluded = [Bool](repeating: false, count: limit)
        for item in sequence { isIncluded[Int(item.rawValue)] = true }
        var sections = [UInt32](repeating: 0, count: limit)
        var starts: [Int] = []
        starts.reserveCapacity(order.numberOfSections)
        var count = 0
        for index in 0..<order.numberOfSections {
            starts.append(count)
            order.forEachRun(inFlat: order.flatRange(ofSection: index)) { run in
                for item in run where Int(item.rawValue) < limit && isIncluded[Int(item.rawValue)] {
                    sections[Int(item.rawValue)] = UInt32(index)
                    count += 1
                }
            }
        }
        var items = sequence
        var next = starts
        for item in sequence {
            let section = Int(sections[Int(item.rawValue)])
            items[next[section]] = item
            next[section] += 1
        }
        (self.isIncluded, self.items, self.starts) = (isIncluded, items, starts)
    }

    /// The items of a section: those of the sequence take the places that any of them had.
    func filled(section: Int, of order: Snapshot) -> [ItemOrdinal] {
        var next = starts[section]
        var filled: [ItemOrdinal] = []
        filled.reserveCapacity(order.numberOfItems(inSection: section))
        order.forEachRun(inFlat: order.flatRange(ofSection: section)) { run in
            for item in run {
                if Int(item.rawValue) < isIncluded.count, isIncluded[Int(item.rawValue)] {
                    filled.append(items[next])
                    next += 1
                } else {
                    filled.append(item)
                }
            }
        }
        return filled
    }
}
