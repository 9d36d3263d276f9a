import CollectionModel
import CollectionQuery
import JSONText
import Testing

@Suite struct QueryResultTests {
    @Test func `a filtered result keeps the collection's sections and order, without the empty ones`() throws {
        let library = try Library()
        #expect(try library.result(#"{"where":{"field":"rating","in":["like"]}}"#) == ["#0: 0 4", "#2: 7"])
        #expect(try library.result(#"{"where":{"field":"size","from":20,"until":40}}"#) == ["#0: 2", "#1: 3"])
        #expect(try library.result(#"{"where":{"field":"taken","in":["2024-05"]}}"#) == ["#0: 0 4"])
        #expect(try library.result(#"{"where":{"field":"taken","exists":false}}"#) == ["#1: 3", "#2: 7"])
        #expect(
            try library.result(#"{"where":{"not":{"any":[{"field":"raw","in":[true]},{"field":"size","from":0}]}}}"#)
                == ["#2: 7"])
        #expect(try library.result("{}") == ["#0: 0 2 4", "#1: 3", "#2: 7"])
    }

    @Test func `a search finds parts of words in texts and keywords, blind to case, accents and width`() throws {
        let library = try Library()
        for (search, found) in [
            ("SEA", ["#0: 0 4"]), ("sea bird", ["#0: 0"]), ("bird sea", ["#0: 0"]), (#"\"bird sea\""#, []),
            ("cafe", ["#0: 2"]), ("ＣＡＦÉ", ["#0: 2"]), ("canon", ["#0: 0 2"]), ("사", ["#1: 3"]), ("산", ["#1: 3"]),
            ("사나", ["#1: 3"]), ("사낭", ["#1: 3"]), ("사난", []), ("ㅅㄴ", ["#1: 3"]), ("ㅅㅈ", []),
        ] {
            #expect(try library.result(#"{"search":"\#(search)"}"#) == found, "\(search)")
        }
    }

    @Test func `a sorted result has one section, ties in the collection's order, items without a value last`() throws {
        let library = try Library()
        #expect(try library.result(#"{"sort":[{"field":"taken"}]}"#) == ["all: 2 0 4 3 7"])
        #expect(try library.result(#"{"sort":[{"field":"taken","descending":true}]}"#) == ["all: 0 4 2 3 7"])
        #expect(
            try library.result(#"{"sort":[{"field":"rating"},{"field":"size","descending":true}]}"#) == [
                "all: 4 0 7 3 2"
            ])
        #expect(try library.result(#"{"sort":[{"field":"title"}]}"#) == ["all: 2 7 0 4 3"])
    }

    @Test func `a grouped result has a section for each value, the items without one last`() throws {
        let library = try Library()
        #expect(
            try library.result(#"{"group":{"field":"taken","by":"month"}}"#)
                == ["taken/month=2023-12 (2023-12): 2", "taken/month=2024-05 (2024-05): 0 4", "taken= (): 3 7"])
        #expect(
            try library.result(#"{"group":{"field":"taken","by":"year"},"sort":[{"field":"taken","descending":true}]}"#)
                == ["taken/year=2024 (2024): 0 4", "taken/year=2023 (2023): 2", "taken= (): 3 7"])
        #expect(
            try library.result(#"{"group":{"field":"camera"},"sort":[{"field":"size"}]}"#)
                == ["camera=Canon EOS R5 (Canon EOS R5): 0 2", "camera=X100 (X100): 4", "camera= (): 3 7"])
        #expect(
            try library.result(#"{"group":{"field":"raw"},"where":{"field":"raw","exists":true}}"#) == [
                "raw=true (true): 0"
            ])
    }

    @Test func `a result follows a change of values and places`() throws {
        var library = try Library()
        var reader = JSONReader(Array(#"{"where":{"field":"rating","in":["like"]},"group":{"field":"camera"}}"#.utf8))
        let query = try Query(from: &reader)
        var result = try QueryResult(query, of: library.order, columns: library.columns, groups: library.groups)
        let before = result.order
        library.columns.set("rating", to: .keywords(["like"]), of: ItemOrdinal(2))
        var patch = Patch()
        patch.reconfigures = [ItemOrdinal(2)]
        let change = result.follow(patch, to: library.order, columns: library.columns, groups: library.groups)
        #expect(change.inserts == [.init(at: IndexPath(0, 1), item: ItemOrdinal(2))])
        #expect(change.count == 1)
        var replayed = before
        try replayed.apply(change)
        #expect(library.text(replayed) == library.text(result.order))
        #expect(
            library.text(result.order) == [
                "camera=Canon EOS R5 (Canon EOS R5): 0 2", "camera=X100 (X100): 4", "camera= (): 7",
            ])
        let again = result.follow(patch, to: library.order, columns: library.columns, groups: library.groups)
        #expect(again == patch)
    }

    @Test func `a query that is cancelled throws`() throws {
        let library = try Library()
        #expect(throws: QueryError.cancelled) {
            try QueryResult(
                Query(search: "sea"), of: library.order, columns: library.columns, groups: library.groups,
                isCancelled: { true })
        }
    }

    @Test func `facets count values, most frequent first, and leave out the field's own filter`() throws {
        let library = try Library()
        var reader = JSONReader(
            Array(#"{"where":{"all":[{"field":"rating","in":["like"]},{"field":"camera","exists":true}]}}"#.utf8))
        let query = try Query(from: &reader)
        let facets = try library.columns.facets(["rating", "camera"], of: query, in: library.order, limit: 1)
        #expect(facets[0].values.map { $0.value.text } == ["like"])
        #expect(facets[0].values.map(\.count) == [2])
        #expect(facets[0].missing == 1)
        #expect(!facets[0].hasMore)
        #expect(facets[1].values.map { $0.value.text } == ["Canon EOS R5"])
        #expect(facets[1].values.map(\.count) == [1])
        #expect(facets[1].missing == 1)
        #expect(facets[1].hasMore)
    }
}

/// A small collection in three sections.
struct Library {
    var columns = FieldColumns()
    let groups = GroupTable()
    let order: Snapshot

    init() throws {
        order = try Snapshot(sections: [
            (SectionOrdinal(0), [0, 2, 4].map { ItemOrdinal($0) }), (SectionOrdinal(1), [ItemOrdinal(3)]),
            (SectionOrdinal(2), [ItemOrdinal(7)]),
        ])
        columns.declare("title", .text)
        columns.declare("rating", .keyword)
        columns.declare("camera", .keyword)
        columns.declare("size", .number)
        columns.declare("taken", .date)
        columns.declare("raw", .boolean)
        set(0, title: "Sea 10 birds", rating: "like", camera: "Canon EOS R5", size: 10, taken: "2024-05-01T10:00")
        set(2, title: "Café", rating: nil, camera: "Canon EOS R5", size: 20, taken: "2023-12-31T23:59")
        set(3, title: "우리 사나이", rating: "zero", camera: nil, size: 30, taken: nil)
        set(4, title: "the sea", rating: "like", camera: "X100", size: 40, taken: "2024-05-01T10:00")
        set(7, title: "Sea? 9", rating: "like", camera: nil, size: nil, taken: nil)
        columns.set("title", to: .text("Dune 9"), of: ItemOrdinal(7))
        columns.set("raw", to: .boolean(true), of: ItemOrdinal(0))
    }

    private mutating func set(
        _ item: UInt32, title: String, rating: String?, camera: String?, size: Double?, taken: String?
    ) {
        let item = ItemOrdinal(item)
        columns.set("title", to: .text(title), of: item)
        columns.set("rating", to: rating.map { .keywords([$0]) }, of: item)
        columns.set("camera", to: camera.map { .keywords([$0]) }, of: item)
        columns.set("size", to: size.map { .number($0) }, of: item)
        columns.set("taken", to: taken.flatMap { FieldDate(iso8601: $0) }.map { .date($0) }, of: item)
    }

    func result(_ document: String) throws -> [String] {
        var reader = JSONReader(Array(document.utf8))
        return text(try QueryResult(try Query(from: &reader), of: order, columns: columns, groups: groups).order)
    }

    func text(_ order: Snapshot) -> [String] {
        (0..<order.numberOfSections).map { index in
            let section = order.section(at: index)
            let items = (0..<order.numberOfItems(inSection: index)).map {
                "\(order.item(at: IndexPath(index, $0)).rawValue)"
            }
            var name = "#\(section.rawValue)"
            if section.rawValue >= GroupTable.firstOrdinal {
                let group = groups.group(section)
                name = group.id == GroupTable.wholeID ? group.id : "\(group.id) (\(group.title))"
            }
            return "\(name): \(items.joined(separator: " "))"
        }
    }
}
