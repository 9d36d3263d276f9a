import CollectionModel
import Dispatch
import JSONText
import LookaheadTesting
import SeededRandom
import Synchronization
import Testing

@testable import GridEngine

/// Several servers of one store: each adopts what the others stored first, and makes its own changes again.
@Suite struct OvertakenTests {
    private let database = MemoryDatabase()

    /// A server with its collection open.
    private func server(_ sections: [(id: String, items: [String])]) async throws -> EngineHarness {
        try await EngineHarness(sections: sections, store: MemoryStore(sharing: database))
    }

    /// Has `other` make a change before each commit of `server`, and waits for it.
    private func overtake(
        _ server: EngineHarness, _ change: @escaping @Sendable (@escaping GridEngine.ChangeCompletion) -> Void
    ) {
        server.store.whileCommitting {
            let isOver = DispatchSemaphore(value: 0)
            change { _ in isOver.signal() }
            isOver.wait()
        }
    }

    /// Waits until what was reported to a server is adopted.
    private func settle(_ server: EngineHarness) async {
        await withCheckedContinuation { continuation in server.engine.commits.perform { continuation.resume() } }
    }

    @Test func `a change that others overtake is made again on theirs, and both servers show the same`() async throws {
        let sections = [("s", ["a", "b", "c", "d"])]
        let (one, two) = (try await server(sections), try await server(sections))
        overtake(one) { try? two.engine.move("d", in: "c", toAfter: IndexPath(0, 0), completion: $0) }
        // Beside b, wherever that is by then.
        let change = try await one.change {
            try one.engine.move("a", in: "c", toAfter: IndexPath(0, 1), version: 1, completion: $0)
        }
        #expect(change.patch.from == 2 && change.patch.to == 3)
        await settle(two)
        #expect(try one.order() == [["d", "b", "a", "c"]])
        #expect(try two.order() == one.order() && two.version == one.version)
    }

    @Test func `viewers see what another server changed`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        let viewer = try two.viewer()
        let last = two.engine.lastEventID
        try await one.move("a", to: IndexPath(0, 2))
        try await one.rate("b", .string("like"))
        await settle(two)
        let events = try two.engine.events(of: viewer, after: last)
        #expect(events.count == 2, "\(events)")
        #expect(try two.engine.item("b", of: "c").item.attributes["rating"] == .string("like"))
        #expect(
            try two.engine.changes(of: "c", since: 1)?.map(\.patch)
                == one.engine.changes(of: "c", since: 1)?.map(\.patch))
    }

    @Test func `a version that another server has just made is known when a client names it`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        two.store.holdNews()
        try await one.move("a", to: IndexPath(0, 2))
        #expect(try two.version == 1)
        // Places, ranges and conditions.
        try await two.change { try two.engine.move("b", in: "c", toAfter: IndexPath(0, 1), version: 2, completion: $0) }
        #expect(try two.order() == [["c", "b", "a"]] && two.version == 3)
        one.store.holdNews()
        try await two.change {
            let stars: JSONObject = ["stars": .int(3)]
            try two.engine.mark(.items(["a"]), in: "c", as: stars, completion: $0)
        }
        try await one.change {
            let stars: JSONObject = ["stars": .int(5)]
            try one.engine.mark(.ranges([0..<1], version: 4), in: "c", as: stars, completion: $0)
        }
        try await two.change {
            try two.engine.move(
                "c", in: "c", toAfter: IndexPath(0, 2), options: ChangeOptions(ifVersion: 5), completion: $0)
        }
        // Reading.
        #expect(throws: GridError.self) { try one.engine.changes(of: "c", since: 6) }
        #expect(!one.engine.isKnown(6, of: "c"))
        await withCheckedContinuation { continuation in one.engine.reach(6, of: "c") { continuation.resume() } }
        #expect(try one.engine.changes(of: "c", since: 6) == [])
        #expect(try one.order() == two.order())
        // What nobody has made.
        await withCheckedContinuation { continuation in one.engine.reach(9, of: "c") { continuation.resume() } }
        #expect(throws: GridError.self) { try one.engine.changes(of: "c", since: 9) }
        // A store that is away.
        one.store.fail(with: .unreachable("away"))
        await withCheckedContinuation { continuation in one.engine.reach(9, of: "c") { continuation.resume() } }
        #expect(try one.version == 6)
    }

    @Test func `a change under a condition is refused once others came first`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        overtake(one) { try? two.engine.move("c", in: "c", toAfter: IndexPath(0, 0), completion: $0) }
        let refusal = await #expect(throws: GridError.self) {
            try await one.change {
                try one.engine.move(
                    "a", in: "c", toAfter: IndexPath(0, 2), options: ChangeOptions(ifVersion: 1), completion: $0)
            }
        }
        // The other's change, by its stamp.
        #expect(refusal == .versionMismatch(current: try two.head))
        #expect(try one.order() == [["c", "a", "b"]])
    }

    @Test func `a key that was used on another server makes no second change`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        let options = ChangeOptions(idempotencyKey: "k")
        overtake(one) {
            try? two.engine.move("a", in: "c", toAfter: IndexPath(0, 2), options: options, completion: $0)
        }
        let change = try await one.change {
            try one.engine.move("a", in: "c", toAfter: IndexPath(0, 2), options: options, completion: $0)
        }
        #expect(change.patch.to == 2)
        #expect(try one.version == 2)
    }

    @Test func `a key that was used on another server for another request is refused`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        @Sendable func options(_ target: String) -> ChangeOptions {
            let fingerprint = RequestFingerprint(method: "POST", target: target)
            return ChangeOptions(idempotencyKey: "k", fingerprint: fingerprint)
        }
        overtake(one) {
            try? two.engine.move("a", in: "c", toAfter: IndexPath(0, 2), options: options("/a"), completion: $0)
        }
        let refusal = await #expect(throws: GridError.self) {
            try await one.change {
                try one.engine.move("b", in: "c", toAfter: IndexPath(0, 2), options: options("/b"), completion: $0)
            }
        }
        #expect(refusal == .keyReused("k"))
        // One that an earlier version has stored came with no fingerprint.
        let older = ChangeOptions(idempotencyKey: "k")
        let answer = try await one.change {
            try one.engine.move("b", in: "c", toAfter: IndexPath(0, 2), options: older, completion: $0)
        }
        #expect(answer.patch.to == 2)
        #expect(try one.version == 2)
    }

    @Test func `undo on one server takes back what was done on another`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        try await one.move("a", to: IndexPath(0, 2))
        await settle(two)
        try await two.change { try two.engine.undo(in: "c", completion: $0) }
        await settle(one)
        #expect(try one.order() == [["a", "b", "c"]])
        try await one.change { try one.engine.redo(in: "c", completion: $0) }
        #expect(try one.order() == [["b", "c", "a"]])
    }

    @Test func `marks of another server are taken over with their words, and undone here`() async throws {
        let sections = [("s", ["a", "b", "c"])]
        let (one, two) = (try await server(sections), try await server(sections))
        func label(_ name: String, _ colour: String) -> JSONValue {
            .object(["name": .string(name), "colour": .string(colour)])
        }
        let (red, blue, grey) = (label("Print", "red"), label("Wall", "blue"), label("Client", "grey"))
        // The numbers of labels differ: each server has given its own first.
        try await two.mark(["c"], ["labels": .array([grey])])
        overtake(one) {
            let marks: JSONObject = ["stars": .int(4), "labels": .array([red])]
            try? two.engine.mark(.items(["a"]), in: "c", as: marks, completion: $0)
        }
        try await one.mark(["a", "b"], ["labels": .object(["add": .array([blue])])])
        await settle(two)
        for server in [one, two] {
            let shown = try ["a", "b", "c"].map { try server.engine.item($0, of: "c").item.attributes }
            #expect(shown.map { $0["stars"] } == [.int(4), nil, nil])
            #expect(shown[0]["labels"] == .array([red, blue]))
            #expect(shown[2]["labels"] == .array([grey]))
        }
        try await one.change { try one.engine.undo(in: "c", completion: $0) }
        try await one.change { try one.engine.undo(in: "c", completion: $0) }
        await settle(two)
        for server in [one, two] { #expect(try server.engine.item("a", of: "c").item.attributes.members.isEmpty) }
    }

    @Test func `an album is there on each server, and shows marks that another one made`() async throws {
        let sections = [("s", ["a", "b"])]
        let (one, two) = (try await server(sections), try await server(sections))
        let made = await withCheckedContinuation { continuation in
            one.engine.createAlbum(title: "Wall") { continuation.resume(returning: $0) }
        }
        let album = try made.get().id
        try await one.change {
            try one.engine.add(AlbumAddition(collection: "c"), to: album, completion: $0)
        }
        await settle(two)
        while two.engine.summaries().first(where: { $0.id == album })?.itemCount != 2 { await settle(two) }
        try await one.change { try one.engine.mark(.items(["c/b"]), in: album, as: ["stars": .int(3)], completion: $0) }
        await settle(two)
        #expect(try two.engine.item("c/b", of: album).item.attributes["stars"] == .int(3))
    }

    @Test func `two servers that refresh one folder commit one listing`() async throws {
        let sections = [("s", ["a", "b"])]
        let (one, two) = (try await server(sections), try await server(sections))
        for source in [one.source, two.source] {
            source.script.withLock { $0.sections = [("s", ["a", "x", "b"]), ("t", ["y"])] }
        }
        let isOver = Mutex(false)
        one.store.whileCommitting {
            guard (try? two.engine.refresh("c")) != nil else { return }
            let deadline = ContinuousClock.now + .seconds(20)
            while (try? two.version) != 2, ContinuousClock.now < deadline {}
            isOver.withLock { $0 = true }
        }
        _ = try await one.refresh()
        await settle(two)
        #expect(isOver.withLock { $0 })
        #expect(try one.order() == [["a", "x", "b"], ["y"]] && one.version == 2)
        #expect(try two.order() == one.order() && two.version == 2)
        #expect(try one.engine.summary(of: "c").sectionCount == 2)
    }

    @Test func `of two servers that open a folder for the first time one stores it`() async throws {
        let sections = [("s", ["a", "b"])]
        let database = database
        let store = MemoryStore(sharing: database)
        let source = ScriptedSource(sections: sections)
        let engine = GridEngine(loader: ScriptedLoader(), store: store)
        let other = GridEngine(loader: ScriptedLoader(), store: MemoryStore(sharing: database))
        // The second opens while the first one lists.
        source.script.withLock {
            $0.whileListing = {
                let isOver = DispatchSemaphore(value: 0)
                other.add(ScriptedSource(sections: [("s", ["b", "a", "c"])])) { _ in isOver.signal() }
                isOver.wait()
            }
        }
        let opened = await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }
        // Its own listing lacks c: a change like any other.
        #expect(try opened.get().version == 2)
        await withCheckedContinuation { continuation in other.commits.perform { continuation.resume() } }
        let (_, snapshot, identities) = try other.snapshot(of: "c")
        #expect((0..<snapshot.numberOfItems).map { identities.itemID(snapshot.item(atFlat: $0)) } == ["b", "a"])
        #expect(try store.restore("c").map { Array($0.items) } == ["b", "a", "c"])
    }

    @Test func `a store that was set back is noticed, and read again`() async throws {
        let sections = [("s", ["a", "b", "c", "d"])]
        let (one, two) = (try await server(sections), try await server(sections))
        try await one.move("a", to: IndexPath(0, 3))
        try await one.move("b", to: IndexPath(0, 3))
        await settle(two)
        database.setBack("c", by: 1)
        // The same version, other changes before it.
        await #expect(throws: GridError.opening) { try await one.move("c", to: IndexPath(0, 3)) }
        while try !one.engine.summary(of: "c").isOpen { await Task.yield() }
        #expect(try one.order() == [["b", "c", "d", "a"]] && one.version == 2)
        try await one.move("c", to: IndexPath(0, 3))
        #expect(try one.order() == [["b", "d", "a", "c"]])
    }

    @Test func `saved queries are those of all servers`() async throws {
        let (one, two) = (try await server([("s", ["a"])]), try await server([("s", ["a"])]))
        let query = SavedQuery(name: "q", title: "Q", document: "{}")
        _ = await withCheckedContinuation { continuation in
            try? one.engine.save(query, of: "c") { continuation.resume(returning: $0) }
        }
        await settle(two)
        #expect(try two.engine.savedQueries(of: "c") == [query])
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random changes on two servers, overtaken at every point, leave one order on both`(_ seed: UInt64) async throws
    {
        let sections = [("s", (0..<40).map { "i\($0)" }), ("t", (40..<50).map { "i\($0)" })]
        let (one, two) = (try await server(sections), try await server(sections))
        let random = Mutex(SeededRandom(seed: seed))
        let change: @Sendable (EngineHarness, @escaping GridEngine.ChangeCompletion) -> Void = { server, completion in
            let (kind, item, section, place) = random.withLock {
                (
                    Int.random(in: 0..<8, using: &$0), "i\(Int.random(in: 0..<50, using: &$0))",
                    Int.random(in: 0...1, using: &$0), Int.random(in: 0..<10, using: &$0)
                )
            }
            do throws(GridError) {
                switch kind {
                case 0: try server.engine.undo(in: "c", completion: completion)
                case 1: try server.engine.redo(in: "c", completion: completion)
                case 2, 3:
                    try server.engine.patchAttributes(of: item, in: "c", ["n": .int(place)], completion: completion)
                default:
                    try server.engine.move(
                        item, in: "c", toAfter: IndexPath(section, place), completion: completion)
                }
            } catch {
                completion(.failure(error))
            }
        }
        one.store.beforeCommits {
            guard random.withLock({ Int.random(in: 0..<3, using: &$0) > 0 }) else { return }
            let isOver = DispatchSemaphore(value: 0)
            change(two) { _ in isOver.signal() }
            isOver.wait()
        }
        for _ in 0..<120 {
            _ = await withCheckedContinuation { continuation in change(one) { continuation.resume(returning: $0) } }
        }
        await settle(two)
        one.store.beforeCommits(nil)
        let three = try await server(sections)
        for server in [two, three] {
            #expect(try server.order() == one.order() && server.version == one.version, "seed \(seed)")
            for item in (0..<50).map({ "i\($0)" }) {
                #expect(
                    try server.engine.item(item, of: "c").item == one.engine.item(item, of: "c").item, "seed \(seed)")
            }
        }
        // What can be undone is the same everywhere, too.
        try await three.change { try three.engine.undo(in: "c", completion: $0) }
        try await one.change { try one.engine.undo(in: "c", completion: $0) }
        await settle(three)
        #expect(try three.order() == one.order())
    }
}
