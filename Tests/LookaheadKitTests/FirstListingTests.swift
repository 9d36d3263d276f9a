import CollectionLayout
import GridEngine
import LookaheadTesting
import Synchronization
import Testing

@testable import LookaheadKit

/// A large source that is shown while it is still being read.
struct FirstListingTests {
    /// A large source, whose snapshot waits in its middle until a part of it is shown.
    private final class Growing: CollectionMoving {
        let id = "words"
        static let whole = 150_000
        private let rest: AsyncStream<Void>
        private let going: AsyncStream<Void>.Continuation
        let delivered = Mutex<[CollectionChange]>([])

        init() { (rest, going) = AsyncStream.makeStream(of: Void.self) }
        func goOn() { going.finish() }

        func snapshot(into snapshot: inout CollectionSnapshot) async throws {
            for number in 0..<10_000 { snapshot.append("\(number)") }
            // What is read within a second is shown when it is whole.
            try await Task.sleep(for: .milliseconds(1100))
            for number in 10_000..<20_000 { snapshot.append("\(number)") }
            for await _ in rest {}
            for number in 20_000..<Self.whole { snapshot.append("\(number)") }
        }
        func items(for ids: [String]) async throws -> [CollectionItem] { [] }
        func didCommit(_ change: CollectionChange) async throws { delivered.withLock { $0.append(change) } }
    }

    private func partShown(_ growing: Growing, _ server: CollectionServer) async throws -> LookaheadKit.LiveCollection {
        let collection = try server.add(growing)
        for _ in 0..<3000 {
            if let shown = try? collection.snapshot().count {
                #expect(shown == 16_384)
                return collection
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw CollectionError("late", "No part was shown.")
    }

    @Test func `the end of a large first listing is stored as one order, and has viewers start over`() async throws {
        let folder = TemporaryFolder()
        var configuration = Configuration()
        configuration.storage = .folder(folder.path)
        let ids = (0..<Growing.whole).map { "\($0)" }
        do {
            let server = try CollectionServer(configuration)
            let growing = Growing()
            let collection = try await partShown(growing, server)
            let list = try LayoutDescription(kind: "list", options: [:])
            let settings = ViewerSettings(layout: list, width: 400, height: 300)
            let viewer = try server.engine.createViewer(of: "words", settings)
            growing.goOn()
            try await collection.opened()
            #expect(try collection.snapshot().identifiers == [ids])
            // Small orders are changes; this one is a version that no patch leads to.
            let events = try server.engine.events(of: viewer.viewer, after: viewer.lastEventID).map(\.event)
            let resets = events.compactMap { if case .reset(let version) = $0 { version } else { nil } }
            #expect(resets == [viewer.version + 1])
            try await server.move("7", to: 0)
        }
        let server = try CollectionServer(configuration)
        let growing = Growing()
        growing.goOn()
        try await server.add(growing).opened()
        let (_, order, names) = try server.engine.snapshot(of: "words")
        #expect(order.numberOfItems == Growing.whole && names.itemID(order.item(atFlat: 0)) == "7")
        // Nothing but the move is written back, by this run or the one before.
        let delivered = growing.delivered.withLock { $0 }
        let areMoves = delivered.allSatisfy { $0.isMove }
        #expect(areMoves, "\(delivered)")
    }

    @Test func `what people move while a large source is still being read stays where they put it`() async throws {
        let server = try CollectionServer()
        let growing = Growing()
        let collection = try await partShown(growing, server)
        try await server.move("7", to: 0)
        growing.goOn()
        try await collection.opened()
        let ids = try collection.snapshot().identifiers[0]
        #expect(ids.count == Growing.whole && ids.prefix(3) == ["7", "0", "1"] && ids.last == "\(Growing.whole - 1)")
    }
}
