import CollectionModel

/// A query compiled for the fields of one state of the columns.
struct QueryPlan {
    /// The most groups of one result.
    static let groupLimit = 1 << 16

    let query: Query
    let condition: Condition
    let groups: GroupPlan?
    /// `nil` where no stacks are folded.
    let stackFolding: StackFolding?

    /// - Parameters:
    ///   - query: what is asked for.
    ///   - open: items whose stacks are open.
    ///   - columns: the values.
    ///   - spans: of a query with groups by gaps.
    /// - Throws: what `Query.check(in:)` throws.
    init(
        _ query: Query, open: Set<ItemOrdinal> = [], in columns: FieldColumns, spans: TimeSpans = TimeSpans()
    ) throws(QueryError) {
        try query.check(in: columns)
        self.query = query
        condition = Condition(query, in: columns)
        stackFolding = StackFolding(query, condition, open: open, in: columns)
        groups = query.group == nil ? nil : GroupPlan(query, in: columns, spans: spans)
    }

    struct Section {
        var id: SectionOrdinal
        var key: GroupKey?
        var items: [ItemOrdinal]
    }

    /// Carries the query out.
    /// - Throws: `cancelled`, and `tooManyGroups` unless `isFollowing`.
    func run(
        on order: Snapshot, columns: FieldColumns, groups table: GroupTable, isFollowing: Bool, isCancelled: () -> Bool
    ) throws(QueryError) -> [Section] {
        let matching = try matching(in: columns, isCancelled)
        let found = FoundItems(order: order, set: stackFolding.map { $0.fronts(of: matching) } ?? matching)
        var sections = try sections(
            of: found, columns: columns, groups: table, isFollowing: isFollowing, isCancelled: isCancelled)
        stackFolding?.unfold(&sections, query, order)
        return sections
    }

    private func sections(
        of found: FoundItems, columns: FieldColumns, groups table: GroupTable, isFollowing: Bool,
        isCancelled: () -> Bool
    ) throws(QueryError) -> [Section] {
        if query.keepsOwnOrder { return found.inSections(keepingEmpty: query.keepsSections) }
        var items = try found.inOrder(isCancelled)
        guard !items.isEmpty else { return [] }
        // The last key first: sorting is stable.
        var keys: SortKeys?
        for key in query.sort.reversed() {
            if isCancelled() { throw .cancelled }
            keys = try columns.columns[columns.index(of: key.field)!].sort(
                &items, by: key, isCancelled: isCancelled)
        }
        if isCancelled() { throw .cancelled }
        guard let groups else {
            return [Section(id: table.ordinal(of: GroupTable.wholeID, title: ""), items: items.map { ItemOrdinal($0) })]
        }
        return try groups.split(
            items, sorted: query.sort.first?.field == groups.field ? keys : nil, columns: columns, table: table,
            isFollowing: isFollowing)
    }

    /// The items that match; `nil` when all do.
    func matching(in columns: FieldColumns, _ isCancelled: () -> Bool) throws(QueryError) -> ItemSet? {
        condition.isAlways ? nil : try condition.select(in: columns, isCancelled: isCancelled)
    }
}

extension FieldColumns.Column {
    /// - Returns: the sorted keys; `nil` for text.
    /// - Throws: `cancelled`.
    fileprivate func sort(
        _ items: inout [UInt32], by key: SortKey, isCancelled: () -> Bool
    ) throws(QueryError) -> SortKeys? {
        if case .text(let column) = self {
            try column.sort(&items, descending: key.descending, isCancelled: isCancelled)
            return nil
        }
        var keys = sortKeys(of: items, descending: key.descending, near: key.near)
        keys.sort(&items)
        return keys
    }
}

/// The items of an order that are in a set.
struct FoundItems {
    let order: Snapshot
    /// `nil` means all.
    let set: ItemSet?

    /// With fewer items in the set than one in this many of the order, they are looked up instead of the order scanned.
    private static let scanRatio = 256

    /// In the collection's sections.
    func inSections(keepingEmpty: Bool = false) -> [QueryPlan.Section] {
        if !keepingEmpty, let few { return inSections(few) }
        var sections: [QueryPlan.Section] = []
        for index in 0..<order.numberOfSections {
            let items = items(inFlat: order.flatRange(ofSection: index), upTo: nil) { $0 }
            if keepingEmpty || !items.isEmpty { sections.append(.init(id: order.section(at: index), items: items)) }
        }
        return sections
    }

    private func inSections(_ places: [(flat: Int, item: UInt32)]) -> [QueryPlan.Section] {
        var sections: [QueryPlan.Section] = []
        var end = 0
        for place in places {
            if place.flat >= end {
                let section = order.indexPath(forFlat: place.flat).section
                end = order.flatRange(ofSection: section).upperBound
                sections.append(.init(id: order.section(at: section), items: []))
            }
            sections[sections.count - 1].items.append(ItemOrdinal(place.item))
        }
        return sections
    }

    /// All in the order's sequence.
    /// - Throws: `cancelled`.
    func inOrder(_ isCancelled: () -> Bool) throws(QueryError) -> [UInt32] {
        if let few { return few.map(\.item) }
        if isCancelled() { throw .cancelled }
        return items(inFlat: 0..<order.numberOfItems, upTo: set?.count) { $0.rawValue }
    }

    /// The found items of a range, each made an element of. It avoids a branch for each item: the processor could not predict it.
    private func items<Element>(
        inFlat range: Range<Int>, upTo count: Int?, _ element: (ItemOrdinal) -> Element
    ) -> [Element] {
        // One more than can be found: what is not found is written too, and then written over.
        let capacity = min(count ?? range.count, range.count) + 1
        return [Element](unsafeUninitializedCapacity: capacity) { buffer, found in
            let elements = buffer.baseAddress!
            order.forEachRun(inFlat: range) { run in
                guard let set else {
                    for item in run {
                        (elements + found).initialize(to: element(item))
                        found += 1
                    }
                    return
                }
                set.words.withUnsafeBufferPointer { words in
                    for item in run {
                        (elements + found).initialize(to: element(item))
                        found += set.contains(item.rawValue, words) ? 1 : 0
                    }
                }
            }
        }
    }

    /// The set's items by their places, when they are few.
    private var few: [(flat: Int, item: UInt32)]? {
        guard let set, let count = set.count, count * Self.scanRatio < order.numberOfItems else { return nil }
        var places: [(flat: Int, item: UInt32)] = []
        set.forEach { item in
            if let flat = order.flatIndex(of: ItemOrdinal(item)) { places.append((flat, item)) }
        }
        return places.sorted { $0.flat < $1.flat }
    }
}
