import CollectionModel

extension GroupPlan {
    /// Sorts items by their groups, stable, and splits them.
    /// - Parameters:
    ///   - sequence: the items, sorted.
    ///   - sorted: the keys by which they are sorted, when these are of the field that groups.
    ///   - columns: the values.
    ///   - table: the collection's groups.
    ///   - isFollowing: whether items of groups that have no place are with those without a value.
    /// - Returns: a section for each group.
    /// - Throws: `tooManyGroups`, unless `isFollowing`.
    func split(
        _ sequence: [UInt32], sorted: SortKeys?, columns: FieldColumns, table: GroupTable, isFollowing: Bool
    ) throws(QueryError) -> [QueryPlan.Section] {
        // Before any of them has a place in the table, which keeps it for all.
        if gapMinutes != nil, !isFollowing, spans.firsts.count > QueryPlan.groupLimit {
            throw .tooManyGroups(limit: QueryPlan.groupLimit)
        }
        var items = sequence
        var keys = sorted ?? self.keys(of: items, in: columns)
        if sorted == nil { keys.sort(&items) }
        var sections: [QueryPlan.Section] = []
        var unplaced: Set<UInt32> = []
        var start = 0
        while start < items.count {
            let end = sorted != nil && type == .date ? endOfPeriod(from: start, keys) : keys.endOfRun(from: start)
            let key = key(Int(items[start]), in: columns)
            if let id = sections.count < QueryPlan.groupLimit || isFollowing ? ordinal(key, in: table) : nil {
                sections.append(.init(id: id, key: key, items: items[start..<end].map { ItemOrdinal($0) }))
            } else if isFollowing {
                unplaced.formUnion(items[start..<end])
            } else {
                throw .tooManyGroups(limit: QueryPlan.groupLimit)
            }
            start = end
        }
        if !unplaced.isEmpty { add(unplaced, to: &sections, sequence, table) }
        return sections
    }

    /// The section of a group; `nil` when there are too many.
    func ordinal(_ key: GroupKey?, in table: GroupTable) -> SectionOrdinal? {
        table.find(id(key), title: title(key))
    }

    private func add(
        _ unplaced: Set<UInt32>, to sections: inout [QueryPlan.Section], _ sorted: [UInt32], _ table: GroupTable
    ) {
        var last = unplaced
        if let section = sections.last, section.key == nil {
            last.formUnion(section.items.lazy.map(\.rawValue))
            sections.removeLast()
        }
        let items = sorted.filter { last.contains($0) }.map { ItemOrdinal($0) }
        sections.append(.init(id: table.ordinal(of: id(nil), title: title(nil)), key: nil, items: items))
    }

    private func keys(of items: [UInt32], in columns: FieldColumns) -> SortKeys {
        let column = columns.columns[columns.index(of: field)!]
        guard case .date(let dates) = column else { return column.sortKeys(of: items, descending: descending) }
        return dates.seconds.withCells { pages in
            // Items that follow each other are mostly of the same period.
            var last: (seconds: Range<Int64>, number: Int64) = (0..<0, 0)
            return SortKeys(count: items.count, descending: descending) { index in
                guard let second = pages.value(items[index]) else { return nil }
                if !last.seconds.contains(second) { last = bounds(around: second) }
                return last.number
            }
        }
    }

    /// The end of the items, sorted by date, that are in the same period as the first of them.
    private func endOfPeriod(from start: Int, _ keys: SortKeys) -> Int {
        var end = start + 1
        guard let first = keys.second(start) else { return keys.keys.count }
        let seconds = bounds(around: first).seconds
        while end < keys.keys.count, let second = keys.second(end), seconds.contains(second) { end += 1 }
        return end
    }
}

extension Grouping.Period {
    /// The period in which a second is.
    func bounds(around second: Int64) -> (seconds: Range<Int64>, number: Int64) {
        if self == .hour {
            let hour = Self.hour(of: second)
            return (hour * 3600..<(hour + 1) * 3600, hour)
        }
        let day = FieldDate(localSeconds: second).day
        let (first, next): (CivilDay?, CivilDay?) =
            switch self {
            case .year: (CivilDay(day.year, 1, 1), CivilDay(day.year + 1, 1, 1))
            case .month:
                (
                    CivilDay(day.year, day.month, 1),
                    day.month == 12 ? CivilDay(day.year + 1, 1, 1) : CivilDay(day.year, day.month + 1, 1)
                )
            case .day, .hour: (day, CivilDay(number: day.number + 1))
            }
        let start = Int64(first!.number) * 86_400
        let end = next.map { Int64($0.number) * 86_400 } ?? FieldDate.seconds.upperBound + 1
        return (start..<end, number(of: day))
    }
}
