import CollectionModel
import SeededRandom
import Testing

@testable import CollectionQuery

/// Results that are made of wider ones.
@Suite struct NarrowingTests {
    @Test func `a result of a wider one is what it is without, through random histories`() throws {
        var (narrowed, filtered) = (0, 0)
        for seed in 0..<UInt64(60) {
            var life = RandomLife(seed: 3_000 + seed, items: seed % 6 == 0 ? 90 : 14)
            var wide = Query.random(using: &life.generator)
            if life.generator.isTrue(0.5) { wide = wide.unfiltered }
            var base = try QueryResult(wide, of: life.order, columns: life.columns, groups: life.groups)
            for step in 0..<12 {
                if step > 0 {
                    _ = base.follow(life.change(), to: life.order, columns: life.columns, groups: life.groups)
                }
                for _ in 0..<4 {
                    let query = wide.narrower(using: &life.generator)
                    guard query.narrows(wide) else { continue }
                    let result = try QueryResult(
                        query, of: life.order, columns: life.columns, groups: life.groups, from: base)
                    life.check(result, "seed \(seed), step \(step), of \(wide)")
                    narrowed += 1
                    filtered += wide.isUnfiltered ? 0 : 1
                    // It follows as any other.
                    var (later, followed) = (life, result)
                    _ = followed.follow(later.change(), to: later.order, columns: later.columns, groups: later.groups)
                    later.check(followed, "seed \(seed), after step \(step), of \(wide)")
                }
            }
        }
        #expect(narrowed > 1_000 && filtered > 300, "\(narrowed), \(filtered): what narrows must be found")
    }

    @Test func `a query that narrows another finds nothing that the other does not`() throws {
        var count = 0
        for seed in 0..<UInt64(300) {
            var life = RandomLife(seed: 4_000 + seed, items: 20)
            let wide = Query.random(using: &life.generator)
            let query =
                life.generator.isTrue(0.5) ? wide.narrower(using: &life.generator) : .random(using: &life.generator)
            guard query.narrows(wide) else { continue }
            count += 1
            let plain = (
                PlainQuery(query: query, columns: life.columns), PlainQuery(query: wide, columns: life.columns)
            )
            for item in (0..<UInt32(40)).map({ ItemOrdinal($0) }) where plain.0.matches(item) {
                #expect(plain.1.matches(item), "\(query) and \(wide)")
            }
        }
        #expect(count > 50, "\(count)")
    }

    @Test func `each key of a word narrows, another word, sort or grouping does not`() {
        func search(_ text: String) -> Query { Query(search: text) }
        for (narrow, wide) in [
            ("se", "s"), ("sea", "ea"), ("sea b", "sea"), ("b sea", "sea"), ("sea", ""), ("산", "사"), ("ㅅㅈ", "ㅅ"),
        ] {
            #expect(search(narrow).narrows(search(wide)), "\(narrow) \(wide)")
        }
        for (narrow, wide) in [("s", "se"), ("sae", "se"), ("sea", "sea b"), ("", "s"), ("\"a b\"", "ab"), ("ㅅㅈ", "사")]
        {
            #expect(!search(narrow).narrows(search(wide)), "\(narrow) \(wide)")
        }
        let byDate = Query(
            sort: [SortKey(field: "taken", descending: true)], group: Grouping(field: "taken", by: .month))
        var other = byDate
        other.filter = .exists(field: "raw", true)
        #expect(other.narrows(byDate) && !byDate.narrows(other))
        other.group = Grouping(field: "taken", by: .day)
        #expect(!other.narrows(byDate))
        other = byDate
        other.sort = []
        #expect(!other.narrows(byDate))
    }
}

extension Query {
    /// Mostly something that narrows this query.
    fileprivate func narrower(using generator: inout SeededRandom) -> Query {
        var query = self
        if generator.isTrue(0.5) {
            query.search =
                (query.search.map { $0 + " " } ?? "") + ["sea", "s", "사", "bird", "ㅅ", "10"].randomElement(
                    using: &generator)!
        }
        if generator.isTrue(0.7) {
            let other = Filter.random(depth: 1, using: &generator)
            query.filter = query.filter.map { generator.isTrue(0.2) ? .any([$0, other]) : .all([other, $0]) } ?? other
        }
        return query
    }
}
