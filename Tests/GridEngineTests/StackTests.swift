import CollectionModel
import CollectionQuery
import JSONText
import LookaheadTesting
import Prefetching
import Testing

@testable import GridEngine

/// Pairs of a source, folded and followed.
@Suite struct StackTests {
    static let folded = #"{"stacks":"folded"}"#

    static func harness(
        _ items: [String] = ["a.jpg", "a.raw", "b.jpg", "b.raw", "c.jpg"], pairs: [[String]]? = nil,
        store: MemoryStore = MemoryStore()
    ) async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("s", items)], store: store,
            pairs: pairs ?? [["a.jpg", "a.raw"], ["b.jpg", "b.raw"], ["c.jpg", "c.raw"]])
    }

    private func list(_ items: [String], in harness: EngineHarness) {
        harness.source.script.withLock { $0.sections = [("s", items)] }
    }

    @Test func `a folded pair is one cell, and says so, without any field being read`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(Self.folded)
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]])
        #expect(result.itemCount == 3 && result.foldedCount == 2)
        #expect(harness.engine.queriesFilling == .unfilled)
        let stack = ItemStack(id: "a.jpg", kind: .pair, count: 2, face: "a.jpg")
        #expect(try harness.engine.item("a.raw", of: "c").item.stack == stack)
        #expect(try harness.engine.item("a.jpg", of: result.id).item.stack == stack)
        #expect(try harness.engine.item("c.jpg", of: "c").item.stack == nil)
        #expect(throws: GridError.self) { try harness.engine.item("a.raw", of: result.id) }
        #expect(try harness.engine.summary(of: result.id).foldedCount == 2)
    }

    @Test func `an open stack has its members behind its face`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(#"{"stacks":"folded","openStacks":["b.raw","nobody"]}"#)
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "b.raw", "c.jpg"]])
        #expect(result.foldedCount == 1)
    }

    @Test func `the other half comes a minute later, goes, and comes back under another name`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(Self.folded)
        let viewer = try harness.viewer(height: 700)
        let events = harness.listen(to: viewer)
        list(["a.jpg", "a.raw", "b.jpg", "b.raw", "c.jpg", "c.raw"], in: harness)
        _ = try await harness.refresh()
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]])
        #expect(try harness.engine.item("c.jpg", of: result.id).item.stack?.count == 2)
        #expect(try harness.engine.summary(of: result.id).foldedCount == 3)
        _ = events()
        list(["a.jpg", "b.jpg", "b.raw", "c.jpg", "c.raw"], in: harness)
        _ = try await harness.refresh()
        #expect(try harness.engine.item("a.jpg", of: "c").item.stack == nil)
        list(["a.raw", "b.jpg", "b.raw", "c.jpg", "c.raw"], in: harness)
        _ = try await harness.refresh()
        #expect(
            try harness.order(of: result.id) == [["a.raw", "b.jpg", "c.jpg"]], "a half alone is an item like any other")
    }

    @Test func `a face that goes leaves its other half in its place`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(Self.folded)
        list(["a.raw", "b.jpg", "b.raw", "c.jpg"], in: harness)
        _ = try await harness.refresh()
        #expect(try harness.order(of: result.id) == [["a.raw", "b.jpg", "c.jpg"]])
    }

    @Test func `whoever follows the patches of a folded result has what it is`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(Self.folded)
        let viewer = try harness.viewer(of: result.id)
        let events = harness.listen(to: viewer)
        var (_, replayed, _) = try harness.engine.snapshot(of: result.id)
        for items in [
            ["a.jpg", "a.raw", "b.jpg", "b.raw", "c.jpg", "c.raw"], ["c.raw", "b.raw"],
            ["c.raw", "b.raw", "b.jpg", "c.jpg"],
        ] {
            list(items, in: harness)
            _ = try await harness.refresh()
        }
        for case .patch(let change) in events() { try replayed.apply(change.patch.patch) }
        let (_, now, _) = try harness.engine.snapshot(of: result.id)
        #expect(replayed.itemCounts == now.itemCounts)
        #expect((0..<now.numberOfItems).allSatisfy { now.item(atFlat: $0) == replayed.item(atFlat: $0) })
    }

    @Test func `whoever shows everything again needs no fields for that`() async throws {
        let harness = try await Self.harness()
        let viewer = try harness.viewer()
        try await harness.exchange(Self.folded, of: viewer)
        #expect(try harness.engine.viewer(viewer).itemCount == 3)
        #expect(try harness.engine.viewer(viewer).foldedCount == 2)
        try await harness.exchange(nil, of: viewer)
        #expect(try harness.engine.viewer(viewer).itemCount == 5)
        list(["a.jpg", "b.raw"], in: harness)
        _ = try await harness.refresh()
        #expect(try harness.engine.viewer(viewer).itemCount == 2)
    }
}

/// What people do to stacks, and with their cells.
@Suite struct StackingTests {
    private func moved(
        _ item: String, in id: String, to place: IndexPath, _ harness: EngineHarness
    ) async throws -> CommittedChange {
        try await harness.change { try harness.engine.move(item, in: id, toAfter: place, completion: $0) }
    }

    // MARK: Moves

    @Test func `a folded cell moves with all members, as one change`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        // Behind the last cell.
        try await harness.change {
            try harness.engine.move("a.jpg", in: result.id, toAfter: IndexPath(0, 2), completion: $0)
        }
        #expect(try harness.order() == [["b.jpg", "b.raw", "c.jpg", "a.jpg", "a.raw"]])
        #expect(try harness.order(of: result.id) == [["b.jpg", "c.jpg", "a.jpg"]])
        // Between the two others: neither is torn apart.
        _ = try await moved("c.jpg", in: result.id, to: IndexPath(0, 0), harness)
        _ = try await moved("a.jpg", in: result.id, to: IndexPath(0, 1), harness)
        #expect(try harness.order() == [["c.jpg", "a.jpg", "a.raw", "b.jpg", "b.raw"]])
        #expect(try harness.engine.item("a.raw", of: "c").item.stack?.count == 2)
        for expected in [
            ["c.jpg", "b.jpg", "b.raw", "a.jpg", "a.raw"], ["b.jpg", "b.raw", "c.jpg", "a.jpg", "a.raw"],
        ] {
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            #expect(try harness.order() == [expected])
        }
    }

    @Test func `what is dropped behind a folded cell is behind all of it`() async throws {
        let harness = try await StackTests.harness(["a.raw", "a.jpg", "b.raw", "b.jpg", "c.jpg"])
        let result = try await harness.openResult(StackTests.folded)
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]])
        _ = try await moved("c.jpg", in: result.id, to: IndexPath(0, 1), harness)
        #expect(try harness.order() == [["a.raw", "a.jpg", "c.jpg", "b.raw", "b.jpg"]])
        _ = try await moved("c.jpg", in: result.id, to: IndexPath(0, 0), harness)
        #expect(try harness.order() == [["c.jpg", "a.raw", "a.jpg", "b.raw", "b.jpg"]])
    }

    @Test func `a selection of folded cells moves with all members`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        try await harness.change {
            try harness.engine.move(
                [0..<2], at: result.version, in: result.id, to: .place(IndexPath(0, 1)), completion: $0)
        }
        #expect(try harness.order() == [["c.jpg", "a.jpg", "a.raw", "b.jpg", "b.raw"]])
        #expect(try harness.order(of: result.id) == [["c.jpg", "a.jpg", "b.jpg"]])
    }

    @Test func `a movement takes all members along`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        let (movement, from) = try harness.engine.beginMovement(of: "b.jpg", in: result.id)
        #expect(from == IndexPath(0, 1))
        let landing = try harness.engine.updateMovement(movement, in: result.id, toAfter: IndexPath(0, 2))
        #expect(landing.target == IndexPath(0, 2))
        try await harness.change { try harness.engine.endMovement(movement, in: result.id, completion: $0) }
        #expect(try harness.order() == [["a.jpg", "a.raw", "c.jpg", "b.jpg", "b.raw"]])
    }

    @Test func `a member that is moved away by itself leaves, and undo brings it back`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        let change = try await harness.move("a.raw", to: IndexPath(0, 4))
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg", "a.raw"]])
        #expect(change.patch.patch.reconfigures.count == 2)
        #expect(try harness.engine.item("a.jpg", of: "c").item.stack == nil)
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]])
        #expect(try harness.order() == [["a.jpg", "a.raw", "b.jpg", "b.raw", "c.jpg"]])
        // To its other side it may go.
        try await harness.move("a.raw", to: IndexPath(0, 0))
        #expect(try harness.engine.item("a.jpg", of: "c").item.stack?.count == 2)
    }

    // MARK: Marks

    @Test func `a mark on a folded pair goes to all of it, on a stack by hand to its face`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        try await harness.restack(["b.raw", "c.jpg"], as: .stack(face: nil))
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "b.raw"]])
        try await harness.change {
            try harness.engine.mark(.items(["a.jpg", "b.raw"]), in: result.id, as: ["stars": .int(3)], completion: $0)
        }
        #expect(try harness.stars() == ["a.jpg", "a.raw", "b.raw"])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.stars().isEmpty)
        try await harness.change {
            try harness.engine.mark(
                .items(["b.raw"]), in: "c", as: ["stars": .int(3)], meaning: .members, completion: $0)
        }
        #expect(try harness.stars() == ["b.raw", "c.jpg"])
        try await harness.change {
            try harness.engine.mark(
                .items(["a.jpg"]), in: result.id, as: ["stars": .int(3)], meaning: .open, completion: $0)
        }
        #expect(try harness.stars() == ["a.jpg", "b.raw", "c.jpg"])
    }

    @Test func `cells of an open stack stand for themselves`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(#"{"stacks":"folded","openStacks":["a.jpg"]}"#)
        let version = try harness.engine.summary(of: result.id).version
        try await harness.change {
            try harness.engine.mark(
                .ranges([0..<1, 2..<3], version: version), in: result.id, as: ["stars": .int(1)], completion: $0)
        }
        #expect(try harness.stars() == ["a.jpg", "b.jpg", "b.raw"])
    }

    @Test func `a filter that finds any member shows the face`() async throws {
        let harness = try await StackTests.harness()
        try await harness.change {
            try harness.engine.mark(.items(["a.raw", "c.jpg"]), in: "c", as: ["flag": .string("pick")], completion: $0)
        }
        let picks = #"{"where":{"field":"flag","in":["pick"]},"stacks":"folded"}"#
        let result = try await harness.result(picks)
        #expect(try harness.order(of: result.id) == [["a.jpg", "c.jpg"]] && result.foldedCount == 1)
        try await harness.change {
            try harness.engine.mark(.items(["a.raw"]), in: "c", as: ["flag": .null], completion: $0)
        }
        #expect(try harness.order(of: result.id) == [["c.jpg"]])
        try await harness.change {
            try harness.engine.mark(.items(["b.raw"]), in: "c", as: ["flag": .string("pick")], completion: $0)
        }
        #expect(try harness.order(of: result.id) == [["b.jpg", "c.jpg"]])
    }

    // MARK: By hand

    @Test func `people put items together, choose a face, and take them apart`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        let change = try await harness.restack(["a.jpg", "a.raw", "c.jpg"], as: .stack(face: "c.jpg"))
        #expect(change.patch.patch.reconfigures.count == 3)
        #expect(try harness.order(of: result.id) == [["b.jpg", "c.jpg"]])
        let stack = ItemStack(id: "a.jpg", kind: .hand, count: 3, face: "c.jpg")
        #expect(try harness.engine.item("a.raw", of: "c").item.stack == stack)
        try await harness.restack(["a.raw"], as: .face)
        #expect(try harness.order(of: result.id) == [["a.raw", "b.jpg"]])
        try await harness.restack(["c.jpg"], as: .leave)
        #expect(try harness.order(of: result.id) == [["a.raw", "b.jpg", "c.jpg"]])
        try await harness.restack(["a.jpg"], as: .unstack)
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]], "its files are a pair again")
        try await harness.restack(["b.raw"], as: .unstack)
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "b.raw", "c.jpg"]])
        try await harness.restack(["a.raw"], as: .face)
        #expect(try harness.order(of: result.id) == [["a.raw", "b.jpg", "b.raw", "c.jpg"]])
        for _ in 0..<6 { try await harness.change { try harness.engine.undo(in: "c", completion: $0) } }
        #expect(try harness.order(of: result.id) == [["a.jpg", "b.jpg", "c.jpg"]])
        for _ in 0..<6 { try await harness.change { try harness.engine.redo(in: "c", completion: $0) } }
        #expect(try harness.order(of: result.id) == [["a.raw", "b.jpg", "b.raw", "c.jpg"]])
    }

    @Test func `stacks are there again after a start`() async throws {
        let store = MemoryStore()
        for isClosed in [false, true] {
            let harness = try await StackTests.harness(store: store)
            if !isClosed {
                try await harness.restack(["b.jpg", "c.jpg"], as: .stack(face: "c.jpg"))
                try await harness.restack(["a.raw"], as: .leave)
                harness.engine.close()
                continue
            }
            let result = try await harness.openResult(StackTests.folded)
            #expect(try harness.order(of: result.id) == [["a.jpg", "a.raw", "b.raw", "c.jpg"]])
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            #expect(try harness.order(of: result.id) == [["a.jpg", "b.raw", "c.jpg"]])
        }
    }

    @Test func `of two people who stack the same pictures at once, the later one has them`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        let made = AsyncStream<Int>.makeStream()
        let requests: [(items: [String], face: String?)] = [
            (items: ["a.jpg", "b.jpg", "c.jpg"], face: nil), (items: ["b.jpg", "c.jpg"], face: "c.jpg"),
        ]
        for request in requests {
            try harness.engine.restack(.items(request.items), in: "c", as: .stack(face: request.face)) { outcome in
                made.continuation.yield((try? outcome.get().patch.to) ?? 0)
            }
        }
        var versions: [Int] = []
        for await version in made.stream {
            versions.append(version)
            if versions.count == 2 { break }
        }
        #expect(versions == [2, 3])
        #expect(
            try harness.order(of: result.id) == [["a.jpg", "b.raw", "c.jpg"]], "what is left of the first is a pair")
        #expect(try harness.engine.item("b.jpg", of: "c").item.stack?.face == "c.jpg")
    }

    @Test func `stacks that cannot be are refused`() async throws {
        let harness = try await StackTests.harness()
        await #expect(throws: GridError.invalid(.stack, .stackSize(Stacking.sizes))) {
            try await harness.restack(["a.jpg"], as: .stack(face: nil))
        }
        await #expect(throws: GridError.invalid(.face, .faceNotInStack("c.jpg"))) {
            try await harness.restack(["a.jpg", "b.jpg"], as: .stack(face: "c.jpg"))
        }
        await #expect(throws: GridError.conflict(.notInStack("c.jpg"))) {
            try await harness.restack(["c.jpg"], as: .face)
        }
        await #expect(throws: GridError.notFound(.item, id: "nobody")) {
            try await harness.restack(["a.jpg", "nobody"], as: .stack(face: nil))
        }
    }

    @Test func `lists of a folded result have all members, or the faces alone`() async throws {
        let harness = try await StackTests.harness()
        let result = try await harness.openResult(StackTests.folded)
        func names(_ meaning: StackMeaning?, _ ranges: [Range<Int>]? = nil) throws -> [String] {
            let list = try harness.engine.itemList(of: result.id, ranges: ranges, meaning: meaning)
            return try list.rows(from: 0, limit: 10).map(\.item.id)
        }
        #expect(try names(nil) == ["a.jpg", "a.raw", "b.jpg", "b.raw", "c.jpg"])
        #expect(try names(.open) == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(try names(.members, [1..<2]) == ["b.jpg", "b.raw"])
    }
}

extension EngineHarness {
    @discardableResult
    fileprivate func restack(_ items: [String], as stacking: Stacking) async throws -> CommittedChange {
        try await change { try engine.restack(.items(items), in: "c", as: stacking, completion: $0) }
    }

    /// The items with stars.
    fileprivate func stars() throws -> [String] {
        try order().joined().filter { try engine.item($0, of: "c").item.attributes["stars"] != nil }
    }

    /// Opens a result without filling the columns.
    func openResult(_ document: String) async throws -> ResultDescription {
        let query = try Self.query(document)
        return try await withCheckedContinuation { continuation in
            engine.openResult(of: "c", query) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Has a viewer see the result of a query, or everything, without filling the columns.
    fileprivate func exchange(_ document: String?, of viewer: ViewerID) async throws {
        var settings = try engine.viewer(viewer).settings
        settings.query = try document.map(Self.query)
        let wanted = settings
        _ = try await withCheckedContinuation { continuation in
            engine.updateViewer(viewer, to: wanted) { continuation.resume(returning: $0) }
        }.get()
    }
}

extension GridEngine {
    /// How far the columns of the collection are.
    fileprivate var queriesFilling: CollectionQueries.Filling {
        (try? collection("c").queries.state.withLock { $0.filling }) ?? .filled
    }
}
