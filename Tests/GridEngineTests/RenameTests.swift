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

    @Test func `without its inode number, what was renamed is known by size and time, if they are its own`()
        async throws
    {
        let store = MemoryStore()
        let first = try await harness([("s", [("a", 1), ("b", 2), ("c", 5), ("d", 5)])], store: store)
        // As after a move to another disk.
        store.renumberFiles(of: "c") { $0 + 900_000 }
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

    /// The same files under other names, found by a server that starts.
    private func next(
        _ sections: [(String, [(String, UInt64)])], after first: EngineHarness, store: MemoryStore
    ) async throws -> EngineHarness {
        first.engine.close()
        return try await harness(sections, store: store)
    }

    @Test func `files that were renamed, moved and exchanged meanwhile are the same items`() async throws {
        let store = MemoryStore()
        let first = try await harness(
            [("s", [("a", 1), ("b", 2), ("c", 3), ("d", 4)]), ("t", [("e", 5)])], store: store)
        try await first.move("d", to: IndexPath(0, 0))
        try await first.change {
            try first.engine.patchAttributes(of: "c", in: "c", ["rating": .string("like")], completion: $0)
        }
        let second = try await next(
            [("s", [("a", 2), ("b", 1), ("renamed", 3)]), ("t", [("d2", 4), ("e", 5)])], after: first, store: store)
        // The one that people had not moved out of its folder's section goes where its file went.
        #expect(try second.order() == [["a", "b", "c"], ["d", "e"]])
        #expect(second.source.script.withLock { $0.names } == ["a": "b", "b": "a", "c": "renamed", "d": "d2"])
        #expect(try second.engine.item("c", of: "c").item.attributes["rating"] == .string("like"))
        let version = try second.version
        let third = try await next(
            [("s", [("a", 2), ("b", 1), ("renamed", 3)]), ("t", [("d2", 4), ("e", 5)])], after: second, store: store)
        #expect(try third.version == version, "and are known by their new names")
    }

    @Test func `a folder that was renamed while the server was away keeps its place and its order`() async throws {
        let store = MemoryStore()
        let files = (1...3000).map { ("f\($0)", UInt64($0)) }
        let first = try await harness([("a", [("x", 9000)]), ("s", files), ("z", [("y", 9001)])], store: store)
        try await first.move("f3000", to: IndexPath(1, 0))
        try await first.move("x", to: IndexPath(1, 3))
        let (before, version) = (try first.order(), try first.version)
        let renamed = files.map { ("new-\($0.0)", $0.1) }
        let second = try await next(
            [("a", [("x", 9000)]), ("z", [("y", 9001)]), ("zz", renamed)], after: first, store: store)
        #expect(try second.order() == before)
        let changes = try #require(try second.engine.changes(of: "c", since: version))
        let patch = try #require(changes.first).patch.patch
        #expect(changes.count == 1 && patch.moves.count == 3001 && patch.inserts.isEmpty && patch.deletes.isEmpty)
    }

    @Test func `a copy that was made while the server was away is a new item`() async throws {
        let store = MemoryStore()
        let first = try await harness([("s", [("a", 1), ("b", 2)])], store: store)
        first.engine.close()
        // Of the same size and time; the one file is left, the other one was renamed.
        let second = try await EngineHarness(
            sections: [("s", ["a", "a-copy", "b-copy", "b-renamed"])], store: store,
            tracing: [
                "a": (1, 500_001), "a-copy": (1, 7), "b-copy": (2, 8), "b-renamed": (2, 500_002),
            ])
        #expect(try second.order() == [["a", "a-copy", "b-copy", "b"]])
        #expect(second.source.script.withLock { $0.names } == ["b": "b-renamed"])
    }

    @Test func `a data folder that knows nothing of files learns it with the first listing`() async throws {
        let store = MemoryStore()
        let first = try await harness([("s", [("a", 1), ("b", 2)])], store: store)
        first.engine.close()
        store.forgetFiles(of: "c")
        let second = try await next([("s", [("a", 1), ("b", 2)])], after: first, store: store)
        let third = try await next([("s", [("a2", 1), ("b", 2)])], after: second, store: store)
        #expect(try third.order() == [["a", "b"]])
    }

    @Test func `what the store could not keep of files is kept with the next listing`() async throws {
        let store = MemoryStore()
        let first = try await harness([("s", [("a", 1), ("b", 2)])], store: store)
        store.forgetFiles(of: "c")
        list([("s", [("a", 3), ("b", 2)])], in: first.source)
        store.failKeeping(with: .diskFull)
        _ = try await first.refresh()
        store.failKeeping(with: nil)
        _ = try await first.refresh()
        let second = try await next([("s", [("a2", 3), ("b", 2)])], after: first, store: store)
        #expect(try second.order() == [["a", "b"]])
    }
}
