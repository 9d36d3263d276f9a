import CollectionModel
import JSONText
import SeededRandom
import Testing

@testable import CollectionQuery

/// Sections that are folded.
@Suite struct FoldingTests {
    private func query(_ text: String) throws -> Query {
        var reader = JSONReader(Array(text.utf8))
        return try Query(from: &reader)
    }

    @Test func `a query document says what is folded, and comes out as it went in`() throws {
        for text in [
            #"{"fold":{"sections":["a","b"]}}"#, #"{"search":"x","fold":{"all":true,"sections":[]}}"#,
        ] {
            var writer = JSONWriter()
            try query(text).write(to: &writer)
            #expect(String(decoding: writer.take(), as: UTF8.self) == text)
        }
        #expect(try query(#"{"fold":{"sections":[]}}"#) == Query())
        #expect(try query(#"{"fold":{"sections":["b","a","a"]}}"#) == query(#"{"fold":{"sections":["a","b"]}}"#))
        #expect(try query(#"{"fold":{"sections":["a"]}}"#) != Query())
        for text in [#"{"fold":[]}"#, #"{"fold":{"section":"a"}}"#, #"{"fold":{"sections":"a"}}"#] {
            #expect(throws: JSONError.self) { try query(text) }
        }
        let many = (0..<1001).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(throws: JSONError.self) { try query("{\"fold\":{\"sections\":[\(many)]}}") }
    }

    @Test func `folded sections are there without items, and follow random histories`() throws {
        for seed in 0..<UInt64(40) {
            var life = RandomLife(seed: 7_000 + seed, items: seed % 5 == 0 ? 80 : 14)
            let folding = Folding(
                sections: Set((0..<4).filter { _ in life.generator.isTrue(0.4) }.map { "\($0)" }),
                isAll: life.generator.isTrue(0.3))
            var open = Query.random(using: &life.generator)
            open.sort = []
            open.group = nil
            var folded = open
            folded.folding = folding
            var result = try QueryResult(folded, of: life.order, columns: life.columns, groups: life.groups)
            for step in 0..<15 {
                let patch = life.change()
                var replayed = result.order
                let change = result.follow(patch, to: life.order, columns: life.columns, groups: life.groups)
                try replayed.apply(change)
                #expect(life.texts(replayed) == life.texts(result.order), "seed \(seed), step \(step)")
                let whole = try QueryResult(open, of: life.order, columns: life.columns, groups: life.groups)
                // Without any condition the result is the collection's own order, with its empty sections.
                for index in 0..<whole.order.numberOfSections where whole.order.numberOfItems(inSection: index) > 0 {
                    let section = whole.order.section(at: index)
                    let at = try #require(result.order.index(of: section), "seed \(seed), step \(step)")
                    let items = whole.order.flatRange(ofSection: index).map { whole.order.item(atFlat: $0) }
                    let shown = result.order.flatRange(ofSection: at).map { result.order.item(atFlat: $0) }
                    #expect(shown == (folding.folds("\(section.rawValue)") ? [] : items), "seed \(seed), step \(step)")
                }
            }
        }
    }

    @Test func `groups fold by their identifiers`() throws {
        let life = RandomLife(seed: 3, items: 30)
        let groups = life.groups
        let open = Query(group: Grouping(field: "camera"))
        let whole = try QueryResult(open, of: life.order, columns: life.columns, groups: groups)
        let first = groups.group(whole.order.section(at: 0)).id
        var query = open
        query.folding = Folding(sections: [first])
        let result = try QueryResult(
            query, of: life.order, columns: life.columns, groups: groups, sectionID: { groups.group($0).id })
        #expect(result.order.numberOfSections == whole.order.numberOfSections)
        #expect(result.order.numberOfItems(inSection: 0) == 0)
        #expect(result.order.numberOfItems == whole.order.numberOfItems - whole.order.numberOfItems(inSection: 0))
    }
}
