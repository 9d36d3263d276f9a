import CollectionModel
import CollectionQuery
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

/// What viewers see of results, and what they move in them.
@Suite struct ViewerQueryTests {
    // MARK: Viewers

    @Test func `another query reaches the viewer as one patch from what it saw`() async throws {
        let harness = try await QueryTests.harness()
        let viewer = try harness.viewer(height: 700)
        let shown = try harness.engine.range(viewer, .top(version: 0))
        #expect(shown.cells.map(\.item.id) == ["a", "b", "c", "d", "e", "f"])
        let events = harness.listen(to: viewer)
        let description = try await harness.show(QueryTests.canon, to: viewer)
        #expect(description.itemCount == 3 && description.result != nil && description.settings.query != nil)
        guard case .patch(let change)? = events().first else {
            Issue.record("no patch: \(events())")
            return
        }
        #expect(change.patch.from == 1 && change.patch.to == description.version)
        #expect(change.patch.patch.deletes.count == 3 && change.patch.patch.moves.isEmpty)
        // A range event that still counts in what it saw gets the same.
        let answer = try harness.engine.range(viewer, .top(version: 1, sequence: 2))
        #expect(answer.patches?.map(\.patch) == [change.patch])
        #expect(answer.cells.map(\.item.id) == ["b", "d", "f"])
        #expect(answer.version == description.version)
    }

    @Test func `a query that fails leaves the viewer as it was`() async throws {
        let harness = try await QueryTests.harness()
        let viewer = try harness.viewer()
        try await harness.readFields()
        var settings = try harness.engine.viewer(viewer).settings
        let before = settings.width
        settings.width += 100
        settings.query = try EngineHarness.query(#"{"sort":[{"field":"nowhere"}]}"#)
        let wanted = settings
        let result = await withCheckedContinuation { continuation in
            harness.engine.updateViewer(viewer, to: wanted) { continuation.resume(returning: $0) }
        }
        #expect(throws: GridError.self) { try result.get() }
        #expect(try harness.engine.viewer(viewer).settings.width == before)
        settings.query = try EngineHarness.query(QueryTests.byYear)
        let both = settings
        let changed = try await withCheckedContinuation { continuation in
            harness.engine.updateViewer(viewer, to: both) { continuation.resume(returning: $0) }
        }.get()
        #expect(changed.settings.width == before + 100 && changed.result != nil)
    }

    @Test func `versions only go up, also back to everything`() async throws {
        let harness = try await QueryTests.harness()
        let viewer = try harness.viewer()
        var versions = [try harness.engine.viewer(viewer).version]
        for document in [QueryTests.canon, QueryTests.byYear, QueryTests.canon, nil, QueryTests.byYear] {
            let description = try await harness.show(document, to: viewer)
            #expect((description.settings.query != nil) == (document != nil))
            versions.append(description.version)
        }
        #expect(versions == versions.sorted() && Set(versions).count == versions.count)
        try await harness.show(nil, to: viewer)
        let answer = try harness.engine.range(viewer, .top(version: versions[3]))
        #expect(answer.cells.map(\.item.id) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func `loads of what stays in view go on over a change of the query`() async throws {
        let harness = try await QueryTests.harness()
        let viewer = try harness.viewer(height: 700)
        _ = try harness.engine.range(viewer, .top(version: 1))
        let before = harness.engine.statistics().loads
        #expect(before.started == 4)
        try await harness.show(#"{"where":{"field":"title","contains":"a"}}"#, to: viewer)
        let answer = try harness.engine.range(viewer, .top(version: 1, sequence: 2))
        #expect(answer.cells.map(\.item.id) == ["a"] && answer.cells.first?.state == .loading)
        #expect(answer.cancel.sorted() == ["b", "c", "d", "e", "f"])
        #expect(harness.engine.statistics().loads.started == before.started)
    }

    // MARK: Moves

    @Test func `a move in a filtered result lands directly after the item above it`() async throws {
        let filtered = #"{"where":{"field":"camera","in":["Canon","Leica"]}}"#
        // [["a", "b"], ["d", "e", "f"]]: without "c".
        for item in ["a", "b", "d", "e", "f"] {
            for section in 0..<2 {
                for place in 0...3 {
                    let harness = try await QueryTests.harness()
                    let result = try await harness.result(filtered)
                    var shown = try harness.order(of: result.id).map { $0.filter { $0 != item } }
                    guard place <= shown[section].count else { continue }
                    shown[section].insert(item, at: place)
                    try await harness.change {
                        try harness.engine.move(
                            item, in: result.id, toAfter: IndexPath(section, place), version: result.version,
                            completion: $0)
                    }
                    #expect(try harness.order(of: result.id) == shown, "\(item) to \(section), \(place)")
                    if place > 0 {
                        let order = try harness.order()[section]
                        let above = try #require(order.firstIndex(of: shown[section][place - 1]))
                        #expect(order[above + 1] == item || order.firstIndex(of: item) == above + 1)
                    }
                }
            }
        }
    }

    @Test func `a movement in a filtered result proposes and lands where it is shown`() async throws {
        let harness = try await QueryTests.harness()
        let result = try await harness.result(QueryTests.canon)
        let (movement, from) = try harness.engine.beginMovement(of: "b", in: result.id)
        #expect(from == IndexPath(0, 0))
        let proposed = try harness.engine.updateMovement(
            movement, in: result.id, toAfter: IndexPath(1, 1), version: result.version)
        #expect(proposed.target == IndexPath(1, 1) && proposed.version == result.version)
        try await harness.change { try harness.engine.endMovement(movement, in: result.id, completion: $0) }
        #expect(try harness.order() == [["a", "c"], ["d", "b", "e", "f"]])
        #expect(try harness.order(of: result.id) == [["d", "b", "f"]])
    }

    @Test func `a selection in a filtered result moves together`() async throws {
        let harness = try await QueryTests.harness()
        let result = try await harness.result(QueryTests.canon)
        try await harness.change {
            try harness.engine.move(
                [0..<1, 2..<3], at: result.version, in: result.id, to: .place(IndexPath(1, 1)), completion: $0)
        }
        #expect(try harness.order() == [["a", "c"], ["d", "b", "f", "e"]])
    }

    @Test(arguments: [QueryTests.byYear, QueryTests.byCamera])
    func `what is sorted or grouped is not moved`(_ document: String) async throws {
        let harness = try await QueryTests.harness()
        let result = try await harness.result(document)
        await #expect(throws: GridError.conflict(.orderSorted)) {
            try await harness.change {
                try harness.engine.move("a", in: result.id, toAfter: IndexPath(0, 1), completion: $0)
            }
        }
        #expect(throws: GridError.conflict(.orderSorted)) { try harness.engine.beginMovement(of: "a", in: result.id) }
    }
}
