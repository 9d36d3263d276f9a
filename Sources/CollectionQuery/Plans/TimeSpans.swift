import CollectionModel

/// The stretches of time in which a collection's items follow each other without a gap: each item with a date is in one.
///
/// They are those of the whole collection, whatever of it is found: what is left of a group by a search is the same group.
struct TimeSpans: Sendable {
    /// The first and the last second of each, ascending.
    private(set) var firsts: [Int64] = []
    private(set) var lasts: [Int64] = []
    private let revision: Int?

    /// None.
    init() { revision = nil }

    /// - Parameters:
    ///   - query: with a grouping by gaps, whose field is a date.
    ///   - order: the collection's own.
    ///   - columns: the values of its items.
    ///   - known: those of an order with the same items.
    /// - Complexity: O(n), and O(1) with those that are known as long as no date has changed.
    init(_ query: Query, of order: Snapshot, in columns: FieldColumns, known: TimeSpans? = nil) {
        guard let group = query.group, let minutes = group.gapMinutes, let index = columns.index(of: group.field),
            case .date(let dates) = columns.columns[index]
        else {
            self.init()
            return
        }
        if let known, known.revision == dates.revision {
            self = known
            return
        }
        self.init(dates, of: order, gapSeconds: Int64(minutes) * 60)
    }

    /// What is in one part of this length is in one span, and what is two parts apart is not: only neighbours are compared.
    private init(_ dates: DateColumn, of order: Snapshot, gapSeconds gap: Int64) {
        revision = dates.revision
        var parts: [Int64: (first: Int64, last: Int64)] = [:]
        var recent: (number: Int64, first: Int64, last: Int64)?
        dates.seconds.withCells { cells in
            order.forEachRun(inFlat: 0..<order.numberOfItems) { run in
                for item in run {
                    guard let second = cells.value(item.rawValue) else { continue }
                    // From the first second that a date can have: rounded down.
                    let number = (second - FieldDate.seconds.lowerBound) / gap
                    if let known = recent, known.number == number, known.first <= second, second <= known.last {
                        continue
                    }
                    let part = parts[number]
                    let (first, last) = (min(part?.first ?? second, second), max(part?.last ?? second, second))
                    parts[number] = (first, last)
                    recent = (number, first, last)
                }
            }
        }
        for part in parts.values.sorted(by: { $0.first < $1.first }) {
            if let last = lasts.last, part.first - last <= gap {
                lasts[lasts.count - 1] = part.last
            } else {
                firsts.append(part.first)
                lasts.append(part.last)
            }
        }
    }

    /// The span that a second is in; behind the last one before it where it is in none. `nil` before the first.
    func span(around second: Int64) -> (first: Int64, last: Int64)? {
        var (low, high) = (0, firsts.count)
        while low < high {
            let middle = (low + high) / 2
            if firsts[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? (firsts[low - 1], lasts[low - 1]) : nil
    }
}

extension GroupPlan {
    /// Finds the sections whose titles are others than in an older state, and notes the new ones.
    /// - Parameters:
    ///   - keys: of the result's sections.
    ///   - older: its spans before.
    ///   - table: the collection's groups.
    /// - Returns: those sections.
    func retitled(_ keys: [GroupKey?], since older: TimeSpans, in table: GroupTable) -> [SectionOrdinal] {
        guard gapMinutes != nil, older.firsts != spans.firsts || older.lasts != spans.lasts else { return [] }
        return keys.compactMap { key in
            guard case .integer(let first)? = key, let new = spans.span(around: first), new.first == first,
                older.span(around: first).map({ $0 != new }) ?? false
            else { return nil }
            return ordinal(key, in: table)
        }
    }
}
