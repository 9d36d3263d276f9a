import GridEngine
import LookaheadTesting
import Testing

@testable import LookaheadKit

/// What a source says of whether anything has changed.
struct RevisionTests {
    /// Words with pictures.
    private struct Pictures: CollectionPictureSource {
        let id = "words"
        func snapshot(into snapshot: inout CollectionSnapshot) async throws { snapshot.append("a") }
        func items(for ids: [String]) async throws -> [CollectionItem] { [] }
        func picture(for id: String) async throws -> CollectionPicture? { nil }
    }

    private func listing(_ revision: Int, picture: Int? = nil) -> CollectionSnapshot {
        var snapshot = CollectionSnapshot()
        snapshot.appendSection("s0")
        snapshot.append("a", revision: revision, picture: picture)
        return snapshot
    }

    private func operations(
        _ source: some CollectionDataSource, _ before: CollectionSnapshot, _ after: CollectionSnapshot
    ) async throws -> [CollectionChange.Operation] {
        var configuration = Configuration()
        // No picture is asked for.
        configuration.decoder = "/nowhere/decoder"
        let server = try CollectionServer(configuration)
        let collection = try server.add(source)
        try await collection.opened()
        try await collection.apply(before)
        return try await collection.apply(after).operations
    }

    @Test func `another revision of the contents keeps the cell, and another one of the picture replaces it`()
        async throws
    {
        #expect(try await operations(Words(order: .source), listing(1), listing(2)) == [.reconfigure("a")])
        #expect(try await operations(Pictures(), listing(1, picture: 1), listing(2, picture: 1)) == [.reconfigure("a")])
        #expect(try await operations(Pictures(), listing(1, picture: 1), listing(1, picture: 2)) == [.reload("a")])
        // One number for both.
        #expect(try await operations(Pictures(), listing(1), listing(2)) == [.reload("a")])
        #expect(try await operations(Pictures(), listing(1), listing(1)).isEmpty)
    }

    @Test func `a program that is no decoder is refused pictures, since it would run once more for each`() throws {
        // This one has called nothing.
        let server = try CollectionServer()
        let error = #expect(throws: CollectionError.self) { try server.add(Pictures()) }
        #expect(error?.code == "no-decoder" && error?.description.contains("decodeIfAsked()") == true)
        try server.add(Words())
    }

    @Test func `revisions of any size are told apart, and none is nothing`() {
        let numbers = [0, 1, 2, -1, .max, .min, 1 << 32, 1 << 33, 1_764_270_000_000_000, 1_764_270_000_000_001]
        let listed = numbers.map { ListedRevision.made(contents: $0, picture: 1) }
        #expect(Set(listed).count == numbers.count && !listed.contains(0))
        #expect(Set(listed.map { $0 & ListedRevision.pictureMask }).count == 1)
    }

    @Test func `identifiers are read again at the next start only where the source's revision is another one`()
        async throws
    {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        let words = Words()
        words.change { $0.revision = "one" }
        for (revision, readings) in [("one", 1), ("one", 1), ("two", 2), ("two", 2)] {
            words.change { $0.revision = revision }
            let server = try CollectionServer(configuration)
            try await server.add(words).opened()
            #expect(words.readings == readings, "\(revision)")
        }
        // Without one they are read each time.
        words.change { $0.revision = nil }
        let server = try CollectionServer(configuration)
        let collection = try server.add(words)
        try await collection.opened()
        #expect(words.readings == 3)
        #expect(try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]])
    }

    /// A table with revisions of rows and of itself.
    private struct Table: CollectionDataSource {
        let id = "table"
        var rows: [String: Int]
        var version: String?

        func revision() async throws -> String? { version }
        func snapshot(into snapshot: inout CollectionSnapshot) async throws { snapshot = listing }
        func items(for ids: [String]) async throws -> [CollectionItem] { ids.map { CollectionItem(id: $0, title: $0) } }

        /// `a` to `c`; without a revision where there is none.
        var listing: CollectionSnapshot {
            var snapshot = CollectionSnapshot()
            for id in ["a", "b", "c"] {
                if let revision = rows[id] { snapshot.append(id, revision: revision) } else { snapshot.append(id) }
            }
            return snapshot
        }
    }

    @Test func `the next run knows the revisions of rows, whether or not it reads them at its start`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        // The table at the start of each run, those that are applied in it, and what is reconfigured each time.
        let runs: [(Table, [([String: Int], [String])])] = [
            (Table(rows: ["a": 3], version: "one"), []),
            (Table(rows: ["a": 3], version: "one"), [(["a": 3], []), (["a": 4], ["a"])]),
            (Table(rows: [:], version: "one"), [(["a": 4, "b": 2], ["b"])]),
            (Table(rows: ["a": 4, "b": 2, "c": 9], version: "two"), [(["a": 4, "b": 2, "c": 9], [])]),
        ]
        for (run, (table, applied)) in runs.enumerated() {
            let server = try CollectionServer(configuration)
            let collection = try server.add(table)
            try await collection.opened()
            for (rows, changed) in applied {
                let change = try await collection.apply(Table(rows: rows, version: nil).listing)
                #expect(change.operations == changed.map { .reconfigure($0) }, "run \(run)")
                // Run 3 found at its start that c has a revision: version 4.
                if run == 3 { #expect(change.from == 4) }
            }
        }
    }

    @Test func `a revision that a row has no longer is gone in the next run too`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        // The last one has a again, which is a change.
        let runs: [([String: Int], [([String: Int], [String])])] = [
            (["a": 3], []), (["a": 3], [([:], ["a"])]), ([:], [([:], []), (["a": 3], ["a"])]),
        ]
        for (run, (rows, applied)) in runs.enumerated() {
            let server = try CollectionServer(configuration)
            let collection = try server.add(Table(rows: rows, version: "one"))
            try await collection.opened()
            for (rows, changed) in applied {
                let change = try await collection.apply(Table(rows: rows, version: nil).listing)
                #expect(change.operations == changed.map { .reconfigure($0) }, "run \(run)")
            }
        }
    }
}
