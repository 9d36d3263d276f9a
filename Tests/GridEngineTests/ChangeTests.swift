import CollectionModel
import GridEngine
import JSONText
import LookaheadTesting
import Testing

@Suite struct ChangeTests {
    @Test func `a move is durable, then answered with its patch and the next version`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let change = try await harness.move("a", to: IndexPath(0, 2))
        #expect(try harness.order() == [["b", "c", "a"]])
        #expect(change.patch.from == 1 && change.patch.to == 2)
        #expect(change.patch.patch.moves.map(\.toAfter) == [IndexPath(0, 2)])
        #expect(harness.store.commits == [1])
    }

    @Test func `every move of every item of a small collection gives what an array gives`() async throws {
        let start = [["a", "b", "c"], [], ["d", "e"]]
        for item in start.joined() {
            for section in 0..<3 {
                for place in 0...3 {
                    let harness = try await EngineHarness(
                        sections: [("s", start[0]), ("t", start[1]), ("u", start[2])])
                    var expected = start.map { $0.filter { $0 != item } }
                    guard place <= expected[section].count else { continue }
                    expected[section].insert(item, at: place)
                    try await harness.move(item, to: IndexPath(section, place))
                    #expect(try harness.order() == expected, "\(item) to \(section), \(place)")
                }
            }
        }
    }

    @Test func `a move onto its own place makes no version and writes nothing`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        let change = try await harness.move("a", to: IndexPath(0, 0))
        #expect(change.patch.patch.isEmpty)
        #expect(try harness.version == 1)
        #expect(harness.store.commits == [])
    }

    @Test func `a pinned item is refused with its reason`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        harness.source.script.withLock { $0.pinned = ["a"] }
        await #expect(throws: GridError.self) { try await harness.move("a", to: IndexPath(0, 1)) }
        #expect(try harness.order() == [["a", "b"]])
    }

    @Test func `a move into a locked section lands where the source says`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", ["c"])])
        harness.source.script.withLock { $0.locked = ["t"] }
        try await harness.move("a", to: IndexPath(1, 0))
        #expect(try harness.order() == [["b", "a"], ["c"]])
    }

    @Test func `when the store fails nothing has changed and the reason is told`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        harness.store.fail(with: .diskFull)
        let error = await #expect(throws: GridError.self) { try await harness.move("a", to: IndexPath(0, 1)) }
        guard case .notStored(.diskFull)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(try harness.order() == [["a", "b"]])
        #expect(try harness.version == 1)
        harness.store.fail(with: nil)
        try await harness.move("a", to: IndexPath(0, 1))
        #expect(try harness.order() == [["b", "a"]])
        #expect(try harness.version == 2)
    }

    @Test func `a stale condition is refused with the current version`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        try await harness.move("a", to: IndexPath(0, 1))
        let error = await #expect(throws: GridError.self) {
            try await harness.change {
                try harness.engine.move(
                    "a", in: "c", toAfter: IndexPath(0, 0), options: ChangeOptions(ifVersion: 1), completion: $0)
            }
        }
        #expect(error == .versionMismatch(current: try harness.head))
        #expect(try harness.version == 2)
    }

    @Test func `a repeated key gives the first answer again`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        let options = ChangeOptions(idempotencyKey: "k")
        let first = try await harness.change {
            try harness.engine.move("a", in: "c", toAfter: IndexPath(0, 1), options: options, completion: $0)
        }
        let second = try await harness.change {
            try harness.engine.move("a", in: "c", toAfter: IndexPath(0, 2), options: options, completion: $0)
        }
        #expect(first.patch == second.patch)
        #expect(try harness.order() == [["b", "a", "c"]])
    }

    @Test func `a rating is an attribute, counted in the revision, and leaves the picture's revision alone`()
        async throws
    {
        let harness = try await EngineHarness(sections: [("s", ["a", "b"])])
        var rating = JSONObject()
        rating["rating"] = .string("like")
        let change = try await harness.change {
            try harness.engine.patchAttributes(of: "a", in: "c", rating, completion: $0)
        }
        #expect(change.patch.patch.reconfigures.count == 1)
        let item = try harness.engine.item("a", of: "c").item
        #expect(item.attributes["rating"] == .string("like"))
        #expect(item.revision == 2 && item.contentRevision == 1)
        rating["rating"] = .string("adore")
        await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.patchAttributes(of: "a", in: "c", rating, completion: $0) }
        }
    }

    @Test func `undo takes moves back one by one and redo makes them again`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c"])])
        try await harness.move("a", to: IndexPath(0, 2))
        try await harness.move("b", to: IndexPath(0, 1))
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "c", "a"]])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["a", "b", "c"]])
        await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        }
        try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        #expect(try harness.order() == [["b", "c", "a"]])
    }

    @Test func `patches since any version lead from that version to the newest`() async throws {
        let harness = try await EngineHarness(sections: [("s", ["a", "b", "c", "d"])])
        let start = try harness.engine.snapshot(of: "c").snapshot
        for place in [3, 1, 2] { try await harness.move("a", to: IndexPath(0, place)) }
        let changes = try #require(try harness.engine.changes(of: "c", since: 1))
        #expect(changes.map(\.patch.to) == [2, 3, 4])
        var order = start
        for change in changes { try order.apply(change.patch.patch) }
        let newest = try harness.engine.snapshot(of: "c").snapshot
        #expect((0..<4).map { order.item(atFlat: $0) } == (0..<4).map { newest.item(atFlat: $0) })
    }

    @Test func `undo and redo reach over restarts`() async throws {
        let store = MemoryStore()
        func engine() async throws -> EngineHarness {
            try await EngineHarness(sections: [("s", ["a", "b", "c"])], store: store)
        }
        var rating = JSONObject()
        rating["rating"] = .string("like")
        do {
            let harness = try await engine()
            try await harness.move("a", to: IndexPath(0, 2))
            try await harness.change { try harness.engine.patchAttributes(of: "b", in: "c", rating, completion: $0) }
            try await harness.move("b", to: IndexPath(0, 1))
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        }
        do {
            let harness = try await engine()
            #expect(try harness.order() == [["b", "c", "a"]])
            try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
            #expect(try harness.order() == [["c", "b", "a"]])
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            #expect(try harness.engine.item("b", of: "c").item.attributes["rating"] == nil)
        }
        let harness = try await engine()
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try harness.order() == [["a", "b", "c"]])
        await #expect(throws: GridError.self) {
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        }
        for _ in 0..<3 { try await harness.change { try harness.engine.redo(in: "c", completion: $0) } }
        #expect(try harness.order() == [["c", "b", "a"]])
        #expect(try harness.engine.item("b", of: "c").item.attributes["rating"] == .string("like"))
    }

    @Test func `a repetition is answered with the first answer, also after a restart`() async throws {
        let store = MemoryStore()
        let options = ChangeOptions(idempotencyKey: "k")
        func move(_ harness: EngineHarness) async throws -> CommittedChange {
            try await harness.change {
                try harness.engine.move("a", in: "c", toAfter: IndexPath(0, 2), options: options, completion: $0)
            }
        }
        let first = try await EngineHarness(sections: [("s", ["a", "b", "c"])], store: store)
        let answer = try await move(first)
        try await first.move("a", to: IndexPath(0, 0))
        let second = try await EngineHarness(sections: [("s", ["a", "b", "c"])], store: store)
        let repeated = try await move(second)
        #expect(repeated.patch.from == answer.patch.from && repeated.patch.to == answer.patch.to)
        #expect(repeated.patch.patch.encode() == answer.patch.patch.encode())
        #expect(try second.order() == [["a", "b", "c"]] && second.version == 3)
    }

    @Test func `a restart brings order, ratings and log back`() async throws {
        let store = MemoryStore()
        do {
            let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", ["c"])], store: store)
            try await harness.move("a", to: IndexPath(1, 0))
            var rating = JSONObject()
            rating["rating"] = .string("like")
            try await harness.change { try harness.engine.patchAttributes(of: "b", in: "c", rating, completion: $0) }
        }
        let harness = try await EngineHarness(sections: [("s", ["a", "b"]), ("t", ["c"])], store: store)
        #expect(try harness.order() == [["b"], ["a", "c"]])
        #expect(try harness.version == 3)
        #expect(try harness.engine.item("b", of: "c").item.attributes["rating"] == .string("like"))
        #expect(try harness.engine.changes(of: "c", since: 1)?.count == 2)
    }
}
