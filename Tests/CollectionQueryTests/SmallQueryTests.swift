import CollectionModel
import SeededRandom
import Testing

@testable import CollectionQuery

/// All queries of a small grammar over a small collection.
@Suite struct SmallQueryTests {
    @Test func `every filter of two leaves finds what the oracle finds, at once and item by item`() throws {
        let life = RandomLife(seed: 7, items: 12)
        let leaves = Filter.leaves
        var filters = leaves + leaves.map { .not($0) }
        for a in leaves {
            for b in leaves { filters.append(filters.count % 2 == 0 ? .all([a, .not(b)]) : .any([a, b])) }
        }
        let items = (0..<life.order.numberOfItems).map { life.order.item(atFlat: $0) }
        for filter in filters {
            let query = Query(filter: filter)
            let plain = PlainQuery(query: query, columns: life.columns)
            let condition = try QueryPlan(query, in: life.columns).condition
            let found = try condition.select(in: life.columns, isCancelled: { false })
            for item in items {
                let expected = plain.matches(item)
                #expect(found.contains(item.rawValue) == expected, "\(item) \(filter)")
                #expect(condition.matches(item, in: life.columns) == expected, "\(item) \(filter)")
            }
        }
    }

    @Test func `every sort of two keys and every grouping gives the oracle's order, also behind every single change`()
        throws
    {
        var life = RandomLife(seed: 11, items: 8)
        let keys = RandomLife.sortKeys.flatMap { [$0, SortKey(field: $0.field, descending: true, near: $0.near)] }
        let sorts = [[]] + keys.map { [$0] } + keys.flatMap { a in keys.filter { $0.field > a.field }.map { [a, $0] } }
        let groups: [Grouping?] =
            [nil, Grouping(field: "camera"), Grouping(field: "size"), Grouping(field: "raw")]
            + Grouping.Period.allCases.map { Grouping(field: "taken", by: $0) }
            + [Grouping(field: "taken", gapMinutes: 720)]
        var results: [QueryResult] = []
        for sort in sorts {
            for group in groups {
                let query = Query(sort: sort, group: group)
                results.append(try QueryResult(query, of: life.order, columns: life.columns, groups: life.groups))
            }
        }
        for result in results { life.check(result, "at first") }
        for step in 0..<3 {
            let patch = life.changeValue()
            for index in results.indices {
                _ = results[index].follow(patch, to: life.order, columns: life.columns, groups: life.groups)
                life.check(results[index], "step \(step)")
            }
        }
    }

    @Test func `facets count what the oracle counts`() throws {
        for seed in 0..<UInt64(25) {
            var life = RandomLife(seed: 300 + seed, items: 30)
            let query = Query.random(using: &life.generator)
            let fields = RandomLife.fields.map(\.0)
            let facets = try life.columns.facets(fields, of: query, in: life.order, limit: 100)
            for facet in facets {
                var others = query
                others.filter = query.filter?.without(facet.field)
                let plain = PlainQuery(query: others, columns: life.columns)
                let items = (0..<life.order.numberOfItems).map { life.order.item(atFlat: $0) }.filter {
                    plain.matches($0)
                }
                let values = items.compactMap { life.columns.value(of: facet.field, of: $0) }
                #expect(facet.missing == items.count - values.count, "seed \(seed) \(facet.field)")
                #expect(!facet.hasMore)
                switch facet.type {
                case .text, .likeness: #expect(facet.values.isEmpty && facet.buckets.isEmpty)
                case .keyword: check(facet, values.flatMap { Self.words($0) })
                case .boolean, .number: check(facet, values)
                case .date: #expect(facet.values.isEmpty)
                }
                guard facet.type == .number || facet.type == .date else { continue }
                #expect(facet.buckets.isEmpty == values.isEmpty)
                #expect(facet.buckets.reduce(0) { $0 + $1.count } == values.count, "seed \(seed) \(facet)")
                for bucket in facet.buckets {
                    #expect(values.count { Self.isIn($0, bucket) } == bucket.count, "seed \(seed) \(bucket)")
                }
                if let first = facet.buckets.first, let last = facet.buckets.last {
                    #expect(first.count > 0 && last.count > 0, "seed \(seed) \(facet)")
                }
            }
        }
    }

    @Test func `a few dates far from all others do not make the spans of time coarser`() throws {
        func spans(_ dates: [String]) throws -> [String] {
            var columns = FieldColumns()
            columns.declare("taken", .date)
            for (item, text) in dates.enumerated() {
                columns.set("taken", to: .date(try #require(FieldDate(iso8601: text))), of: ItemOrdinal(UInt32(item)))
            }
            let order = try Snapshot(sections: [(SectionOrdinal(0), dates.indices.map { ItemOrdinal(UInt32($0)) })])
            let facet = try columns.facets(["taken"], of: Query(), in: order, limit: 10)[0]
            return facet.buckets.filter { $0.count > 0 }.map { bucket in
                guard case .date(let from) = bucket.from else { return "" }
                return "\(from.text.prefix(10)) \(bucket.count)"
            }
        }
        let usual = (1...20).map { "2024-05-\(String($0 + 100).dropFirst())T12:00" }
        let days = (1...20).map { "2024-05-\(String($0 + 100).dropFirst()) 1" }
        #expect(try spans(usual) == days)
        #expect(try spans(usual + ["1970-03-01", "2106-01-01"]) == ["1970-01-01 1"] + days + ["2024-05-21 1"])
        // Of a few none is far from the others.
        #expect(try spans(["1970-03-01", "2024-05-01", "2024-05-02"]) == ["1970-01-01 1", "2024-01-01 2"])
    }

    private static func words(_ value: FieldValue) -> [FieldValue] {
        guard case .keywords(let words) = value else { return [] }
        return words.map { .keywords([$0]) }
    }

    private func check(_ facet: Facet, _ values: [FieldValue]) {
        var counts: [FieldValue: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        #expect(facet.values.count == counts.count)
        for entry in facet.values { #expect(counts[entry.value] == entry.count) }
        #expect(facet.values.map(\.count) == facet.values.map(\.count).sorted(by: >))
    }

    private static func isIn(_ value: FieldValue, _ bucket: (from: FieldValue, until: FieldValue, count: Int)) -> Bool {
        switch (value, bucket.from, bucket.until) {
        case (.number(let number), .number(let from), .number(let until)): from <= number && number < until
        case (.date(let date), .date(let from), .date(let until)):
            from.localSeconds <= date.localSeconds
                && (date.localSeconds < until.localSeconds
                    || date.localSeconds == FieldDate(localSeconds: .max).localSeconds)
        default: false
        }
    }
}
