import CollectionModel
import CollectionQuery
import JSONText
import LookaheadTesting
import Prefetching
import SeededRandom
import Testing

@testable import GridEngine

@Suite struct QueryTests {
    /// Six items in two sections, with a year each, and a camera for most.
    static func harness(
        wholeOrderItems: Int = .max, metadata: (any MetadataReader)? = nil
    ) async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("s", ["a", "b", "c"]), ("t", ["d", "e", "f"])], wholeOrderItems: wholeOrderItems,
            metadata: metadata,
            attributes: [
                "a": camera("Leica", 2003), "b": camera("Canon", 2001), "c": ["year": .int(2002)],
                "d": camera("Canon", 2006), "e": camera("Leica", 2005), "f": camera("Canon", 2004),
            ])
    }

    private static func camera(_ name: String, _ year: Int) -> JSONObject {
        ["camera": .string(name), "year": .int(year)]
    }

    static let canon = #"{"where":{"field":"camera","in":["Canon"]}}"#
    static let liked = #"{"where":{"field":"rating","in":["like"]}}"#
    static let byYear = #"{"sort":[{"field":"year"}]}"#
    static let byCamera = #"{"group":{"field":"camera"}}"#

    // MARK: Results

    @Test func `a query is answered once every item has been looked at`() async throws {
        let harness = try await Self.harness()
        let query = try EngineHarness.query(Self.canon)
        let early = await withCheckedContinuation { continuation in
            harness.engine.openResult(of: "c", query) { continuation.resume(returning: $0.map(\.itemCount)) }
        }
        if case .failure(.notReady(let reason)) = early { #expect(reason.code == "fields-being-read") }
        let result = try await harness.result(Self.canon)
        #expect(result.itemCount == 3)
        #expect(try harness.order(of: result.id) == [["b"], ["d", "f"]])
    }

    @Test func `a result is a collection for whoever reads`() async throws {
        let harness = try await Self.harness()
        let id = try await harness.result(Self.byCamera).id
        #expect(try harness.order(of: id) == [["b", "d", "f"], ["a", "e"], ["c"]])
        #expect(try harness.engine.summary(of: id).itemCount == 6)
        let sections = try harness.engine.sections(of: id, offset: 0, limit: 10).sections
        #expect(sections.map(\.id) == ["camera=Canon", "camera=Leica", "camera="])
        #expect(sections.map(\.title) == ["Canon", "Leica", ""])
        let leica = try harness.engine.items(of: id, section: "camera=Leica", offset: 0, limit: 9)
        #expect(leica?.items.map(\.item.id) == ["a", "e"])
        #expect(try harness.engine.item("e", of: id).indexPath == IndexPath(1, 1))
        #expect(throws: GridError.unsupported(.resultFixed)) {
            try harness.engine.batch(NamedBatch(), in: id) { _ in }
        }
    }

    @Test func `a search looks for names, not for formats and ratings`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["jar.png", "b.jpg", "c.jpg"])])
        try await harness.readFields()
        try await harness.rate("b.jpg", .string("like"))
        #expect(try await harness.result(#"{"search":"jar"}"#).itemCount == 1)
        #expect(try await harness.result(#"{"search":"like"}"#).itemCount == 0)
        #expect(try await harness.result(Self.liked).itemCount == 1)
        let fields = try harness.engine.fieldValues(of: "b.jpg", in: "c").map(\.field)
        #expect(fields == ["name", "folder", "kind", "format", "rating"])
    }

    @Test func `the same query is the same result, however it is written`() async throws {
        let harness = try await Self.harness()
        let first = try await harness.result(Self.canon)
        let second = try await harness.result(#"{"where":{"all":[{"in":["Canon"],"field":"camera"}]},"sort":[]}"#)
        #expect(first.id == second.id)
    }

    @Test func `a field that there is not is named, with its place in the document`() async throws {
        let harness = try await Self.harness()
        let error = await #expect(throws: GridError.self) {
            try await harness.result(#"{"sort":[{"field":"year"},{"field":"colour"}]}"#)
        }
        #expect(error == .invalid(.query("/sort/1/field"), .fieldUnknown("colour")))
    }

    @Test func `a result that nobody uses goes after a minute, one with a viewer stays`() async throws {
        let harness = try await Self.harness()
        let (kept, unused) = (try await harness.result(Self.canon).id, try await harness.result(Self.byYear).id)
        let viewer = try harness.viewer(of: kept)
        for _ in 0..<7 {
            harness.clock.advance(by: .seconds(10))
            _ = try harness.engine.range(viewer, .top(version: 0))
            harness.engine.expire()
        }
        #expect(throws: GridError.notFound(.collection, id: unused)) { try harness.engine.summary(of: unused) }
        #expect(try harness.engine.summary(of: kept).itemCount == 3)
        try harness.engine.removeViewer(viewer)
        harness.clock.advance(by: .seconds(61))
        harness.engine.expire()
        #expect(throws: GridError.notFound(.collection, id: kept)) { try harness.engine.summary(of: kept) }
    }

    // MARK: Live

    @Test func `an item that people rate enters the result, in one operation`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.result(Self.liked)
        #expect(result.itemCount == 0)
        let viewer = try harness.viewer(of: result.id)
        let events = harness.listen(to: viewer)
        try await harness.rate("e", .string("like"))
        try await harness.rate("b", .string("like"))
        try await harness.rate("e", .null)
        let patches = events().compactMap { if case .patch(let change) = $0 { change.patch } else { nil } }
        #expect(
            patches.map { [$0.patch.inserts.count, $0.patch.deletes.count, $0.patch.moves.count] } == [
                [1, 0, 0], [1, 0, 0], [0, 1, 0],
            ])
        #expect(patches.first?.from == result.version)
        #expect(zip(patches, patches.dropFirst()).allSatisfy { $0.to == $1.from })
        #expect(try harness.order(of: result.id) == [["b"]])
    }

    @Test func `what does not concern a result gives it no version`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.result(Self.canon)
        try await harness.rate("a", .string("like"))
        #expect(try harness.engine.summary(of: result.id).version == result.version)
        #expect(try harness.version == 2)
    }

    @Test func `a filter in a sort in use is a part of the whole order, which follows what happens`() async throws {
        let harness = try await Self.harness(wholeOrderItems: 6)
        let liked = #"{"where":{"field":"rating","in":["like"]},"sort":[{"field":"year"}]}"#
        let viewer = try harness.viewer(of: try await harness.result(liked).id)
        // The whole order is made beside: nobody waits for it.
        try await until { harness.engine.results.count >= 2 }
        for item in ["f", "a", "e"] { try await harness.rate(item, .string("like")) }
        try await harness.move("b", to: IndexPath(1, 2))
        let canon = #"{"where":{"field":"camera","in":["Canon"]},"sort":[{"field":"year"}]}"#
        let queries = try harness.engine.collection("c").queries
        for document in [liked, canon] {
            let (work, _, base) = queries.begin(try EngineHarness.query(document))
            queries.end(work)
            #expect(base?.query.isUnfiltered == (document == canon) && base != nil)
        }
        #expect(try harness.order(of: try await harness.result(canon).id) == [["b", "f", "d"]])
        #expect(try harness.order(of: try await harness.result(Self.byYear).id) == [["b", "c", "a", "f", "e", "d"]])
        #expect(harness.engine.results.count == 3)
        // It stays while a viewer sees a part of it.
        for _ in 0..<7 {
            harness.clock.advance(by: .seconds(10))
            _ = try harness.engine.range(viewer, .top(version: 0))
            harness.engine.expire()
        }
        #expect(harness.engine.results.count == 2)
        try harness.engine.removeViewer(viewer)
        harness.clock.advance(by: .seconds(61))
        harness.engine.expire()
        #expect(harness.engine.results.count == 0)
    }

    @Test func `an item that moves to another section is found there`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.result(#"{"where":{"field":"folder","in":["T"]}}"#)
        try await harness.move("a", to: IndexPath(1, 1))
        try await harness.move("b", to: IndexPath(0, 1))
        #expect(try harness.order(of: result.id) == [["d", "a", "e", "f"]])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order(of: result.id) == [["d", "e", "f"]])
    }

    @Test func `after any history a result is what its query gives anew`() async throws {
        let early = [Self.canon, Self.liked, Self.byYear, Self.byCamera, "{}", #"{"search":"e"}"#]
        // Made of those that are in use, after they have followed some changes.
        let narrower = [
            #"{"where":{"field":"rating","in":["like"]},"sort":[{"field":"year"}]}"#,
            #"{"search":"e","where":{"field":"year","from":2002}}"#,
            #"{"where":{"all":[{"field":"camera","in":["Canon"]},{"field":"rating","exists":false}]}}"#,
        ]
        let documents = early + narrower
        var random = SeededRandom(seed: 18)
        for round in 0..<20 {
            let harness = try await Self.harness(wholeOrderItems: round % 2 == 0 ? 6 : .max)
            var results: [(id: String, shown: Snapshot, version: Int)] = []
            func open(_ document: String) async throws {
                let id = try await harness.result(document).id
                let (head, snapshot, _) = try harness.engine.snapshot(of: id)
                results.append((id, snapshot, head.version))
            }
            for document in early { try await open(document) }
            for step in 0..<12 {
                if step % 3 == 2, results.count < documents.count { try await open(documents[results.count]) }
                let item = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random)!
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try await harness.rate(item, .string("like"))
                case 1: try await harness.rate(item, .null)
                case 2: _ = try? await harness.change { try harness.engine.undo(in: "c", completion: $0) }
                default:
                    let section = Int.random(in: 0..<2, using: &random)
                    let count = try harness.order()[section].filter { $0 != item }.count
                    try await harness.move(item, to: IndexPath(section, Int.random(in: 0...count, using: &random)))
                }
            }
            for (index, document) in documents.enumerated() {
                let (id, shown, version) = results[index]
                let expected = try harness.evaluate(document)
                #expect(try harness.order(of: id) == expected, "\(document)")
                // Whoever follows the patches has it too.
                var followed = shown
                for change in try #require(try harness.engine.changes(of: id, since: version)) {
                    try followed.apply(change.patch.patch)
                }
                #expect(harness.names(of: followed) == expected, "\(document)")
            }
        }
    }

    // MARK: Facets

    @Test func `facets count the values of what is found`() async throws {
        let harness = try await Self.harness()
        try await harness.readFields()
        let query = try EngineHarness.query(#"{"where":{"field":"year","from":2004}}"#)
        let facets = try await withCheckedContinuation { continuation in
            harness.engine.facets(of: "c", ["camera"], query: query, limit: 10) { continuation.resume(returning: $0) }
        }.get()
        #expect(facets.facets[0].values.map(\.count) == [2, 1])
        #expect(facets.facets[0].values.map(\.value) == [.keywords(["Canon"]), .keywords(["Leica"])])
    }

    // MARK: Limits

    @Test func `new queries and counts of one client are limited, those of others are not`() async throws {
        let harness = try await Self.harness()
        try await harness.readFields()
        func count(for client: Client) async -> Result<FacetList, GridError> {
            await withCheckedContinuation { continuation in
                harness.engine.facets(of: "c", ["camera"], query: Query(), limit: 1, for: client) {
                    continuation.resume(returning: $0)
                }
            }
        }
        for _ in 0..<40 { _ = try await count(for: Client(origin: "one")).get() }
        let refused = await count(for: Client(origin: "one"))
        #expect(throws: GridError.tooFast(.queries, perSecond: 20)) { try refused.get() }
        let opened = await withCheckedContinuation { continuation in
            harness.engine.openResult(of: "c", Query(search: "a"), for: Client(origin: "one")) {
                continuation.resume(returning: $0)
            }
        }
        #expect(throws: GridError.tooFast(.queries, perSecond: 20)) { try opened.get() }
        _ = try await count(for: Client(origin: "other")).get()
        harness.clock.advance(by: .milliseconds(50))
        _ = try await count(for: Client(origin: "one")).get()
    }
}

extension RangeEvent {
    /// The first rows, at rest.
    static func top(version: Int, sequence: Int = 1) -> RangeEvent {
        RangeEvent(
            sequence: sequence, version: version, visible: .rect(.init(x: 0, y: 0, width: 400, height: 300)))
    }
}

extension EngineHarness {
    func viewer(of id: String) throws -> ViewerID {
        let settings = try engine.viewer(try viewer()).settings
        return try engine.createViewer(of: id, settings).viewer
    }

    /// The events of a viewer from now on.
    func listen(to viewer: ViewerID) -> () -> [ViewerEvent] {
        let last = engine.lastEventID
        return { [engine] in (try? engine.events(of: viewer, after: last).map(\.event)) ?? [] }
    }

    /// What a query gives by itself, from values of now.
    fileprivate func evaluate(_ document: String) throws -> [[String]] {
        let query = try Self.query(document)
        let collection = try engine.collection("c")
        let columns = collection.queries.state.withLock { $0.columns }
        let (order, groups) = collection.state.withLock { ($0.snapshot, $0.groups) }
        return names(of: try QueryResult(query, of: order, columns: columns, groups: groups).order)
    }

    fileprivate func names(of order: Snapshot) -> [[String]] {
        let collection = try? engine.collection("c")
        return (0..<order.numberOfSections).map { section in
            (0..<order.numberOfItems(inSection: section)).map { item in
                collection?.itemID(order.item(at: IndexPath(section, item))) ?? "?"
            }
        }
    }
}
