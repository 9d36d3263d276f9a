import CollectionModel
import SeededRandom
import Testing

@testable import CollectionQuery

@Suite struct ResultHistoryTests {
    @Test func `results follow random histories as if they were computed again`() throws {
        for seed in 0..<UInt64(50) {
            var life = RandomLife(seed: seed, items: seed % 10 == 0 ? 80 : 12)
            var results = try (0..<5).map { _ in
                let query = Query.random(using: &life.generator)
                return try QueryResult(query, of: life.order, columns: life.columns, groups: life.groups)
            }
            for result in results { life.check(result, "seed \(seed)") }
            for step in 0..<15 {
                let patch = life.change()
                for index in results.indices {
                    var replayed = results[index].order
                    let change = results[index].follow(
                        patch, to: life.order, columns: life.columns, groups: life.groups)
                    life.check(results[index], "seed \(seed), step \(step)")
                    let named = patch.reconfigures.filter { replayed.contains($0) && results[index].order.contains($0) }
                    #expect(change.reconfigures == named, "seed \(seed), step \(step)")
                    try replayed.apply(change)
                    #expect(
                        life.texts(replayed) == life.texts(results[index].order),
                        "seed \(seed), step \(step): \(results[index].query) \(change)")
                }
            }
        }
    }

    @Test func `one item's change is at most one operation beside its own and its sections'`() throws {
        for seed in 0..<UInt64(20) {
            var life = RandomLife(seed: 1_000 + seed, items: 14)
            var results = try (0..<8).map { _ in
                var query = Query.random(using: &life.generator)
                // A date may part others, or join them.
                if query.group?.gapMinutes != nil { query.group = nil }
                return try QueryResult(query, of: life.order, columns: life.columns, groups: life.groups)
            }
            for step in 0..<20 {
                let patch = life.changeValue()
                for index in results.indices {
                    let change = results[index].follow(
                        patch, to: life.order, columns: life.columns, groups: life.groups)
                    let operations = change.deletes.count + change.inserts.count + change.moves.count
                    #expect(operations <= 1, "seed \(seed), step \(step): \(change)")
                    #expect(change.insertSections.count <= 1 && change.deleteSections.count <= 1)
                }
            }
        }
    }

    @Test func `groups beyond the limit are with the items without a value, before and after changes`() throws {
        for seed in 0..<UInt64(20) {
            var life = RandomLife(seed: 2_000 + seed, items: 14, groups: GroupTable(limit: 5))
            let query = Query(sort: [SortKey(field: "size")], group: Grouping(field: "camera"))
            guard var result = try? QueryResult(query, of: life.order, columns: life.columns, groups: life.groups)
            else {
                continue
            }
            for step in 0..<20 {
                let before = result.order
                let change = result.follow(life.change(), to: life.order, columns: life.columns, groups: life.groups)
                var replayed = before
                try replayed.apply(change)
                #expect(life.texts(replayed) == life.texts(result.order), "seed \(seed), step \(step)")
                #expect(result.order.numberOfItems == life.order.numberOfItems)
                #expect(result.order.numberOfSections <= 4)
            }
        }
    }
}

/// A collection that changes at random, and the oracle beside it.
struct RandomLife {
    var generator: SeededRandom
    private(set) var order: Snapshot
    var columns = FieldColumns()
    let groups: GroupTable
    private var sections: [(id: UInt32, items: [UInt32])] = []
    /// Also ordinals on other pages.
    private var pool: [UInt32]

    init(seed: UInt64, items: Int, groups: GroupTable = GroupTable()) {
        generator = SeededRandom(seed: seed)
        self.groups = groups
        pool = (0..<UInt32(items * 2)).map { $0 % 10 == 9 ? $0 + 4_096 : $0 }
        order = Snapshot()
        for (name, type) in RandomLife.fields { columns.declare(name, type) }
        for item in pool where generator.isTrue(0.9) {
            for (name, _) in RandomLife.fields { setRandom(name, of: item) }
        }
        for item in pool where generator.isTrue(0.6) { insert(item) }
        order = makeOrder()
    }

    static let fields: [(String, FieldType)] = [
        ("title", .text), ("camera", .keyword), ("size", .number), ("taken", .date), ("raw", .boolean),
        ("looks", .likeness),
    ]

    /// One of each field. Likenesses have no sequence of their own.
    static let sortKeys = fields.map { name, type in
        SortKey(field: name, near: type == .likeness ? Likeness("000000000000000f") : nil)
    }

    static func randomValue(of field: String, using generator: inout SeededRandom) -> FieldValue? {
        if generator.isTrue(0.2) { return nil }
        switch field {
        case "title":
            return .text(
                [
                    "sea", "Sea 10", "sea 9", "Séa bird", "산 사진", "사나이", "bird", "ＡＢ sea", "a name of more than 16 b",
                    "a name of more than 16 a",
                ].randomElement(
                    using: &generator)!)
        case "camera":
            let words = ["Canon", "canon", "X100", "Nikon"]
            return .keywords(
                (0...Int.random(in: 0...1, using: &generator)).map { _ in words.randomElement(using: &generator)! })
        case "size": return .number([0, 1, 2, 300, -70_000, 1e12, 0.5, -0.25].randomElement(using: &generator)!)
        case "taken":
            let texts = [
                "2023-12-31T23:59:59", "2023-12-31T23:59:59.75", "2024-01-01", "2024-01-01T00:00:00.03",
                "1969-12-31T23:59:59.9", "2024-01-01T12:00+09:00", "2024-05-05", "1970", "0000",
                "9999-12-31",
            ]
            return .date(FieldDate(iso8601: texts.randomElement(using: &generator)!)!)
        case "looks":
            let texts = [
                "0000000000000000", "0000000000000001", "00000000000000ff", "7ffffffffffffffe", "fffffffffffffffe",
            ]
            return .text(texts.randomElement(using: &generator)!)
        default: return .boolean(generator.isTrue(0.5))
        }
    }

    private mutating func setRandom(_ field: String, of item: UInt32) {
        columns.set(field, to: Self.randomValue(of: field, using: &generator), of: ItemOrdinal(item))
    }

    private mutating func insert(_ item: UInt32) {
        if sections.isEmpty || (sections.count < 4 && generator.isTrue(0.1)) {
            let unused = (0..<8).filter { id in !sections.contains { $0.id == id } }
            sections.insert(
                (UInt32(unused.randomElement(using: &generator)!), []), at: generator.below(sections.count + 1))
        }
        let section = generator.below(sections.count)
        sections[section].items.insert(item, at: generator.below(sections[section].items.count + 1))
    }

    private mutating func remove(_ item: UInt32) {
        for index in sections.indices { sections[index].items.removeAll { $0 == item } }
    }

    private func makeOrder() -> Snapshot {
        try! Snapshot(sections: sections.map { (SectionOrdinal($0.id), $0.items.map { ItemOrdinal($0) }) })
    }

    /// One item gets another value.
    mutating func changeValue() -> Patch {
        var patch = Patch()
        guard let item = sections.flatMap(\.items).randomElement(using: &generator) else { return patch }
        setRandom(Self.fields.randomElement(using: &generator)!.0, of: item)
        patch.reconfigures = [ItemOrdinal(item)]
        return patch
    }

    /// Some items are inserted, deleted, moved, or get other values; or sections are; or everything is another.
    mutating func change() -> Patch {
        let old = order
        var reconfigured: Set<UInt32> = []
        var reloaded: Set<UInt32> = []
        for _ in 0...generator.below(4) {
            let known = sections.flatMap(\.items)
            let item = known.randomElement(using: &generator)
            switch generator.below(10) {
            case 0, 1:
                if let new = pool.filter({ !known.contains($0) }).randomElement(using: &generator) { insert(new) }
            case 2: if let item { remove(item) }
            case 3, 4:
                if let item {
                    remove(item)
                    insert(item)
                }
            case 5: sections.removeAll { $0.items.isEmpty }
            case 6: if generator.isTrue(0.3) { sections.shuffle(using: &generator) }
            case 7:
                guard generator.isTrue(0.2) else { continue }
                sections = []
                for item in pool where generator.isTrue(0.6) { insert(item) }
            default:
                guard let item else { continue }
                for _ in 0...2 { setRandom(Self.fields.randomElement(using: &generator)!.0, of: item) }
                if generator.isTrue(0.8) { reconfigured.insert(item) } else { reloaded.insert(item) }
            }
        }
        order = makeOrder()
        return old.patch(
            to: order, reloaded: reloaded.map { ItemOrdinal($0) }, reconfigured: reconfigured.map { ItemOrdinal($0) })
    }

    func texts(_ order: Snapshot) -> [String] {
        (0..<order.numberOfSections).map { index in
            let items = (0..<order.numberOfItems(inSection: index)).map { order.item(at: IndexPath(index, $0)) }
            return "\(order.section(at: index)): \(items)"
        }
    }

    /// Compares a result with the oracle.
    func check(_ result: QueryResult, _ comment: String) {
        let plain = PlainQuery(query: result.query, columns: columns)
        let expected = try! plain.sections(of: order, groups: groups).map { "\($0.id): \($0.items)" }
        #expect(texts(result.order) == expected, "\(comment): \(result.query)")
    }
}

extension Query {
    static func random(using generator: inout SeededRandom) -> Query {
        var query = Query()
        if generator.isTrue(0.3) {
            query.search = ["sea", "SEA bird", "사", "ㅅㅈ", "can", "x100 sea", "nothing"].randomElement(
                using: &generator)!
        }
        if generator.isTrue(0.6) { query.filter = .random(depth: 0, using: &generator) }
        if generator.isTrue(0.6) {
            query.sort = (0...generator.below(2)).map { _ in
                var key = RandomLife.sortKeys.randomElement(using: &generator)!
                key.descending = generator.isTrue(0.5)
                return key
            }
        }
        if generator.isTrue(0.5) {
            let field = ["camera", "size", "taken", "raw"].randomElement(using: &generator)!
            query.group = Grouping(
                field: field, by: field == "taken" ? Grouping.Period.allCases.randomElement(using: &generator)! : nil)
            if field == "taken", generator.isTrue(0.4) {
                let minutes = [1, 720, 44_640, 525_600].randomElement(using: &generator)!
                query.group = Grouping(field: field, gapMinutes: minutes)
            }
            if generator.isTrue(0.3) {
                query.sort.insert(SortKey(field: field, descending: generator.isTrue(0.5)), at: 0)
            }
        }
        return query
    }
}

extension Filter {
    /// Each operator with each type that has it.
    static let leaves: [Filter] = [
        .contains(field: "title", "se"), .contains(field: "camera", "CAN"), .contains(field: "title", " "),
        .oneOf(field: "title", [.text("bird"), .text("사나이")]),
        .oneOf(field: "camera", [.text("canon"), .text("Nikon")]),
        .oneOf(field: "camera", []), .oneOf(field: "size", [.number(0.5), .number(300)]),
        .oneOf(field: "taken", [.text("2024-01"), .text("1970-01-01T00:00:00")]),
        .oneOf(field: "raw", [.boolean(false)]),
        .range(field: "size", from: .number(0), until: .number(2)),
        .range(field: "size", from: .number(0.25), until: nil),
        .range(field: "size", from: nil, until: .number(0.5)),
        .range(field: "size", from: .number(2), until: .number(1)),
        .range(field: "taken", from: .text("2024"), until: nil),
        .timeOfDay(field: "taken", from: 9 * 3600, until: 17 * 3600),
        .timeOfDay(field: "taken", from: 20 * 3600, until: 6 * 3600),
        .range(field: "taken", from: nil, until: .text("2024-05-05")),
        .exists(field: "title", true), .exists(field: "camera", true), .exists(field: "size", false),
        .exists(field: "taken", true), .exists(field: "raw", true),
        .exists(field: "looks", false), .oneOf(field: "looks", [.text("00000000000000ff")]),
        .near(field: "looks", Likeness("0000000000000000")!, within: 1),
        .near(field: "looks", Likeness("fffffffffffffffe")!, within: 60),
        .near(field: "looks", Likeness("0000000000000003")!, within: 64),
    ]

    static func random(depth: Int, using generator: inout SeededRandom) -> Filter {
        switch generator.below(depth > 2 ? 1 : 5) {
        case 1: .not(.random(depth: depth + 1, using: &generator))
        case 2: .all((0..<generator.below(3)).map { _ in .random(depth: depth + 1, using: &generator) })
        case 3: .any((0..<generator.below(3)).map { _ in .random(depth: depth + 1, using: &generator) })
        default: leaves.randomElement(using: &generator)!
        }
    }
}
