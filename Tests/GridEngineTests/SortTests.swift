import CollectionModel
import CollectionQuery
import Dispatch
import LookaheadTesting
import Testing

@testable import GridEngine

/// A sort becomes the collection's own order.
@Suite struct SortTests {
    private static func sort(
        _ harness: EngineHarness, _ document: String, options: ChangeOptions = .none
    ) async throws -> CommittedChange {
        try await harness.readFields()
        let query = try EngineHarness.query(document)
        return try await harness.change { harness.engine.sort("c", by: query, options: options, completion: $0) }
    }

    @Test func `items are sorted within their sections by one change, which undo takes back`() async throws {
        let harness = try await QueryTests.harness()
        let change = try await Self.sort(harness, QueryTests.byYear)
        #expect(try harness.order() == [["b", "c", "a"], ["f", "e", "d"]])
        #expect((change.patch.from, change.patch.to) == (1, 2) && change.patch.patch.moves.count == 3)
        // The same again changes nothing.
        #expect(try await Self.sort(harness, QueryTests.byYear).patch.patch.isEmpty)
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["a", "b", "c"], ["d", "e", "f"]])
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "c", "a"], ["f", "e", "d"]])
    }

    @Test func `what a filter hides keeps its place`() async throws {
        let harness = try await QueryTests.harness()
        _ = try await Self.sort(
            harness, #"{"where":{"field":"year","from":2003},"sort":[{"field":"year"}]}"#)
        #expect(try harness.order() == [["a", "b", "c"], ["f", "e", "d"]])
        _ = try await Self.sort(
            harness, #"{"where":{"field":"camera","exists":true},"sort":[{"field":"year"}]}"#)
        #expect(try harness.order() == [["b", "a", "c"], ["f", "e", "d"]])
    }

    @Test func `viewers of the order and of results follow`() async throws {
        let harness = try await QueryTests.harness()
        let canon = try await harness.result(QueryTests.canon).id
        let viewer = try harness.viewer()
        let last = harness.engine.lastEventID
        _ = try await Self.sort(harness, QueryTests.byYear)
        let patches = try harness.engine.events(of: viewer, after: last).compactMap { record in
            if case .patch(let change) = record.event { change.patch } else { nil }
        }
        #expect(patches.map(\.to) == [2])
        #expect(try harness.order(of: canon) == [["b"], ["f", "d"]])
    }

    @Test func `changes that come before its turn are kept`() async throws {
        let harness = try await QueryTests.harness()
        try await harness.readFields()
        let query = try EngineHarness.query(QueryTests.byYear)
        let held = DispatchSemaphore(value: 0)
        harness.engine.commits.perform { held.wait() }
        try harness.engine.move("d", in: "c", toAfter: IndexPath(0, 0)) { _ in }
        try await harness.change { completion in
            harness.engine.sort("c", by: query, completion: completion)
            // It has its turn behind the sort, of the same client: the order is computed then, and waits behind the others' changes.
            try harness.engine.queryQueue.run(for: nil) { held.signal() }
        }
        #expect(try harness.order() == [["b", "c", "a", "d"], ["f", "e"]])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["d", "a", "b", "c"], ["e", "f"]])
    }

    @Test func `what may not be moved is not sorted, by the reasons that there are`() async throws {
        let harness = try await QueryTests.harness()
        harness.source.script.withLock { $0.pinned = ["a"] }
        let pinned = await #expect(throws: GridError.self) { try await Self.sort(harness, QueryTests.byYear) }
        #expect(pinned?.reason.code == "item-pinned")
        let fixed = try await EngineHarness(
            sections: [("s", ["b", "a"])], capabilities: Capabilities(move: false))
        let refused = await #expect(throws: GridError.self) {
            try await Self.sort(fixed, #"{"sort":[{"field":"name"}]}"#)
        }
        #expect(refused?.reason.code == "order-fixed")
        #expect(try harness.order() == [["a", "b", "c"], ["d", "e", "f"]])
    }

    @Test func `a query that sorts nothing, or makes sections, is refused`() async throws {
        let harness = try await QueryTests.harness()
        for (document, field) in [
            (QueryTests.canon, "/sort"), (#"{"sort":[{"field":"year"}],"group":{"field":"camera"}}"#, "/group"),
            (#"{"sort":[{"field":"colour"}]}"#, "/sort/0/field"),
        ] {
            let error = await #expect(throws: GridError.self) { try await Self.sort(harness, document) }
            guard case .invalid(.query(let place), _)? = error else {
                Issue.record("\(document): \(String(describing: error))")
                continue
            }
            #expect(place == field)
        }
        let stale = await #expect(throws: GridError.self) {
            try await Self.sort(harness, QueryTests.byYear, options: ChangeOptions(ifVersion: 7))
        }
        #expect(stale == .versionMismatch(current: StoredHead(version: 1)))
        let query = try EngineHarness.query(QueryTests.byYear)
        let result = try await harness.result(QueryTests.canon).id
        let error = await #expect(throws: GridError.self) {
            try await harness.change { harness.engine.sort(result, by: query, completion: $0) }
        }
        #expect(error == .unsupported(.resultFixed))
        #expect(try harness.version == 1)
    }
}
