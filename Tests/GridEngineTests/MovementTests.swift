import CollectionModel
import GridEngine
import LookaheadTesting
import Testing

@Suite struct MovementTests {
    @Test func `a movement changes nothing before its end, then moves the item`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let (movement, from) = try harness.engine.beginMovement(of: "a", in: "c")
        #expect(from == IndexPath(0, 0))
        let led = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 2))
        #expect(led.target == IndexPath(0, 2) && led.version == 1)
        #expect(try harness.version == 1)
        try await harness.change { try harness.engine.endMovement(movement, in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "c", "a"]])
    }

    @Test func `a cancelled movement is forgotten`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        let (movement, _) = try harness.engine.beginMovement(of: "a", in: "c")
        _ = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 1))
        try harness.engine.cancelMovement(movement, in: "c")
        #expect(throws: GridError.self) {
            try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 1))
        }
        #expect(try harness.order() == [["a", "b"]])
    }

    @Test func `a refused item cannot be picked up`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        harness.source.script.withLock { $0.pinned = ["a"] }
        let error = #expect(throws: GridError.self) { try harness.engine.beginMovement(of: "a", in: "c") }
        guard case .refused(let reason)? = error, reason.code == "item-pinned" else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func `a movement lands behind its neighbour although others moved in between`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c", "d", "e"])])
        let (movement, _) = try harness.engine.beginMovement(of: "e", in: "c")
        // Behind "b".
        _ = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 2))
        try await harness.move("a", to: IndexPath(0, 3))
        #expect(try harness.order() == [["b", "c", "d", "a", "e"]])
        try await harness.change { try harness.engine.endMovement(movement, in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "e", "c", "d", "a"]])
    }

    @Test func `every destination of every item is found again by its neighbour`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"]), ("t", ["d"]), ("u", [])])
        for item in ["a", "b", "c", "d"] {
            for (section, count) in [3, 1, 0].enumerated() {
                let inside = try harness.engine.item(item, of: "c").indexPath.section == section
                for place in 0..<(inside ? count : count + 1) {
                    let (movement, from) = try harness.engine.beginMovement(of: item, in: "c")
                    _ = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(section, place))
                    try await harness.change { try harness.engine.endMovement(movement, in: "c", completion: $0) }
                    #expect(try harness.engine.item(item, of: "c").indexPath == IndexPath(section, place))
                    try await harness.move(item, to: from)
                }
            }
        }
    }

    @Test func `a movement without word for 30 seconds is cancelled`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        let (movement, _) = try harness.engine.beginMovement(of: "a", in: "c")
        harness.clock.advance(by: .seconds(30))
        harness.engine.expire()
        _ = try harness.engine.updateMovement(movement, in: "c", toAfter: IndexPath(0, 1))
        harness.clock.advance(by: .seconds(31))
        harness.engine.expire()
        #expect(throws: GridError.self) { try harness.engine.cancelMovement(movement, in: "c") }
    }

    @Test func `a place outside the collection is refused with the counts`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", [])])
        let (movement, _) = try harness.engine.beginMovement(of: "a", in: "c")
        for place in [IndexPath(0, 2), IndexPath(1, 1), IndexPath(2, 0), IndexPath(-1, 0), IndexPath(0, -1)] {
            #expect(throws: GridError.self) {
                try harness.engine.updateMovement(movement, in: "c", toAfter: place)
            }
        }
    }

    @Test func `a flood of movements takes places from what was not seen for a second, not from a drag`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let engine = harness.engine
        let drag = try engine.beginMovement(of: "a", in: "c").movement
        for _ in 0..<9_999 { _ = try engine.beginMovement(of: "b", in: "c") }
        #expect(throws: GridError.tooMany(.movements, limit: 10_000)) { try engine.beginMovement(of: "c", in: "c") }
        harness.clock.advance(by: .milliseconds(900))
        _ = try engine.updateMovement(drag, in: "c", toAfter: IndexPath(0, 1))
        harness.clock.advance(by: .milliseconds(100))
        // Others can drag again, and the drag goes on.
        for _ in 0..<100 { _ = try engine.beginMovement(of: "c", in: "c") }
        _ = try engine.updateMovement(drag, in: "c", toAfter: IndexPath(0, 2))
        try await harness.change { try engine.endMovement(drag, in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "c", "a"]])
    }
}
