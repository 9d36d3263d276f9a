import CollectionModel
import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

/// Moves of items that are named by flat ranges alone.
@Suite struct SelectionMoveTests {
    private func harness() async throws -> EngineHarness {
        try await EngineHarness(sections: [
            ("s", ["a", "b", "c", "d", "e"]), ("t", ["f", "g"]), ("u", []), ("v", ["h", "i", "j"]),
        ])
    }

    @Test func `ranges go to one place, together and in their order`() async throws {
        let harness = try await harness()
        let change = try await harness.change {
            try harness.engine.move(
                [1..<3, 5..<6, 8..<10], at: 1, in: "c", to: .place(IndexPath(0, 1)), completion: $0)
        }
        #expect(try harness.order() == [["a", "b", "c", "f", "i", "j", "d", "e"], ["g"], [], ["h"]])
        // One patch; what keeps its place among the others does not stand in it.
        #expect((change.patch.from, change.patch.to) == (1, 2))
        #expect(change.patch.patch.moves.count == 3)
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["a", "b", "c", "d", "e"], ["f", "g"], [], ["h", "i", "j"]])
    }

    @Test func `ranges go to the end of a section, also of an empty one and of their own`() async throws {
        let harness = try await harness()
        try await harness.change {
            try harness.engine.move([0..<2, 5..<6], at: 1, in: "c", to: .endOfSection("u"), completion: $0)
        }
        #expect(try harness.order() == [["c", "d", "e"], ["g"], ["a", "b", "f"], ["h", "i", "j"]])
        try await harness.change {
            try harness.engine.move([0..<1], at: 2, in: "c", to: .endOfSection("s"), completion: $0)
        }
        #expect(try harness.order()[0] == ["d", "e", "c"])
    }

    @Test func `everything can go into one section at once`() async throws {
        let harness = try await harness()
        try await harness.change {
            try harness.engine.move([0..<10], at: 1, in: "c", to: .endOfSection("u"), completion: $0)
        }
        #expect(try harness.order() == [[], [], ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], []])
    }

    @Test func `one item that may not move keeps all where they are`() async throws {
        let harness = try await harness()
        harness.source.script.withLock { $0.pinned = ["g"] }
        await #expect(throws: GridError.self) {
            try await harness.change {
                try harness.engine.move([0..<8], at: 1, in: "c", to: .endOfSection("v"), completion: $0)
            }
        }
        #expect(try harness.order() == [["a", "b", "c", "d", "e"], ["f", "g"], [], ["h", "i", "j"]])
        #expect(try harness.version == 1)
    }

    @Test func `ranges that are no ranges, and those of another version, are refused`() async throws {
        let harness = try await harness()
        let cases: [([Range<Int>], Int, SelectionDestination)] = [
            ([3..<3], 1, .endOfSection("u")), ([0..<11], 1, .endOfSection("u")),
            ([2..<4, 3..<5], 1, .endOfSection("u")),
            ([4..<5, 1..<2], 1, .endOfSection("u")), ([0..<1], 0, .endOfSection("u")),
            ([0..<1], 1, .endOfSection("none")), ([0..<1], 1, .place(IndexPath(4, 0))),
            ([0..<2], 1, .place(IndexPath(0, 4))),
        ]
        for (ranges, version, destination) in cases {
            await #expect(throws: GridError.self, "\(ranges) \(version) \(destination)") {
                try await harness.change {
                    try harness.engine.move(ranges, at: version, in: "c", to: destination, completion: $0)
                }
            }
        }
        #expect(try harness.version == 1)
    }

    @Test func `random ranges land as taking out and putting in does`() async throws {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &random)
        var generator = SeededRandom(seed: seed)
        let harness = try await harness()
        for round in 0..<200 {
            let before = try harness.order()
            let version = try harness.version
            var ranges: [Range<Int>] = []
            var at = 0
            while at < 10 {
                let lower = at + Int.random(in: 0..<4, using: &generator)
                let upper = lower + Int.random(in: 1..<4, using: &generator)
                if upper <= 10 { ranges.append(lower..<upper) }
                at = upper
            }
            guard !ranges.isEmpty else { continue }
            let flat = before.flatMap { $0 }
            let moved = ranges.flatMap { flat[$0] }
            var expected = before.map { $0.filter { !moved.contains($0) } }
            let section = Int.random(in: 0..<4, using: &generator)
            let place = Int.random(in: 0...expected[section].count, using: &generator)
            expected[section].insert(contentsOf: moved, at: place)
            try await harness.change {
                try harness.engine.move(
                    ranges, at: version, in: "c", to: .place(IndexPath(section, place)), completion: $0)
            }
            #expect(try harness.order() == expected, "seed \(seed), round \(round), \(ranges) to \(section), \(place)")
        }
    }
}
