import CollectionLayout
import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Synchronization
import Testing

@testable import LookaheadKit

/// What a program says of its collection, without a server that listens.
struct LiveCollectionTests {
    private func served(
        _ words: Words = Words()
    ) async throws -> (server: CollectionServer, collection: LookaheadKit.LiveCollection) {
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

    @Test func `a snapshot with too many items is refused with the number`() throws {
        var snapshot = CollectionSnapshot()
        snapshot.limit = 3
        for number in 0..<20 { snapshot.append("\(number)") }
        #expect(snapshot.identifiers == [["0", "1", "2"]])
        let error = #expect(throws: CollectionError.self) { try snapshot.checkedNames() }
        #expect(error?.code == "too-many-items" && error?.description.contains("at most 3 items") == true)
        #expect(error?.description.contains("has 20") == true && CollectionSnapshot.largest == 10_000_000)
    }

    @Test func `a program that forgets to run leaves its folder to the next one`() throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        do {
            let server = try CollectionServer(configuration)
            try server.add(Words())
            let error = #expect(throws: CollectionError.self) { try CollectionServer(configuration) }
            #expect(error?.code == "folder-in-use")
        }
        let server = try CollectionServer(configuration)
        withExtendedLifetime(server) {}
    }

    @Test func `what people moved is given back by the next run, as far as this one did not`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        let words = Words()
        words.change { $0.failures = .max }
        try await Self.run(words, configuration) { server in try await server.move("c", to: 0) }
        #expect(words.delivered.isEmpty)
        words.change { $0.failures = 0 }
        try await Self.run(words, configuration) { server in
            for await _ in words.deliveries { break }
            try await server.move("b", to: 0)
            for await _ in words.deliveries { break }
        }
        #expect(words.delivered.map(\.from) == [1, 2])
        #expect(
            words.delivered.first?.operations == [
                .move("c", from: .init(section: 0, item: 2), to: .init(section: 0, item: 0), section: "s0")
            ])
        // A third run has nothing to give back.
        let last = Words()
        try await Self.run(last, configuration) { server in try await server.move("a", to: 0) }
        #expect(last.delivered.map(\.from).filter { $0 < 2 }.isEmpty)
    }

    /// A server with a source, for as long as the body takes.
    private static func run(
        _ words: Words, _ configuration: Configuration, _ body: (CollectionServer) async throws -> Void
    ) async throws {
        let server = try CollectionServer(configuration)
        try await server.add(words).opened()
        try await body(server)
    }

    @Test func `marks that people give are there to be read, until they are taken away`() async throws {
        let server = try CollectionServer()
        let collection = try server.add(Words(), marks: true)
        try await collection.opened()
        let changes = collection.changes
        try await server.mark(
            ["a", "b"],
            as: [
                "stars": .int(4), "flag": .string("pick"), "rating": .string("like"), "colourLabel": .string("green"),
                "labels": .array([.object(["name": .string("Print")]), .object(["name": .string("Late")])]),
            ])
        for await change in changes {
            #expect(change.operations == [.reconfigure("a"), .reconfigure("b")])
            break
        }
        let found = try collection.marks(of: ["a", "b", "c", "unknown"])
        #expect(found.keys.sorted() == ["a", "b"])
        let marks = try #require(found["a"])
        #expect(marks.stars == 4 && marks.flag == .pick && marks.rating == "like")
        #expect(marks.colourLabel == "green" && marks.labels == ["Print", "Late"])
        try await server.mark(
            ["a"], as: ["stars": .null, "flag": .null, "rating": .null, "colourLabel": .null, "labels": .array([])])
        #expect(try collection.marks(of: ["a", "b"]) == ["b": marks])
    }

    @Test func `what is asked for and what is cancelled is told as demand`() async throws {
        let served = ServedDataSource(Sleeping(), layout: .column, marks: false, pictures: nil)
        var demand = served.demand.stream().makeAsyncIterator()
        let reading = Task { try await served.items(for: ["a", "b"]) }
        #expect(await demand.next() == .prefetch(["a", "b"]))
        reading.cancel()
        #expect(await demand.next() == .cancel(["a", "b"]))
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    /// A source that takes its time, and listens when it is cancelled.
    private struct Sleeping: CollectionDataSource {
        let id = "sleeping"
        func snapshot(into snapshot: inout CollectionSnapshot) async throws {}
        func items(for ids: [String]) async throws -> [CollectionItem] {
            try await Task.sleep(for: .seconds(3600))
            return []
        }
    }

    @Test func `a source says where a move really goes, by sections and places among the other items`() async throws {
        /// Nothing may be put before `a`, and `b` belongs into the second section.
        final class Shelf: CollectionMoving {
            let id = "words"
            let asked = Mutex<[ProposedMove]>([])

            func snapshot(into snapshot: inout CollectionSnapshot) async throws {
                snapshot = CollectionSnapshot([["a", "b", "c"], ["d"]])
            }
            func items(for ids: [String]) async throws -> [CollectionItem] { [] }
            func target(for move: ProposedMove) -> CollectionPlace {
                asked.withLock { $0.append(move) }
                if move.id == "b" { return CollectionPlace(section: "s1", index: 1) }
                return CollectionPlace(section: move.target.section, index: max(1, move.target.index))
            }
        }
        let server = try CollectionServer()
        let shelf = Shelf()
        let collection = try server.add(shelf)
        try await collection.opened()
        try await server.move("c", to: 0)
        #expect(try collection.snapshot().identifiers == [["a", "c", "b"], ["d"]])
        try await server.move("b", to: 1)
        #expect(try collection.snapshot().identifiers == [["a", "c"], ["d", "b"]])
        #expect(
            shelf.asked.withLock { $0 } == [
                ProposedMove(id: "c", target: CollectionPlace(section: "s0", index: 0)),
                ProposedMove(id: "b", target: CollectionPlace(section: "s0", index: 1)),
            ])
    }

    @Test func `what is in view is told when it is other items than before`() async throws {
        let (server, collection) = try await served()
        let demand = collection.demand
        let list = try LayoutDescription(kind: "list", options: [:])
        let settings = ViewerSettings(layout: list, width: 400, height: 300)
        let viewer = try server.engine.createViewer(of: "words", settings).viewer
        let rect = Rect(x: 0, y: 0, width: 400, height: 300)
        _ = try server.engine.range(viewer, RangeEvent(sequence: 1, version: 1, visible: .rect(rect)))
        var told: [Set<String>] = []
        for await next in demand {
            guard case .visible(let items) = next else { continue }
            told.append(items)
            if told.count == 2 { break }
            try server.engine.removeViewer(viewer)
        }
        #expect(told == [["a", "b", "c", "d"], []])
    }

    @Test func `a source that is added twice is refused`() throws {
        let server = try CollectionServer()
        try server.add(Words())
        let error = #expect(throws: CollectionError.self) { try server.add(Words()) }
        #expect(error?.code == "collection-exists")
        struct Nameless: CollectionDataSource {
            let id = ".."
            func snapshot(into snapshot: inout CollectionSnapshot) async throws {}
            func items(for ids: [String]) async throws -> [CollectionItem] { [] }
        }
        #expect { try server.add(Nameless()) } throws: { ($0 as? CollectionError)?.code == "bad-identifier" }
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

    @Test func `a large source is shown while it is still being appended`() async throws {
        struct Growing: CollectionDataSource {
            let id = "growing"
            let rest: AsyncStream<Void>
            func snapshot(into snapshot: inout CollectionSnapshot) async throws {
                for number in 0..<10_000 { snapshot.append("\(number)") }
                // What is read within a second is shown when it is whole.
                try await Task.sleep(for: .milliseconds(1100))
                for number in 10_000..<20_000 { snapshot.append("\(number)") }
                for await _ in rest { break }
                snapshot.append("last")
            }
            func items(for ids: [String]) async throws -> [CollectionItem] { [] }
        }
        let server = try CollectionServer()
        let (rest, goOn) = AsyncStream.makeStream(of: Void.self)
        let collection = try server.add(Growing(rest: rest))
        var shown = 0
        for _ in 0..<1000 where shown == 0 {
            shown = (try? collection.snapshot().count) ?? 0
            try await Task.sleep(for: .milliseconds(10))
        }
        // Parts come every 8,192 items.
        #expect(shown == 16_384)
        goOn.yield()
        try await collection.opened()
        #expect(try collection.snapshot().count == 20_001)
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
        // People read the same.
        #expect(try server.engine.summary(of: "broken").problem?.sentence == error?.description)
    }
}

extension CollectionServer {
    /// Moves an item as people do, within its section.
    func move(_ item: String, to place: Int, by author: EngineAuthor = .nobody) async throws {
        let change = await withCheckedContinuation { continuation in
            do throws(GridError) {
                try engine.move(
                    item, in: "words", toAfter: IndexPath(0, place), options: ChangeOptions(author: author)
                ) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        _ = try change.get()
    }

    /// Marks items as people do.
    func mark(_ items: [String], as marks: JSONObject) async throws {
        let change = await withCheckedContinuation { continuation in
            do throws(GridError) {
                try engine.mark(.items(items), in: "words", as: marks) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        _ = try change.get()
    }
}

extension CollectionSnapshot {
    var identifiers: [[String]] { sections.map { $0.items.map(\.id) } }
}
