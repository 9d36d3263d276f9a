import CollectionModel
import GridEngine
import LookaheadTesting
import StoredForms
import Testing

@testable import SharedStore

/// Rows that somebody else wrote into a real PostgreSQL.
@Suite struct HostileRowsTests {
    /// What is done to the rows of a collection, by its key `k`. It has 20 items in a section, and is at version 1.
    private static let edits = [
        "UPDATE lookahead.items SET count = -1 WHERE collection = k",
        "UPDATE lookahead.items SET count = 19 WHERE collection = k",
        "UPDATE lookahead.items SET ids = '\\x01' WHERE collection = k",
        "UPDATE lookahead.items SET count = 1, ids = decode('2c01' || repeat('61', 300), 'hex') WHERE collection = k",
        "UPDATE lookahead.items SET count = 20, ids = decode(repeat('010061', 20), 'hex') WHERE collection = k",
        "UPDATE lookahead.checkpoints SET place = -1, part = 1 WHERE collection = k",
        "UPDATE lookahead.checkpoints SET place = 9223372036854775807 WHERE collection = k",
        "UPDATE lookahead.checkpoints SET section = 7 WHERE collection = k",
        "UPDATE lookahead.checkpoints SET section = -1 WHERE collection = k",
        "UPDATE lookahead.checkpoints SET items = '\\xffffffff' WHERE collection = k",
        "UPDATE lookahead.checkpoints SET items = '\\x14000000' WHERE collection = k",
        "UPDATE lookahead.checkpoints SET items = '\\x0000000000000000' WHERE collection = k",
        "UPDATE lookahead.checkpoints SET items = '\\x00' WHERE collection = k",
        "UPDATE lookahead.sections SET ordinal = 4294967296 WHERE collection = k",
        "UPDATE lookahead.sections SET id = repeat('s', 300) WHERE collection = k",
        "DELETE FROM lookahead.sections WHERE collection = k",
        "INSERT INTO lookahead.marks SELECT key, 0, '\\xffffffffff' FROM lookahead.collections WHERE key = k",
        "UPDATE lookahead.collections SET version = 9223372036854775807, stamp = 5 WHERE key = k",
        "UPDATE lookahead.collections SET version = -1, stamp = 5 WHERE key = k",
        "UPDATE lookahead.collections SET version = 9223372036854775807, checkpoint = 9223372036854775807, stamp = 5 WHERE key = k",
        "UPDATE lookahead.collections SET version = 4, stamp = 5 WHERE key = k",
    ]

    /// Bodies of a second change, which another server would append.
    private static var bodies: [[UInt8]] {
        [
            [], [1], [UInt8](repeating: 0xff, count: 64),
            body({ _ in }) { $0.inserts = [.init(at: IndexPath(0, 0), item: ItemOrdinal(4_000_000_000))] },
            body({ _ in }) { $0.reloads = [ItemOrdinal(99)] },
            body({ _ in }) { $0.reconfigures = [ItemOrdinal(99)] },
            body({ _ in }) { $0.insertSections = [.init(at: 0, section: SectionOrdinal(77))] },
            body({ _ in }) { $0.reconfigureSections = [SectionOrdinal(77)] },
            body { $0.newItems = [.init(ordinal: 20, id: String(repeating: "i", count: 300))] },
            body { $0.newItems = [.init(ordinal: 31, id: "new")] },
            body { $0.newSections = [.init(ordinal: 1, id: String(repeating: "s", count: 300), title: "")] },
            strayAttributes,
            body { $0.marks = [0xff, 0xff] },
        ]
    }

    private static let strayAttributes = body { $0.attributes = [.init(item: 20, json: "{}")] }

    private static func body(
        _ change: (inout StoredChange) -> Void, _ patch: (inout Patch) -> Void = { _ in }
    ) -> [UInt8] {
        var patched = Patch()
        patch(&patched)
        var stored = StoredChange(collection: "c", version: 2, patch: patched.encode())
        change(&stored)
        return ChangeForm.encode(stored)
    }

    private func open(_ ids: [String], at address: StoreAddress) async throws -> (
        GridEngine, SharedStore, [String: Bool]
    ) {
        let store = try SharedStore(at: address)
        let engine = GridEngine(loader: ScriptedLoader(), store: store)
        var opened: [String: Bool] = [:]
        for id in ids {
            let source = ScriptedSource(id: id, sections: [("s", (0..<20).map { "i\($0)" })])
            let result = await withCheckedContinuation { continuation in
                engine.add(source) { continuation.resume(returning: $0) }
            }
            opened[id] = (try? result.get()) != nil
        }
        return (engine, store, opened)
    }

    /// The statements that put a change where another server's would be.
    private func append(_ body: [UInt8], to key: Int64) -> [Statement] {
        [
            Statement(
                "INSERT INTO lookahead.changes SELECT key, 2, stamp, 77, $1 FROM lookahead.collections WHERE key = $2",
                .bytes(body), .int(key)),
            Statement("UPDATE lookahead.collections SET version = 2, stamp = 77 WHERE key = $1", .int(key)),
        ]
    }

    @Test func `whatever stands in a row, it is damage that is reported, and other collections are served`()
        async throws
    {
        let address = try PostgresServer.shared.get().database()
        let hostile = (0..<Self.edits.count + Self.bodies.count).map { "c\($0)" }
        // One server that runs meanwhile, and one that starts afterwards.
        let (running, store, _) = try await open(hostile + ["good"], at: address)
        let connection = try PostgresConnection(to: address)
        for (id, edit) in zip(hostile, Self.edits) {
            let text = edit.replacing("= k", with: "= \(Followed.key(of: id))")
            let answers = try connection.run([Statement(text)])
            #expect(answers[0].affected == 1, "\(edit)")
        }
        for (id, body) in zip(hostile.dropFirst(Self.edits.count), Self.bodies) {
            try connection.run([Statement("BEGIN")] + append(body, to: Followed.key(of: id)) + [Statement("COMMIT")])
        }
        let (engine, another, opened) = try await open(hostile + ["good"], at: address)
        // Attributes of an item that is not there are nobody's.
        let harmless = Self.bodies.firstIndex(of: Self.strayAttributes).map { "c\(Self.edits.count + $0)" }
        #expect(opened.filter(\.value).keys.sorted() == [harmless, "good"])
        // The one that runs adopts nothing of it, and goes on.
        let change = try await withCheckedThrowingContinuation { continuation in
            do {
                try engine.move("i3", in: "good", toAfter: IndexPath(0, 0), options: ChangeOptions()) {
                    continuation.resume(with: $0)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(change.patch.to == 2)
        let deadline = ContinuousClock.now + .seconds(20)
        while try running.summary(of: "good").version < 2 {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(5))
        }
        for engine in [running, engine] { engine.close() }
        for store in [store, another] { store.close() }
    }

    /// Columns of another type than the tables were made with.
    @Test func `a number that is none is none`() throws {
        let connection = try PostgresConnection(to: try PostgresServer.shared.get().database())
        let answer = try connection.run(
            Statement("SELECT repeat('9', 40), ''::text, NULL::bigint, 7::smallint, (-2)::int, '\\x00'::bytea"))
        #expect((0..<6).map { answer.int(0, $0) } == [0, 0, 0, 7, -2, 0])
    }
}
