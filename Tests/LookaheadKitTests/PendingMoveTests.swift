import CollectionLayout
import CollectionModel
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import LookaheadKit

/// Moves of people in a collection whose order is the source's.
struct PendingMoveTests {
    private let words = Words(order: .source)

    private func served(
        _ configuration: Configuration = Configuration()
    ) async throws -> (server: CollectionServer, collection: LookaheadKit.LiveCollection) {
        let server = try CollectionServer(configuration)
        let collection = try server.add(words)
        try await collection.opened()
        return (server, collection)
    }

    private func until(_ condition: () throws -> Bool) async throws {
        for _ in 0..<2000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("not within ten seconds")
    }

    @Test func `what is not written back stays where people put it, whatever a snapshot says`() async throws {
        let (server, collection) = try await served()
        words.change { $0.failures = .max }
        try await server.move("c", to: 0)
        #expect(try collection.snapshot().identifiers == [["c", "a", "b"], ["d"]])
        // Read before the move reached the table, and with a new word.
        try await collection.apply(CollectionSnapshot([["a", "b", "c", "e"], ["d"]]))
        #expect(try collection.snapshot().identifiers == [["c", "a", "b", "e"], ["d"]])
        words.change { $0.failures = 0 }
        for await _ in words.deliveries { break }
        try await until { server.pending(of: "words").isEmpty }
        // Now the source's word counts.
        try await collection.apply(CollectionSnapshot([["a", "b", "c", "e"], ["d"]]))
        #expect(try collection.snapshot().identifiers == [["a", "b", "c", "e"], ["d"]])
        withExtendedLifetime(server) {}
    }

    @Test func `a pending move is known to the next run, and shown by it at once`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        words.change { $0.failures = .max }
        do {
            let (server, _) = try await served(configuration)
            try await server.move("c", to: 0)
        }
        let (server, collection) = try await served(configuration)
        #expect(try collection.snapshot().identifiers == [["c", "a", "b"], ["d"]])
        #expect(server.pending(of: "words").count == 1)
    }

    /// A folder whose log keeps the last ten changes, beyond what a start needs.
    private func forgetful(_ folder: TemporaryFolder) -> Configuration {
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        configuration.logChanges = 10
        return configuration
    }

    @Test func `moves that the log has forgotten are said to be, and stay until the source has read the order`()
        async throws
    {
        let folder = TemporaryFolder()
        words.change { $0.failures = .max }
        do {
            let (server, _) = try await served(forgetful(folder))
            // Nothing was ever written back, and the log keeps only what comes at the end.
            try await server.move("c", to: 0)
            for place in 0..<120 { try await server.move("a", to: 1 + (place + 1) % 2) }
        }
        let (server, collection) = try await served(forgetful(folder))
        #expect(try collection.snapshot().identifiers == [["c", "a", "b"], ["d"]])
        #expect(server.pending(of: "words").first?.operations == [.forgotten])
        try await collection.apply(CollectionSnapshot([["a", "b", "c", "e"], ["d"]]))
        // What is new stands behind the one that it follows in the source.
        let shown = try collection.snapshot().identifiers
        #expect(shown == [["c", "e", "a", "b"], ["d"]], "\(shown)")
        words.change { $0.failures = 0 }
        try await until { server.pending(of: "words").isEmpty }
        let delivered = words.delivered
        #expect(delivered.count == 11 && delivered.first?.from == 1)
        #expect(zip(delivered, delivered.dropFirst()).allSatisfy { $0.to == $1.from })
        // Now the source's word counts.
        try await collection.apply(CollectionSnapshot([["a", "b", "c", "e"], ["d"]]))
        #expect(try collection.snapshot().identifiers == [["a", "b", "c", "e"], ["d"]])
    }

    @Test func `what the source itself made and the log has forgotten is nobody's loss`() async throws {
        let folder = TemporaryFolder()
        do {
            let (server, collection) = try await served(forgetful(folder))
            for turn in 0..<60 {
                let words = turn % 2 == 0 ? ["c", "b", "a"] : ["a", "b", "c"]
                try await collection.apply(CollectionSnapshot([words, ["d"]]))
            }
            withExtendedLifetime(server) {}
        }
        let (server, _) = try await served(forgetful(folder))
        try await server.move("c", to: 0)
        try await until { server.pending(of: "words").isEmpty }
        let delivered = words.delivered
        #expect(delivered.count == 1 && delivered[0].isMove, "\(delivered)")
    }

    @Test func `a move that the source refuses goes back, and its author reads the sentence`() async throws {
        let (server, collection) = try await served()
        words.change { $0.refusal = "The shelf is full." }
        let author = EngineAuthor(actor: "me")
        let told = Mutex<[String]>([])
        for (name, one) in [("me", author), ("you", EngineAuthor(actor: "you"))] {
            let layout = try LayoutDescription(kind: "column", options: [:])
            var settings = ViewerSettings(layout: layout, width: 400, height: 300)
            settings.author = one
            let viewer = try server.engine.createViewer(of: "words", settings).viewer
            _ = try server.engine.subscribe(to: [viewer], after: nil) { record in
                if case .refresh(let progress) = record.event {
                    told.withLock { $0.append("\(name): \(progress.phase) \(progress.reason?.values["detail"] ?? "")") }
                }
                return true
            }
        }
        let changes = collection.changes
        try await server.move("c", to: 0, by: author)
        var seen: [CollectionChange] = []
        for await change in changes {
            seen.append(change)
            if seen.count == 2 { break }
        }
        #expect(seen.map(\.isOfSource) == [false, true])
        #expect(try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]])
        try await until { server.pending(of: "words").isEmpty && !told.withLock { $0.isEmpty } }
        #expect(told.withLock { $0 } == ["me: returned The shelf is full."])
        // It is the source's change: nothing is delivered, and nothing can be undone.
        #expect(words.delivered.isEmpty)
        #expect(try server.engine.history(of: "words", for: author).undo == nil)
    }

    @Test func `after a restart the author reads why when its page is back`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        let author = EngineAuthor(actor: "me")
        words.change { $0.failures = .max }
        do {
            let (server, _) = try await served(configuration)
            try await server.move("c", to: 0, by: author)
        }
        words.change { ($0.failures, $0.refusal) = (0, "The shelf is full.") }
        let (server, collection) = try await served(configuration)
        try await until { server.pending(of: "words").isEmpty }
        #expect(try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]])
        var told: [String] = []
        for one in [EngineAuthor(actor: "you"), author, author] {
            let layout = try LayoutDescription(kind: "column", options: [:])
            var settings = ViewerSettings(layout: layout, width: 400, height: 300)
            settings.author = one
            let viewer = try server.engine.createViewer(of: "words", settings)
            for record in try server.engine.events(of: viewer.viewer, after: viewer.lastEventID) {
                guard case .refresh(let progress) = record.event else { continue }
                told.append("\(one == author): \(progress.phase) \(progress.reason?.values["detail"] ?? "")")
            }
        }
        // Once.
        #expect(told == ["true: returned The shelf is full."])
    }

    @Test func `where others have moved an item since, a refusal has the source read again`() async throws {
        let (server, collection) = try await served()
        words.change { ($0.failures, $0.refusal) = (1, "The shelf is full.") }
        try await server.move("c", to: 0, by: EngineAuthor(actor: "me"))
        try await server.move("c", to: 1, by: EngineAuthor(actor: "you"))
        // The first cannot be reverted beside the second: the source is read again.
        try await until { try collection.snapshot().identifiers == [["a", "b", "c"], ["d"]] }
        #expect(server.pending(of: "words").isEmpty && words.delivered.isEmpty)
    }

    @Test func `a source is told who would move an item`() async throws {
        let (server, _) = try await served()
        let author = EngineAuthor(actor: "me")
        try await server.move("c", to: 0, by: author)
        try await server.move("c", to: 1)
        #expect(
            words.authors == [
                LookaheadKit.ChangeAuthor(id: author.id, isProgram: false),
                LookaheadKit.ChangeAuthor(id: nil, isProgram: true),
            ])
    }

    @Test func `pending moves are laid over a snapshot that lacks their items or sections`() {
        func move(_ id: String, _ item: Int, _ section: String) -> CollectionChange {
            CollectionChange(
                from: 1, to: 2, isOfSource: false, author: nil,
                operations: [
                    .move(id, from: .init(section: 0, item: 0), to: .init(section: 0, item: item), section: section)
                ])
        }
        let snapshot = CollectionSnapshot([["a", "b"], ["c"]])
        #expect(snapshot.showing([move("gone", 0, "s0")]).identifiers == [["a", "b"], ["c"]])
        #expect(snapshot.showing([move("a", 0, "gone")]).identifiers == [["a", "b"], ["c"]])
        #expect(snapshot.showing([move("a", 7, "s1")]).identifiers == [["b"], ["c", "a"]])
        #expect(snapshot.showing([move("a", 0, "s1"), move("b", 0, "s1")]).identifiers == [[], ["b", "a", "c"]])
        #expect(snapshot.showing([move("a", 1, "s1"), move("a", 1, "s0")]).identifiers == [["b", "a"], ["c"]])
    }
}

extension CollectionChange {
    var isMove: Bool { if case .move? = operations.first { operations.count == 1 } else { false } }
}

extension CollectionServer {
    /// The moves that a source has not taken over yet.
    func pending(of id: String) -> [CollectionChange] { deliveries.pending(of: id) }
}
