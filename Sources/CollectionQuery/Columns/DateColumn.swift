/// Dates by item: local seconds, and beside them fractions of a second and the zone, which cost memory where they are known.
struct DateColumn: Sendable {
    private(set) var seconds = NarrowColumn()
    /// Milliseconds of the dates that have any.
    private var fractions = NarrowColumn()
    private var zones = NarrowColumn()

    func value(_ slot: Int) -> FieldDate? {
        seconds.value(slot).map {
            FieldDate(
                localSeconds: $0, milliseconds: Int16(fractions.value(slot) ?? 0),
                zoneMinutes: zones.value(slot).map { Int16($0) })
        }
    }

    @discardableResult
    mutating func set(_ slot: Int, to date: FieldDate?) -> Bool {
        zones.set(slot, to: date?.zoneMinutes.map { Int64($0) })
        fractions.set(slot, to: date.flatMap { $0.milliseconds > 0 ? Int64($0.milliseconds) : nil })
        return seconds.set(slot, to: date?.localSeconds)
    }

    mutating func reserve(_ count: Int) { seconds.reserve(count) }

    var sizeBytes: Int { seconds.sizeBytes + fractions.sizeBytes + zones.sizeBytes }
}

extension DateColumn {
    /// Local milliseconds.
    func sortValue(_ slot: Int) -> Int64? {
        seconds.value(slot).map { $0 * 1000 + (fractions.value(slot) ?? 0) }
    }

    /// The keys of items that are sorted by this column: in seconds where nothing is finer, which takes fewer passes of the sort.
    func sortKeys(of items: [UInt32], descending: Bool) -> SortKeys {
        seconds.withCells { seconds in
            guard fractions.limit > 0 else {
                return SortKeys(count: items.count, descending: descending) { seconds.value(items[$0]) }
            }
            return fractions.withCells { fractions in
                SortKeys(count: items.count, descending: descending, unitsPerSecond: 1000) {
                    let item = items[$0]
                    return seconds.value(item).map { $0 * 1000 + (fractions.value(item) ?? 0) }
                }
            }
        }
    }
}
