/// Dates by item: local seconds, and beside them the zone, which costs a byte an item where it is known.
struct DateColumn: Sendable {
    private(set) var seconds = NarrowColumn()
    private var zones = NarrowColumn()

    func value(_ slot: Int) -> FieldDate? {
        seconds.value(slot).map { FieldDate(localSeconds: $0, zoneMinutes: zones.value(slot).map { Int16($0) }) }
    }

    @discardableResult
    mutating func set(_ slot: Int, to date: FieldDate?) -> Bool {
        zones.set(slot, to: date?.zoneMinutes.map { Int64($0) })
        return seconds.set(slot, to: date?.localSeconds)
    }

    mutating func reserve(_ count: Int) { seconds.reserve(count) }

    var sizeBytes: Int { seconds.sizeBytes + zones.sizeBytes }
}
