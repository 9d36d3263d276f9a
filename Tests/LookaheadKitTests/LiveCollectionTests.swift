import Testing

@testable import LookaheadKit

/// What a program says of its collection, without a server that listens.
struct LiveCollectionTests {
    private func served(
        _ words: Words = Words()
    ) async throws -> (server: CollectionServer, collection: LiveCollection) {
        let server = try CollectionServer()
        let collection = try server.add(words)
        try await collection.opened()
        return (server, collection)
    }

    @Test func `a snapshot is shown, and its difference to the next one is the change`() async throws {
        let (server, collection) = try await served()
        #expect(try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]])
        let change = try await collection.apply(CollectionSnapshot([["a", "c"], ["d", "e"]]))
        #expect(change.to == change.from + 1 && change.isOfSource)
        #expect(
            change.operations == [
                .delete("b", from: .init(section: 0, item: 1)), .insert("e", at: .init(section: 1, item: 1)),
            ])
        let same = try await collection.apply(CollectionSnapshot([["a", "c"], ["d", "e"]]))
        #expect(same.from == same.to && same.operations.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func `an empty snapshot empties the collection`() async throws {
        let (server, collection) = try await served()
        try await collection.apply(CollectionSnapshot([[], []]))
        #expect(try collection.snapshot().count == 0)
        withExtendedLifetime(server) {}
    }

    @Test func `a source of people's order does not move items, and one of its own does`() async throws {
        let (first, people) = try await served(Words(order: .people))
        try await people.apply(CollectionSnapshot([["c", "b", "a"], ["d"]]))
        #expect(try people.snapshot().identifiers == [["a", "b", "c"], ["d"]])
        let (second, own) = try await served(Words(order: .source))
        try await own.apply(CollectionSnapshot([["c", "b", "a"], ["d"]]))
        #expect(try own.snapshot().identifiers == [["c", "b", "a"], ["d"]])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a snapshot with a duplicate is refused with its name, and nothing has changed`() async throws {
        let (server, collection) = try await served()
        for (sections, code, name) in [
            ([["a", "b"], ["b"]], "duplicate-item", "“b”"), ([["a", ""]], "bad-identifier", "“”"),
            ([["a", String(repeating: "x", count: 201)]], "bad-identifier", "200 bytes"),
        ] {
            let error = await #expect(throws: CollectionError.self) {
                try await collection.apply(CollectionSnapshot(sections))
            }
            #expect(error?.code == code && error?.description.contains(name) == true)
        }
        let error = await #expect(throws: CollectionError.self) {
            var twice = CollectionSnapshot()
            for _ in 0..<2 { twice.appendSection("s") }
            try await collection.apply(twice)
        }
        #expect(error?.code == "duplicate-section")
        #expect(try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]])
        withExtendedLifetime(server) {}
    }

    @Test func `a source that is added twice is refused`() throws {
        let server = try CollectionServer()
        try server.add(Words())
        let error = #expect(throws: CollectionError.self) { try server.add(Words()) }
        #expect(error?.code == "collection-exists")
    }

    @Test func `two calls of apply at once are made one after the other`() async throws {
        let (server, collection) = try await served()
        let changes = try await withThrowingTaskGroup(of: CollectionChange.self) { group in
            for number in 0..<20 {
                group.addTask { try await collection.apply(CollectionSnapshot([["a", "n\(number)"], ["d"]])) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let ordered = changes.sorted { $0.from < $1.from }
        #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0.to == $1.from })
        var newest: [String] = []
        for case .insert(let id, _) in ordered.last?.operations ?? [] { newest.append(id) }
        #expect(newest.count == 1)
        #expect(try collection.snapshot().identifiers == [["a"] + newest, ["d"]])
        withExtendedLifetime(server) {}
    }

    @Test func `changes are told to those who follow, in order`() async throws {
        let (server, collection) = try await served()
        let changes = collection.changes
        try await collection.apply(CollectionSnapshot([["a"], ["d"]]))
        try await collection.reconfigure(["a", "unknown"])
        var told: [CollectionChange] = []
        for await change in changes {
            told.append(change)
            if told.count == 2 { break }
        }
        #expect(told.map(\.to) == [told[0].from + 1, told[0].from + 2])
        #expect(told[1].operations == [.reconfigure("a")])
        withExtendedLifetime(server) {}
    }

    @Test func `a source that cannot be read gives its sentence`() async throws {
        struct Broken: CollectionDataSource {
            let id = "broken"
            func snapshot(into snapshot: inout CollectionSnapshot) async throws {
                throw CollectionError("no-table", "There is no such table.")
            }
            func items(for ids: [String]) async throws -> [CollectionItem] { [] }
        }
        let server = try CollectionServer()
        let collection = try server.add(Broken())
        let error = await #expect(throws: CollectionError.self) { try await collection.opened() }
        #expect(error?.description.contains("There is no such table.") == true)
    }
}

extension CollectionSnapshot {
    var identifiers: [[String]] { sections.map { $0.items.map(\.id) } }
}
