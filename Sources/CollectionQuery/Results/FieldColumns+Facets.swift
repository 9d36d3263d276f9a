import CollectionModel

extension FieldColumns {
    /// Counts the values of fields among the items that a query finds. A field's own filter is left out of its counts: the parts
    /// of the outermost `all` that ask for this field alone.
    /// - Parameters:
    ///   - fields: what to count, by name.
    ///   - query: whose search and filter count.
    ///   - order: the collection's own.
    ///   - limit: of values for each field.
    ///   - isCancelled: asked now and then.
    /// - Returns: a facet for each field, in their order.
    /// - Throws: what `Query.check(in:)` throws, `unknownField` and `cancelled`.
    package func facets(
        _ fields: [String], of query: Query, in order: Snapshot, limit: Int, isCancelled: () -> Bool = { false }
    ) throws(QueryError) -> [Facet] {
        try query.check(in: self)
        for (index, field) in fields.enumerated() where self.index(of: field) == nil {
            throw .unknownField(field, pointer: "/fields/\(index)")
        }
        let members = MemberSet(order, limit: columns.reduce(0) { max($0, $1.limit) })
        var found: FacetItems?
        var facets: [Facet] = []
        for field in fields {
            if isCancelled() { throw .cancelled }
            var items = found
            let others = query.filter?.without(field)
            if items == nil || others != query.filter {
                let asked = Query(search: query.search, filter: others)
                items = members.intersection(try QueryPlan(asked, in: self).matching(in: self, isCancelled))
            }
            // Fields that the filter does not name have the same items.
            if others == query.filter { found = items }
            facets.append(facet(index(of: field)!, of: items!, limit: limit))
        }
        return facets
    }

    private func facet(_ index: Int, of items: FacetItems, limit: Int) -> Facet {
        var facet = Facet(
            field: fields[index].name, type: fields[index].type, values: [], buckets: [], missing: 0, hasMore: false)
        var values: [(value: FieldValue, count: Int)] = []
        var known = 0
        switch columns[index] {
        case .text(let column):
            items.set.forEach { known += column.value(Int($0)) == nil ? 0 : 1 }
        case .keyword(let column): values = column.counts(items.set, &known)
        case .boolean(let column):
            let counts = column.counts(items.set, count: 2, &known)
            values = [(.boolean(false), counts[0]), (.boolean(true), counts[1])]
        case .number(let column):
            (values, facet.buckets, facet.hasMore) = column.counts(items.set, &known)
        case .likeness(let column): column.forEachValue(in: items.set) { _, _ in known += 1 }
        case .date(let column): facet.buckets = column.buckets(items.set, &known)
        }
        values = values.filter { $0.count > 0 }.sorted { $0.count > $1.count }
        facet.values = Array(values.prefix(limit))
        facet.hasMore = facet.hasMore || values.count > limit
        facet.missing = items.count - known
        return facet
    }
}

/// The items of an order as a set.
private struct MemberSet {
    private let set: ItemSet
    /// Items without a value of any field.
    private let beyond: Int

    init(_ order: Snapshot, limit: Int) {
        set = ItemSet(order, limit: limit, isBeyond: false)
        beyond = order.numberOfItems - set.count!
    }

    func intersection(_ other: ItemSet?) -> FacetItems {
        guard let other else { return FacetItems(set: set, count: set.count! + beyond) }
        var both = set
        both.formIntersection(other)
        return FacetItems(set: both, count: both.count! + (other.count == nil ? beyond : 0))
    }
}

private struct FacetItems {
    let set: ItemSet
    /// Those without a bit included.
    let count: Int
}

extension Filter {
    /// The filter without the parts that ask for one field alone; `nil` when nothing is left.
    func without(_ field: String) -> Filter? {
        if fields == [field] { return nil }
        guard case .all(let parts) = self else { return self }
        let rest = parts.compactMap { $0.without(field) }
        return rest.isEmpty ? nil : .all(rest)
    }
}

/// How many items of a result have which values of one field.
package struct Facet: Sendable {
    package var field: String
    package var type: FieldType
    /// Most frequent first, equally frequent ones by value; none for text.
    package var values: [(value: FieldValue, count: Int)]
    /// Numbers and dates: ranges that follow each other, `until` excluded, those at the ends not empty.
    package var buckets: [(from: FieldValue, until: FieldValue, count: Int)]
    /// Items without a value.
    package var missing: Int
    /// Whether there are more values than the limit.
    package var hasMore: Bool
}
