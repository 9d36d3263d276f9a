extension Condition {
    /// All items that match, by scans of the columns.
    /// - Parameters:
    ///   - items: those that are asked about; `nil` means all. The result may hold others, which do not count.
    ///   - columns: the values.
    ///   - isCancelled: asked now and then.
    /// - Returns: those that match.
    /// - Throws: `cancelled`.
    func select(
        among items: ItemSet? = nil, in columns: FieldColumns, isCancelled: () -> Bool
    ) throws(QueryError) -> ItemSet {
        let limit = columns.columns.reduce(0) { max($0, $1.limit) }
        if isCancelled() { throw .cancelled }
        switch self {
        case .all(let parts):
            // The cheapest parts first: the next ones are asked only about the items that are left.
            var left = items
            for part in parts.filter({ !$0.readsText }) + parts.filter(\.readsText) {
                var set = try part.select(among: left, in: columns, isCancelled: isCancelled)
                if let left { set.formIntersection(left) }
                left = set
            }
            return left ?? ItemSet(limit: limit, isFull: true)
        case .any(let parts):
            var set = ItemSet(limit: limit)
            for part in parts {
                set.formUnion(try part.select(among: items, in: columns, isCancelled: isCancelled))
            }
            return set
        case .not(let part):
            var set = try part.select(among: items, in: columns, isCancelled: isCancelled)
            set.invert()
            return set
        default:
            var set = ItemSet(limit: limit)
            selectValues(among: items, in: columns, into: &set)
            return set
        }
    }

    /// Whether texts are read, which costs many times what other values cost.
    private var readsText: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.readsText)
        case .not(let part): part.readsText
        case .texts, .found: true
        case .known, .words, .numbers, .seconds, .timesOfDay, .booleans, .near: false
        }
    }

    private func selectValues(among items: ItemSet?, in columns: FieldColumns, into set: inout ItemSet) {
        switch self {
        case .all, .any, .not: preconditionFailure("no condition of one field")
        case .known(let index):
            switch columns.columns[index] {
            case .text(let column): column.selectKnown(into: &set)
            case .keyword(let column): column.lists.selectKnown(into: &set)
            case .number(let column): column.cells.selectKnown(into: &set)
            case .date(let column): column.seconds.selectKnown(into: &set)
            case .boolean(let column), .likeness(let column): column.selectKnown(into: &set)
            }
        case .words(let index, let wanted):
            guard case .keyword(let column) = columns.columns[index] else { return }
            column.lists.select(where: column.wantedLists { word, _ in wanted.contains(word) }, into: &set)
        case .texts(let index, let texts):
            guard case .text(let column) = columns.columns[index] else { return }
            column.select(texts.filter { !$0.isEmpty }, into: &set)
        case .found(let index, let term): Self.search(term, columns.columns[index], among: items, into: &set)
        case .numbers(let index, let ranges):
            guard case .number(let column) = columns.columns[index] else { return }
            column.cells.select(into: &set) { page in ranges.compactMap { page.cells(of: $0) } }
        case .seconds(let index, let ranges):
            guard case .date(let column) = columns.columns[index] else { return }
            column.seconds.select(ranges.filter { !$0.isEmpty }.map { $0.lowerBound...($0.upperBound - 1) }, into: &set)
        case .timesOfDay(let index, let times):
            guard case .date(let column) = columns.columns[index] else { return }
            column.seconds.select(into: &set) { times.contains(FieldDate.timeOfDay($0)) }
        case .near(let index, let likeness, let within):
            guard case .likeness(let column) = columns.columns[index] else { return }
            column.select(into: &set) { Likeness(cell: $0).distance(to: likeness) <= within }
        case .booleans(let index, let wanted):
            guard case .boolean(let column) = columns.columns[index] else { return }
            column.select(wanted.map { $0 ? 1...1 : 0...0 }, into: &set)
        }
    }

    private static func search(
        _ term: SearchTerm, _ column: FieldColumns.Column, among items: ItemSet?, into set: inout ItemSet
    ) {
        switch column {
        case .text(let column): column.search(term, among: items, into: &set)
        case .keyword(let column):
            let scan = TextScan(term)
            column.lists.select(where: column.wantedLists { _, folded in scan.isFound(in: folded) }, into: &set)
        case .number, .date, .boolean, .likeness: break
        }
    }
}

extension NarrowCells {
    /// The cells of the numbers of a range whose upper bound is excluded.
    fileprivate func cells(of range: Range<Double>) -> ClosedRange<UInt64>? {
        if isFloating {
            guard range.upperBound > -.infinity else { return nil }
            return cells(of: range.lowerBound.orderedBits...(range.upperBound.orderedBits - 1))
        }
        // Integers of a column are below 2^53.
        let limit = Double(1 << 53)
        let least = max(range.lowerBound.rounded(.up), -limit)
        let end = min(range.upperBound.rounded(.up), limit)
        return least < end ? cells(of: Int64(least)...(Int64(end) - 1)) : nil
    }
}
