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
        let server = try CollectionServer()
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
}
