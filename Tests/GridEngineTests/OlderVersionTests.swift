import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

/// Places of versions that others have left behind: moves, movements and undo land beside their neighbours.
@Suite struct OlderVersionTests {
    private func harness() async throws -> EngineHarness {
        try await EngineHarness(sections: [("s", ["a", "b", "c", "d", "e"]), ("t", ["x", "y"])])
    }

    @Test func `a move lands behind the neighbour that it had in its version`() async throws {
        let harness = try await harness()
        try await harness.move("e", to: IndexPath(0, 0))
        // Behind "c" as it stood in version 1.
        try await harness.change {
            try harness.engine.move("a", in: "c", toAfter: IndexPath(0, 2), version: 1, completion: $0)
        }
        #expect(try harness.order() == [["e", "b", "c", "a", "d"], ["x", "y"]])
        await #expect(throws: GridError.self, "there was no such version") {
            try await harness.change {
                try harness.engine.move("a", in: "c", toAfter: IndexPath(0, 2), version: 7, completion: $0)
            }
        }
    }

    @Test func `a place that the version did not have is refused with the name of the field`() async throws {
        let harness = try await harness()
        try await harness.move("e", to: IndexPath(1, 0))
        let error = await #expect(throws: GridError.self) {
            try await harness.change {
                try harness.engine.move("a", in: "c", toAfter: IndexPath(1, 3), version: 1, completion: $0)
            }
        }
        guard case .invalid(.target, _)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func `a movement may propose a place of the version that its page shows`() async throws {
        let harness = try await harness()
        let (movement, _) = try harness.engine.beginMovement(of: "a", in: "c")
        try await harness.move("e", to: IndexPath(0, 0))
        let led = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 2), version: 1)
        #expect(led.target == IndexPath(0, 3) && led.version == 2)
        try await harness.move("d", to: IndexPath(0, 0))
        try await harness.change { try harness.engine.endMovement(movement, in: "c", completion: $0) }
        #expect(try harness.order() == [["d", "e", "b", "c", "a"], ["x", "y"]])
    }

    @Test func `a movement whose place has lost both neighbours is refused, and the item stays`() async throws {
        let harness = try await harness()
        let (movement, _) = try harness.engine.beginMovement(of: "a", in: "c")
        _ = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 2))
        try await harness.move("c", to: IndexPath(1, 0))
        try await harness.move("d", to: IndexPath(1, 0))
        let error = await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.endMovement(movement, in: "c", completion: $0) }
        }
        guard case .conflict(let reason)? = error, reason.code == "neighbours-gone", reason.values["item"] == "a" else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(try harness.order() == [["a", "b", "e"], ["d", "c", "x", "y"]])
    }

    @Test func `undo takes a move back beside what a refresh has brought since`() async throws {
        let harness = try await harness()
        try await harness.move("a", to: IndexPath(0, 4))
        harness.source.script.withLock { $0.sections[0].items = ["n", "a", "m", "b", "c", "d", "e"] }
        _ = try await harness.refresh()
        #expect(try harness.order()[0] == ["n", "b", "c", "d", "e", "a", "m"])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order()[0].filter { $0 != "n" } == ["a", "b", "c", "d", "e", "m"])
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try harness.order()[0].filter { $0 != "n" && $0 != "m" } == ["b", "c", "d", "e", "a"])
    }

    @Test func `undo takes back what is still there of a change`() async throws {
        let harness = try await harness()
        _ = try await harness.change {
            try harness.engine.move([0..<3], at: 1, in: "c", to: .endOfSection("s"), completion: $0)
        }
        #expect(try harness.order()[0] == ["d", "e", "a", "b", "c"])
        harness.source.script.withLock { $0.sections[0].items = ["a", "c", "d", "e"] }
        _ = try await harness.refresh()
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order()[0] == ["a", "c", "d", "e"])
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try harness.order()[0] == ["d", "e", "a", "c"])
    }

    @Test func `undo refuses what cannot be taken back, and takes what is older by its name only`() async throws {
        let harness = try await harness()
        try await harness.move("a", to: IndexPath(0, 1))
        try await harness.move("e", to: IndexPath(0, 0))
        #expect(try harness.order()[0] == ["e", "b", "a", "c", "d"])
        // Where "e" stood last, its neighbour is gone.
        harness.source.script.withLock { $0.sections[0].items = ["a", "b", "c", "d"] }
        _ = try await harness.refresh()
        let refusal = await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        }
        #expect(try refusal?.reason.code == "item-gone" && harness.order()[0] == ["b", "a", "c", "d"])
        try await harness.change { try harness.engine.undo(in: "c", "2", completion: $0) }
        #expect(try harness.order()[0] == ["a", "b", "c", "d"])
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try harness.order()[0] == ["b", "a", "c", "d"])
    }

    @Test func `a rating is taken back, and given again`() async throws {
        let harness = try await harness()
        var rating = JSONObject()
        for value in ["like", "dislike"] {
            rating["rating"] = .string(value)
            let given = rating
            try await harness.change { try harness.engine.patchAttributes(of: "b", in: "c", given, completion: $0) }
        }
        let shown = { try harness.engine.item("b", of: "c").item.attributes["rating"] }
        let undone = try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(undone.patch.patch.reconfigures.count == 1)
        #expect(try shown() == .string("like"))
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try shown() == nil)
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try shown() == .string("dislike"))
        await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        }
    }

    @Test func `a locked section is closed to batches as well`() async throws {
        let harness = try await harness()
        harness.source.script.withLock { $0.locked = ["t"] }
        var batch = NamedBatch()
        batch.places.moves = [.init(fromBefore: IndexPath(0, 0), toAfter: IndexPath(1, 0))]
        let wanted = batch
        await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.batch(wanted, in: "c", completion: $0) }
        }
        #expect(try harness.order()[1] == ["x", "y"])
    }
}
