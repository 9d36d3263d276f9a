import CollectionModel
import Testing

@testable import CollectionQuery

/// Groups that end where nothing was taken for a while.
@Suite struct GapGroupTests {
    private var columns = FieldColumns()
    private var dates: [String?] = []
    private let groups = GroupTable()

    init() {
        columns.declare("taken", .date)
        columns.declare("raw", .boolean)
    }

    private var order: Snapshot {
        try! Snapshot(sections: [(SectionOrdinal(0), dates.indices.map { ItemOrdinal(UInt32($0)) })])
    }

    private mutating func add(_ date: String?) -> Patch {
        let old = dates.isEmpty ? Snapshot() : order
        dates.append(date)
        columns.set(
            "taken", to: date.flatMap { FieldDate(iso8601: $0) }.map { .date($0) },
            of: ItemOrdinal(UInt32(dates.count - 1)))
        return old.patch(to: order, reloaded: [], reconfigured: [])
    }

    private func titles(_ result: QueryResult) -> [String] {
        (0..<result.order.numberOfSections).map { groups.group(result.order.section(at: $0)).title }
    }

    private func result(_ query: Query) throws -> QueryResult {
        try QueryResult(query, of: order, columns: columns, groups: groups)
    }

    private mutating func follow(_ patch: Patch, _ result: inout QueryResult) -> Patch {
        result.follow(patch, to: order, columns: columns, groups: groups)
    }

    @Test mutating func `a gap is longer than its minutes, and the title has the first time and the last`() throws {
        for date in [
            "2024-05-17T12:03:30", nil, "2024-05-17T12:18:31", "2024-05-17T12:33:31", "2024-05-18T00:10",
            "2024-05-17T23:55:01",
        ] {
            _ = add(date)
        }
        let quarter = try result(Query(group: Grouping(field: "taken", gapMinutes: 15)))
        #expect(
            titles(quarter) == [
                "2024-05-17T12:03/2024-05-17T12:03", "2024-05-17T12:18/2024-05-17T12:33",
                "2024-05-17T23:55/2024-05-18T00:10", "",
            ])
        let newest = try result(
            Query(
                sort: [SortKey(field: "taken", descending: true)], group: Grouping(field: "taken", gapMinutes: 16)))
        #expect(
            titles(newest) == [
                "2024-05-17T23:55/2024-05-18T00:10", "2024-05-17T12:03/2024-05-17T12:33", "",
            ])
    }

    @Test mutating func `a group that is searched in is the same group`() throws {
        for date in ["2024-05-17T12:00", "2024-05-17T12:10", "2024-05-17T12:20"] { _ = add(date) }
        columns.set("raw", to: .boolean(true), of: ItemOrdinal(0))
        columns.set("raw", to: .boolean(true), of: ItemOrdinal(2))
        let group = Grouping(field: "taken", gapMinutes: 15)
        let whole = try result(Query(group: group))
        let raw = try result(Query(filter: .oneOf(field: "raw", [.boolean(true)]), group: group))
        #expect(raw.order.numberOfSections == 1 && raw.order.numberOfItems == 2)
        #expect(raw.order.section(at: 0) == whole.order.section(at: 0))
    }

    @Test mutating func `a picture that arrives makes a group longer, and changes nothing else`() throws {
        for date in ["2024-05-17T12:00", "2024-05-17T12:10", "2024-05-17T18:00"] { _ = add(date) }
        var result = try result(Query(group: Grouping(field: "taken", gapMinutes: 15)))
        let patch = add("2024-05-17T12:20")
        let change = follow(patch, &result)
        #expect(change.inserts.count == 1 && change.moves.isEmpty)
        #expect(change.insertSections.isEmpty && change.deleteSections.isEmpty)
        #expect(change.reconfigureSections == [result.order.section(at: 0)])
        #expect(titles(result) == ["2024-05-17T12:00/2024-05-17T12:20", "2024-05-17T18:00/2024-05-17T18:00"])
    }

    @Test mutating func `a picture in a gap joins two groups, and its deletion parts them`() throws {
        for date in ["2024-05-17T12:00", "2024-05-17T12:20"] { _ = add(date) }
        var result = try result(Query(group: Grouping(field: "taken", gapMinutes: 15)))
        #expect(result.order.numberOfSections == 2)
        let patch = add("2024-05-17T12:10")
        _ = follow(patch, &result)
        #expect(titles(result) == ["2024-05-17T12:00/2024-05-17T12:20"])
        let with = order
        dates.removeLast()
        _ = follow(with.patch(to: order, reloaded: [], reconfigured: []), &result)
        #expect(titles(result) == ["2024-05-17T12:00/2024-05-17T12:00", "2024-05-17T12:20/2024-05-17T12:20"])
    }
}
