import CollectionModel
import JSONText
import SeededRandom
import Testing

@testable import CollectionQuery

/// Stacks of items, and results in which they are folded.
@Suite struct StackTests {
    private func query(_ text: String) throws -> Query {
        var reader = JSONReader(Array(text.utf8))
        return try Query(from: &reader)
    }

    // MARK: The table

    @Test func `members know their stack, whichever is asked`() {
        var stacks = StackTable()
        let items = [ItemOrdinal(5), ItemOrdinal(2), ItemOrdinal(3_000)]
        stacks.make(items[...], .pair)
        #expect(items.allSatisfy { stacks.members(of: $0) == items && stacks.face(of: $0) == ItemOrdinal(5) })
        #expect(items.allSatisfy { stacks.kind(of: $0) == .pair })
        #expect(stacks.members(of: ItemOrdinal(4)) == [ItemOrdinal(4)] && stacks.face(of: ItemOrdinal(4)) == nil)
        #expect(stacks.members(of: ItemOrdinal(1 << 20)) == [ItemOrdinal(1 << 20)])
        #expect(stacks.count == 1 && stacks.hiddenCount == 2 && stacks.items == items.sorted())
        #expect(stacks.dissolve(ItemOrdinal(2)) == items)
        #expect(stacks.count == 0 && stacks.hiddenCount == 0 && stacks.isEmpty && stacks.items.isEmpty)
    }

    @Test func `a copy keeps what it had`() {
        var stacks = StackTable()
        stacks.make([ItemOrdinal(1), ItemOrdinal(2)], .pair)
        let copy = stacks
        stacks.dissolve(ItemOrdinal(1))
        stacks.make([ItemOrdinal(2), ItemOrdinal(7), ItemOrdinal(1)], .hand)
        #expect(copy.members(of: ItemOrdinal(1)) == [ItemOrdinal(1), ItemOrdinal(2)])
        #expect(copy.differences(from: stacks) == [ItemOrdinal(1), ItemOrdinal(2), ItemOrdinal(7)])
        #expect(stacks.differences(from: copy) == copy.differences(from: stacks))
        #expect(copy.differences(from: copy).isEmpty)
    }

    @Test func `a million pairs take eight bytes an item`() {
        var stacks = StackTable()
        for pair in 0..<UInt32(100_000) { stacks.make([ItemOrdinal(2 * pair), ItemOrdinal(2 * pair + 1)], .pair) }
        #expect(stacks.sizeBytes <= 200_000 * 8 + 20_000)
        var few = StackTable()
        few.make([ItemOrdinal(9_999_998), ItemOrdinal(9_999_999)], .pair)
        #expect(few.sizeBytes < 200_000, "pages without a stack take nothing")
    }

    // MARK: The document

    @Test func `a query says that stacks are folded, and which are open`() throws {
        for text in [#"{"stacks":"folded"}"#, #"{"search":"x","stacks":"folded","openStacks":["a","b"]}"#] {
            var writer = JSONWriter()
            try query(text).write(to: &writer)
            #expect(String(decoding: writer.take(), as: UTF8.self) == text)
        }
        #expect(try query(#"{"stacks":"open"}"#) == Query())
        #expect(try query(#"{"openStacks":["a"]}"#) == Query())
        #expect(try query(#"{"stacks":"folded"}"#) != Query())
        #expect(try query(#"{"stacks":"folded","openStacks":["a"]}"#) != query(#"{"stacks":"folded"}"#))
        for text in [#"{"stacks":true}"#, #"{"stacks":"shut"}"#, #"{"stacks":"folded","openStacks":"a"}"#] {
            #expect(throws: JSONError.self) { try query(text) }
        }
        let many = (0..<1001).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(throws: JSONError.self) { try query(#"{"stacks":"folded","openStacks":[\#(many)]}"#) }
    }

    // MARK: Results

    @Test func `folded stacks follow random histories as if they were computed again`() throws {
        for seed in 0..<UInt64(300) {
            var life = StackedLife(seed: 11_000 + seed, items: seed % 10 == 0 ? 60 : 12)
            var results = try (0..<3).map { _ in try life.result(life.query()) }
            for result in results { try life.check(result, "seed \(seed)") }
            for step in 0..<8 {
                let patch = life.change()
                for index in results.indices {
                    var replayed = results[index].order
                    let change = results[index].follow(
                        patch, to: life.base.order, columns: life.base.columns, groups: life.base.groups)
                    let comment = "seed \(seed), step \(step)"
                    try life.check(results[index], comment)
                    try replayed.apply(change)
                    #expect(
                        life.base.texts(replayed) == life.base.texts(results[index].order),
                        "\(comment): \(results[index].query) \(change)")
                }
            }
        }
    }

    @Test func `a folded result is made of the open one that it narrows`() throws {
        var narrowed = 0
        for seed in 0..<UInt64(300) {
            var life = StackedLife(seed: 21_000 + seed, items: 14)
            let query = life.query()
            var base = query
            (base.foldsStacks, base.openStacks, base.folding, base.search, base.filter) = (false, [], nil, nil, nil)
            guard query.narrows(base), !base.isEmpty else { continue }
            narrowed += 1
            let result = try QueryResult(
                query, of: life.base.order, columns: life.base.columns, groups: life.base.groups,
                from: life.result(base))
            try life.check(result, "seed \(seed)")
        }
        #expect(narrowed > 50)
    }

    @Test func `without stacks, a folded order is the collection's own`() throws {
        var life = StackedLife(seed: 1, items: 20)
        life.base.columns.stacks = StackTable()
        var result = try life.result(query(#"{"stacks":"folded"}"#))
        #expect(life.base.texts(result.order) == life.base.texts(life.base.order))
        #expect(result.order.sizeBytes == life.base.order.sizeBytes)
        for step in 0..<20 {
            let patch = life.base.change()
            let change = result.follow(
                patch, to: life.base.order, columns: life.base.columns, groups: life.base.groups)
            #expect(change == patch && life.base.texts(result.order) == life.base.texts(life.base.order), "\(step)")
        }
    }
}

/// A random collection whose items are in random stacks.
struct StackedLife {
    var base: RandomLife

    init(seed: UInt64, items: Int) {
        base = RandomLife(seed: seed, items: items)
        for _ in 0..<items / 3 { _ = restack() }
    }

    mutating func query() -> Query {
        var query = Query.random(using: &base.generator)
        if base.generator.isTrue(0.3) { (query.search, query.filter) = (nil, nil) }
        query.foldsStacks = true
        if base.generator.isTrue(0.4) {
            query.openStacks = Set((0..<8).map { _ in "\(base.generator.below(30))" })
        }
        if base.generator.isTrue(0.2) { query.folding = Folding(sections: ["0", "3", "5"]) }
        return query
    }

    func result(_ query: Query) throws -> QueryResult {
        try QueryResult(query, of: base.order, columns: base.columns, groups: base.groups)
    }

    /// One stack is made or taken apart.
    /// - Returns: the items that this concerns.
    private mutating func restack() -> [ItemOrdinal] {
        let items = (0..<base.order.numberOfItems).map { base.order.item(atFlat: $0) }
        guard items.count > 1 else { return [] }
        let chosen = Set((0...base.generator.below(4)).map { _ in items[base.generator.below(items.count)] })
        var touched = chosen.flatMap { base.columns.stacks.dissolve($0) }
        if chosen.count > 1, base.generator.isTrue(0.8) {
            let members = chosen.sorted().shuffled(using: &base.generator)
            base.columns.stacks.make(members[...], StackTable.Kind.allCases[base.generator.below(2)])
            touched += members
        }
        return touched
    }

    /// A change of the collection, and of its stacks: who is gone is in none.
    mutating func change() -> Patch {
        var patch = base.change()
        var touched = patch.deletes.map(\.item).flatMap { gone -> [ItemOrdinal] in
            let members = base.columns.stacks.dissolve(gone)
            let rest = members.filter { base.order.contains($0) }
            if rest.count > 1 { base.columns.stacks.make(rest[...], .hand) }
            return members
        }
        if base.generator.isTrue(0.5) { touched += restack() }
        let known = Set(patch.reloads).union(patch.reconfigures).union(patch.inserts.map(\.item))
        patch.reconfigures += Set(touched).subtracting(known).filter { base.order.contains($0) }
        patch.reconfigures.sort()
        return patch
    }

    /// The cells of the stack that an item is in, by what matches item by item.
    private func cells(_ item: ItemOrdinal, isOpen: Bool, _ plain: PlainQuery) -> (shown: [ItemOrdinal], behind: Int) {
        let members = base.columns.stacks.members(of: item)
        let found = members.filter { plain.matches($0) }
        if isOpen || found.isEmpty { return (found, 0) }
        // The files of a pair are one picture.
        if base.columns.stacks.kind(of: item) == .pair { return ([members[0]], members.count - 1) }
        return ([found[0]], found.count - 1)
    }

    /// Compares a result with one that is found item by item.
    func check(_ result: QueryResult, _ comment: String) throws {
        let (expected, folded) = try sections(of: result.query)
        #expect(base.texts(result.order) == expected, "\(comment): \(result.query)")
        let folding = try #require(StackFolding(result.query, open: result.openStacks, in: base.columns))
        #expect(folding.foldedCount(in: result.order) == folded, "\(comment): \(result.query)")
    }

    private func sections(of query: Query) throws -> (texts: [String], folded: Int) {
        let (order, stacks) = (base.order, base.columns.stacks)
        let plain = PlainQuery(query: Query(search: query.search, filter: query.filter), columns: base.columns)
        let openFaces = Set(query.openStacks.compactMap { UInt32($0) }.compactMap { stacks.face(of: ItemOrdinal($0)) })
        func cells(_ item: ItemOrdinal) -> (shown: [ItemOrdinal], behind: Int) {
            self.cells(item, isOpen: stacks.face(of: item).map { openFaces.contains($0) } ?? false, plain)
        }
        let fronts = (0..<order.numberOfSections).map { index in
            let items = order.flatRange(ofSection: index).map { order.item(atFlat: $0) }
            return (id: order.section(at: index), items: items.filter { cells($0).shown.first == $0 })
        }
        let sorting = PlainQuery(query: Query(sort: query.sort, group: query.group), columns: base.columns)
        let alone = PlainQuery(query: Query(sort: query.sort), columns: base.columns)
        let whole = try Snapshot(sections: order.items.isEmpty ? [] : [(id: order.section(at: 0), items: order.items)])
        // All items in the sequence of the sort, of which an open stack takes its own.
        let sorted = try alone.sections(of: whole, groups: base.groups).flatMap(\.items)
        // Gaps are those of all items, whichever are shown.
        var sections = try sorting.sections(of: try Snapshot(sections: fronts), in: order, groups: base.groups)
        if !query.keepsOwnOrder || query.search != nil || query.filter != nil {
            sections.removeAll { $0.items.isEmpty }
        }
        var folded = 0
        let texts = sections.map { section in
            let hasSections = query.keepsOwnOrder || query.group != nil
            let isFolded = hasSections && query.folding?.folds("\(section.id.rawValue)") == true
            let items = (isFolded ? [] : section.items).flatMap { front -> [ItemOrdinal] in
                let (shown, behind) = cells(front)
                folded += behind
                let others = Set(shown).subtracting([front])
                return [front] + sorted.filter { others.contains($0) }
            }
            return "\(section.id): \(items)"
        }
        return (texts, folded)
    }
}

extension Snapshot {
    fileprivate var items: [ItemOrdinal] { (0..<numberOfItems).map { item(atFlat: $0) } }
}
