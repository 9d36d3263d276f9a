import CollectionModel
import SeededRandom
import Testing

@testable import CollectionQuery

/// A sort as the collection's own order, beside one that is carried out section by section.
@Suite struct SortedOrderTests {
    @Test(arguments: 0..<UInt64(200)) func `each section is sorted in itself, and what is hidden keeps its place`(
        seed: UInt64
    ) throws {
        var life = RandomLife(seed: 900 + seed, items: 30)
        var query = Query.random(using: &life.generator)
        if query.sort.isEmpty { query.sort = [SortKey(field: "title")] }
        let sorted = try life.order.sorted(by: query, columns: life.columns)
        let whole = Query(search: query.search, filter: query.filter, sort: query.sort)
        let plain = PlainQuery(query: whole, columns: life.columns)
        let sequence = try plain.sections(of: life.order, groups: life.groups).flatMap(\.items)
        #expect(sorted.numberOfSections == life.order.numberOfSections)
        for section in 0..<life.order.numberOfSections {
            let before = life.order.items(of: section)
            var found = sequence.filter { before.contains($0) }
            let expected = before.map { plain.matches($0) ? found.removeFirst() : $0 }
            #expect(sorted.section(at: section) == life.order.section(at: section))
            #expect(sorted.items(of: section) == expected, "seed \(seed) \(query)")
        }
        // Sorting again changes nothing: ties keep their order.
        #expect(life.order.patch(to: sorted).moves.allSatisfy { $0.from.section == $0.toAfter.section })
        #expect(try sorted.patch(to: sorted.sorted(by: query, columns: life.columns)).isEmpty)
    }

    @Test func `a sort by a field that there is not is refused, and one that is cancelled ends`() throws {
        let life = RandomLife(seed: 1, items: 12)
        #expect(throws: QueryError.unknownField("colour", pointer: "/sort/0/field")) {
            try life.order.sorted(by: Query(sort: [SortKey(field: "colour")]), columns: life.columns)
        }
        #expect(throws: QueryError.cancelled) {
            try life.order.sorted(
                by: Query(sort: [SortKey(field: "size")]), columns: life.columns, isCancelled: { true })
        }
        #expect(try life.order.patch(to: life.order.sorted(by: Query(), columns: life.columns)).isEmpty)
    }
}

extension Snapshot {
    fileprivate func items(of section: Int) -> [ItemOrdinal] {
        (0..<numberOfItems(inSection: section)).map { item(at: IndexPath(section, $0)) }
    }
}
