import CollectionModel

/// The ordered, sectioned outcome of a query over one collection, which follows the collection's changes.
///
/// Its sections are the collection's own where the query keeps the own order, without the empty ones; one section (`all`) when
/// it is sorted only; one for each group, by value, the items without a value last. Ties keep the collection's own order.
package struct QueryResult: Sendable {
    package let query: Query
    /// Over the collection's item ordinals.
    package internal(set) var order: Snapshot
    /// The key of each section when the query groups, else empty.
    var sectionKeys: [GroupKey?]
    /// Of groups by gaps.
    private var spans = TimeSpans()
    /// Identifiers of sections, for what is folded.
    let sectionID: @Sendable (SectionOrdinal) -> String
    /// The items whose stacks are open.
    package let openStacks: Set<ItemOrdinal>
    /// Whether it is the collection's own order, of which a copy would cost as much again.
    private var isShared = false

    /// Carries the query out. O(n), and O(m log m) where m found items are sorted.
    /// - Parameters:
    ///   - query: what is asked for.
    ///   - order: the collection's own, over which the result is.
    ///   - columns: the values of its items.
    ///   - groups: the collection's, shared by its results.
    ///   - base: a result at the same state that the query narrows (`Query.narrows`): nothing is sorted again, and only its
    ///     items are looked at.
    ///   - sectionID: the identifier of a section, the collection's own or a group's.
    ///   - item: the item with an identifier.
    ///   - isCancelled: asked now and then.
    /// - Throws: what `Query.check(in:)` throws, `tooManyGroups` and `cancelled`.
    package init(
        _ query: Query, of order: Snapshot, columns: FieldColumns, groups: GroupTable, from base: QueryResult? = nil,
        sectionID: @escaping @Sendable (SectionOrdinal) -> String = { "\($0.rawValue)" },
        item: (String) -> ItemOrdinal? = { UInt32($0).map { ItemOrdinal($0) } },
        isCancelled: () -> Bool = { false }
    ) throws(QueryError) {
        self.query = query
        self.sectionID = sectionID
        openStacks = query.foldsStacks ? Set(query.openStacks.compactMap(item)) : []
        sectionKeys = []
        // Empty sections included.
        guard !query.isEverything(of: columns) else {
            self.order = order
            isShared = true
            return
        }
        spans = TimeSpans(query, of: order, in: columns, known: base?.spans)
        let plan = try QueryPlan(query, open: openStacks, in: columns, spans: spans)
        // Items whose groups have no place may need it later.
        if let plan = plan.groups, plan.ordinal(nil, in: groups) == nil {
            throw .tooManyGroups(limit: GroupTable.limit)
        }
        let sections =
            if let base {
                try plan.run(on: base, of: order, columns: columns, isCancelled: isCancelled)
            } else {
                try plan.run(on: order, columns: columns, groups: groups, isFollowing: false, isCancelled: isCancelled)
            }
        self.order = Snapshot(query.folded(sections, sectionID))
        sectionKeys = query.group == nil ? [] : sections.map(\.key)
    }

    /// Brings the result to the collection's next version. A change of a few items costs O(log² n) for each of them; a large one
    /// is computed again.
    /// - Parameters:
    ///   - patch: leads to `order` from the order that the result was made of or followed last. It names all items whose place or
    ///     values changed.
    ///   - order: the collection's own order after the change.
    ///   - columns: the values after the change.
    ///   - groups: the same as at the beginning.
    /// - Returns: the result's own patch; empty when nothing in it changed. Items in it that were reconfigured or reloaded are too.
    package mutating func follow(
        _ patch: Patch, to order: Snapshot, columns: FieldColumns, groups: GroupTable
    ) -> Patch {
        if isShared, query.isEverything(of: columns) {
            self.order = order
            return patch
        }
        let hasSameItems = patch.inserts.isEmpty && patch.deletes.isEmpty
        let spans = TimeSpans(query, of: order, in: columns, known: hasSameItems ? self.spans : nil)
        let plan: QueryPlan
        do throws(QueryError) {
            plan = try QueryPlan(query, open: openStacks, in: columns, spans: spans)
        } catch {
            preconditionFailure("fields of a result are gone: \(error)")
        }
        let retitled = plan.groups?.retitled(sectionKeys, since: self.spans, in: groups) ?? []
        var change = follow(patch, to: order, columns: columns, groups: groups, by: plan)
        self.spans = spans
        if !retitled.isEmpty { change.reconfigureSections += retitled.filter { self.order.index(of: $0) != nil } }
        return change
    }

    private mutating func follow(
        _ patch: Patch, to order: Snapshot, columns: FieldColumns, groups: GroupTable, by plan: QueryPlan
    ) -> Patch {
        let movesSections = !patch.deleteSections.isEmpty || !patch.insertSections.isEmpty
        // Items that nothing has happened to are in other groups.
        let hasOtherGroups = plan.groups.map { $0.spans.firsts != spans.firsts } ?? false
        if !isShared, !hasOtherGroups, patch.isSmall(for: order),
            !query.isFolded && !query.keepsSections || !movesSections
        {
            var step = ResultStep(self, plan: plan, order: order, columns: columns, groups: groups)
            // A section that was not there is folded as it comes: its items are not in the step.
            if let change = step.run(patch, on: &self) { return change }
        }
        return recompute(plan, patch, order: order, columns: columns, groups: groups)
    }

    private mutating func recompute(
        _ plan: QueryPlan, _ patch: Patch, order: Snapshot, columns: FieldColumns, groups: GroupTable
    ) -> Patch {
        let sections: [QueryPlan.Section]
        do throws(QueryError) {
            sections = try plan.run(
                on: order, columns: columns, groups: groups, isFollowing: true, isCancelled: { false })
        } catch {
            preconditionFailure("a result that follows fails: \(error)")
        }
        let next = Snapshot(query.folded(sections, sectionID))
        let difference = self.order.patch(to: next, reloaded: patch.reloads, reconfigured: patch.reconfigures)
        self.order = next
        isShared = false
        sectionKeys = query.group == nil ? [] : sections.map(\.key)
        return difference
    }
}

extension Query {
    /// Whether its result is the collection's own order.
    fileprivate func isEverything(of columns: FieldColumns) -> Bool {
        keepsOwnOrder && hasNoCondition && (!foldsStacks || columns.stacks.isEmpty)
    }

    /// The sections of a result; those that are folded without their items.
    func folded(_ sections: [QueryPlan.Section], _ sectionID: (SectionOrdinal) -> String) -> [QueryPlan.Section] {
        guard isFolded, keepsOwnOrder || group != nil, let folding else { return sections }
        return sections.map { section in
            folding.folds(sectionID(section.id)) ? .init(id: section.id, key: section.key, items: []) : section
        }
    }
}

extension Patch {
    /// Whether to follow item by item: with more items than one in this many, all at once is faster. A moved section moves its
    /// items, which the patch does not name.
    fileprivate func isSmall(for order: Snapshot) -> Bool {
        count <= max(32, order.numberOfItems / 4096) && moveSections.isEmpty
    }
}

extension Snapshot {
    fileprivate init(_ sections: [QueryPlan.Section]) {
        do {
            try self.init(sections: sections.map { (id: $0.id, items: $0.items) })
        } catch {
            preconditionFailure("an order without duplicates gives a result with \(error)")
        }
    }
}

extension QueryPlan {
    /// Carries the query out over a result that it narrows, in that one's sequence and sections.
    /// - Throws: `cancelled`.
    func run(
        on base: QueryResult, of order: Snapshot, columns: FieldColumns, isCancelled: () -> Bool
    ) throws(QueryError) -> [Section] {
        let limit = columns.columns.reduce(0) { max($0, $1.limit) }
        // Items without any value have no bit; those of others are not looked for.
        let items = base.query.isUnfiltered ? nil : ItemSet(base.order, limit: limit, isBeyond: true)
        var matching: ItemSet?
        if !condition.isAlways {
            var set = try condition.select(among: items, in: columns, isCancelled: isCancelled)
            if let items { set.formIntersection(items) }
            matching = set
        }
        let found = FoundItems(order: base.order, set: stackFolding.map { $0.fronts(of: matching) } ?? matching)
        var sections = found.inSections(keepingEmpty: query.keepsSections)
        if !base.sectionKeys.isEmpty {
            for index in sections.indices {
                sections[index].key = base.sectionKeys[base.order.index(of: sections[index].id)!]
            }
        }
        stackFolding?.unfold(&sections, query, order)
        return sections
    }
}
