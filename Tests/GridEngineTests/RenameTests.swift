import CollectionModel
import LookaheadTesting
import Testing

@testable import GridEngine

/// A file is told by its trace (inode, size, time), or after a restart by size and time alone (docs/decisions/0051).
@Suite struct RenameTests {
    /// Files by name, each with the number of its content.
    private func list(_ sections: [(String, [(String, UInt64)])], in source: ScriptedSource) {
        source.script.withLock { script in
            script.sections = sections.map { ($0.0, $0.1.map(\.0)) }
            for (name, content) in sections.flatMap(\.1) {
                script.revisions[name] = content
                script.traces[name] = content + 500_000
            }
        }
    }

    private func harness(
        _ sections: [(String, [(String, UInt64)])], store: MemoryStore = MemoryStore()
    ) async throws -> EngineHarness {
        try await EngineHarness(
            sections: sections.map { (id: $0.0, items: $0.1.map(\.0)) }, store: store,
            listed: Dictionary(sections.flatMap(\.1)) { $1 })
    }

    @Test func `a renamed file is the same item, in the place that people gave it`() async throws {
        let harness = try await harness([("s", [("a", 1), ("b", 2), ("c", 3)])])
        try await harness.move("c", to: IndexPath(0, 0))
        try await harness.change {
            try harness.engine.patchAttributes(of: "c", in: "c", ["rating": .string("like")], completion: $0)
        }
        list([("s", [("a", 1), ("b", 2), ("new", 4), ("renamed", 3)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["c", "a", "b", "new"]])
        #expect(try harness.engine.item("c", of: "c").item.attributes["rating"] == .string("like"))
        #expect(harness.source.script.withLock { $0.names } == ["c": "renamed"])
        let version = try harness.version
        _ = try await harness.refresh()
        #expect(try harness.version == version, "and is known by its new name")
    }

    @Test func `a renamed folder keeps its place and its order, in one patch of moves`() async throws {
        let files = (1...50).map { ("f\($0)", UInt64($0)) }
        let harness = try await harness([("a", [("x", 100)]), ("s", files), ("z", [("y", 101)])])
        try await harness.move("f50", to: IndexPath(1, 0))
        try await harness.move("x", to: IndexPath(1, 3))
        let before = try harness.order()
        let version = try harness.version
        let renamed = files.map { ("new-\($0.0)", $0.1) }
        list([("a", [("x", 100)]), ("z", [("y", 101)]), ("zz", renamed)], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == before)
        let changes = try #require(try harness.engine.changes(of: "c", since: version))
        let patch = try #require(changes.first).patch.patch
        #expect(changes.count == 1 && patch.moves.count == 51 && patch.inserts.isEmpty && patch.deletes.isEmpty)
    }

    @Test func `a file that is moved to another folder goes there, and stays where people put it`() async throws {
        let harness = try await harness([("s", [("a", 1), ("b", 2)]), ("t", [("c", 3)])])
        list([("s", [("b", 2)]), ("t", [("c", 3), ("t/a", 1)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["b"], ["c", "a"]])
        try await harness.move("a", to: IndexPath(0, 0))
        list([("s", [("b", 2)]), ("t", [("c", 3), ("t/a2", 1)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["a", "b"], ["c"]])
    }

    @Test func `a copy is a new item`() async throws {
        let harness = try await harness([("s", [("a", 1)])])
        list([("s", [("a", 1), ("copy", 1)])], in: harness.source)
        harness.source.script.withLock { $0.traces["copy"] = 7 }
        _ = try await harness.refresh()
        #expect(try harness.order() == [["a", "copy"]])
    }

    @Test func `two files that exchange their names are the same items`() async throws {
        let harness = try await harness([("s", [("a", 1), ("b", 2), ("c", 3)])])
        list([("s", [("a", 2), ("b", 1), ("c", 3)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["a", "b", "c"]])
        #expect(harness.source.script.withLock { $0.names } == ["a": "b", "b": "a"])
        list([("s", [("a", 1), ("b", 2), ("c", 3)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(harness.source.script.withLock { $0.names }.isEmpty)
    }

    @Test func `files that are all renumbered are the same items, and a new one is a new item`() async throws {
        let harness = try await harness([("s", [("1", 1), ("2", 2), ("3", 3)])])
        list([("s", [("1", 9), ("2", 1), ("3", 2), ("4", 3)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["1~2", "1", "2", "3"]])
        list([("s", [("1", 1), ("2", 2), ("3", 3)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["1", "2", "3"]])
    }

    @Test func `a file that is replaced as programs save is the same item with a new content`() async throws {
        let harness = try await harness([("s", [("a", 1), ("temporary", 2)])])
        list([("s", [("a", 2)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["a"]])
        #expect(harness.source.script.withLock { $0.names }.isEmpty)
    }

    @Test func `of two names of one file the other one stays`() async throws {
        let harness = try await harness([("s", [("a", 1), ("b", 1)])])
        list([("s", [("a", 1), ("c", 1)])], in: harness.source)
        _ = try await harness.refresh()
        #expect(try harness.order() == [["a", "b"]])
        #expect(harness.source.script.withLock { $0.names } == ["b": "c"])
    }

    @Test func `what was renamed while the server was away is known by size and time, unless others share them`()
        async throws
    {
        let store = MemoryStore()
        let first = try await harness([("s", [("a", 11), ("b", 12), ("c", 13), ("d", 14)])], store: store)
        // What a file had when it was first listed is not stored, only what it has had since.
        list([("s", [("a", 1), ("b", 2), ("c", 5), ("d", 5)])], in: first.source)
        _ = try await first.refresh()
        try await first.move("b", to: IndexPath(0, 0))
        first.engine.close()
        let second = try await EngineHarness(
            sections: [("s", ["a2", "b2", "c2", "d"])], store: store,
            listed: ["a2": 1, "b2": 2, "c2": 5, "d": 5])
        #expect(try second.order() == [["b", "c2", "a", "d"]])
        #expect(second.source.script.withLock { $0.names } == ["a": "a2", "b": "b2"])
        second.engine.close()
        let third = try await EngineHarness(
            sections: [("s", ["a2", "b2", "c2", "d"])], store: store,
            listed: ["a2": 1, "b2": 2, "c2": 5, "d": 5])
        #expect(try third.order() == [["b", "c2", "a", "d"]])
        #expect(third.source.script.withLock { $0.names } == ["a": "a2", "b": "b2"], "it is kept")
    }
}
