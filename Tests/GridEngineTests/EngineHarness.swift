import CollectionLayout
import CollectionModel
import CollectionQuery
import JSONText
import LookaheadTesting
import Prefetching
import Preparing
import Synchronization
import Testing

@testable import GridEngine

/// An engine with everything around it in the test's hands.
struct EngineHarness {
    let clock = ManualClock()
    let loader: ScriptedLoader
    let store: MemoryStore
    let source: ScriptedSource
    let engine: GridEngine

    /// Opens one collection and waits for it.
    init(
        sections: [(id: String, items: [String])], store: MemoryStore = MemoryStore(), loaders: Int = 4,
        capabilities: Capabilities = Capabilities(), loader: ScriptedLoader = ScriptedLoader(),
        viewerLimit: Int = 10_000, wholeOrderItems: Int = .max, metadata: (any MetadataReader)? = nil,
        attributes: [String: JSONObject] = [:], listed: [String: UInt64] = [:],
        tracing: [String: (revision: UInt64, trace: UInt64)] = [:],
        files: [String: PictureFile] = [:], pairs: [[String]] = [], ahead: AheadLoading? = nil
    ) async throws {
        self.store = store
        self.loader = loader
        source = ScriptedSource(sections: sections, capabilities: capabilities, pairs: pairs)
        source.script.withLock { script in
            script.attributes = attributes
            script.files = files
            for (name, content) in listed {
                (script.revisions[name], script.traces[name]) = (content, content + 500_000)
            }
            for (name, file) in tracing {
                (script.revisions[name], script.traces[name]) = (file.revision, file.trace)
            }
        }
        engine = GridEngine(
            configuration: .init(loaders: loaders, viewerLimit: viewerLimit, wholeOrderItems: wholeOrderItems),
            loader: loader, store: store,
            metadata: metadata, features: Preparation.feature(ahead), clock: clock)
        #if DEBUG
            engine.loads.state.withLock { $0.scheduler.checksInvariants = true }
        #endif
        let (engine, source) = (engine, source)
        let result = await withCheckedContinuation { continuation in
            engine.add(source) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
    }

    /// The order now, by identifier.
    func order() throws -> [[String]] {
        let (_, snapshot, identities) = try engine.snapshot(of: "c")
        return (0..<snapshot.numberOfSections).map { section in
            (0..<snapshot.numberOfItems(inSection: section)).map { item in
                identities.itemID(snapshot.item(at: IndexPath(section, item)))
            }
        }
    }

    /// Where the collection's log ends.
    var head: StoredHead { get throws { try engine.collection("c").head } }

    var version: Int {
        get throws { try engine.summary(of: "c").version }
    }

    /// Makes a change and waits until it is durable.
    @discardableResult
    func change(
        _ body: (@escaping GridEngine.ChangeCompletion) throws -> Void
    ) async throws -> CommittedChange {
        let result: Result<CommittedChange, GridError> = try await withCheckedThrowingContinuation { continuation in
            do {
                try body { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return try result.get()
    }

    @discardableResult
    func move(_ item: String, to place: IndexPath) async throws -> CommittedChange {
        try await change { try engine.move(item, in: "c", toAfter: place, completion: $0) }
    }

    /// A viewer that shows four columns of square cells, 100 px each.
    func viewer(of collection: String = "c", height: Double = 300) throws -> ViewerID {
        let layout = try LayoutDescription(
            kind: "column", options: ["minColumnWidth": 100, "cellHeight": 100, "spacing": 0, "inset": 0])
        return try engine.createViewer(
            of: collection, ViewerSettings(layout: layout, width: 400, height: height)
        ).viewer
    }

    /// Refreshes and waits for the end.
    func refresh(acceptsEmpty: Bool = false) async throws -> RefreshProgress {
        let viewer = try viewer()
        let last = engine.lastEventID
        let ended = AsyncStream<RefreshProgress>.makeStream()
        let line = try engine.subscribe(to: [viewer], after: last) { record in
            if case .refresh(let progress) = record.event, progress.phase == .ended {
                ended.continuation.yield(progress)
            }
            return true
        }
        defer { engine.unsubscribe(line, from: [viewer]) }
        _ = try engine.refresh("c", acceptsEmpty: acceptsEmpty)
        for await progress in ended.stream { return progress }
        throw CancellationError()
    }
}

// MARK: Queries

extension EngineHarness {
    /// A query from its document.
    static func query(_ document: String) throws -> Query {
        var reader = JSONReader(Array(document.utf8))
        return try Query(from: &reader)
    }

    /// Fills the columns.
    func readFields() async throws {
        try await until { try engine.fields(of: "c").reading.isFilled }
    }

    /// Opens a result, once the columns are filled.
    func result(_ document: String) async throws -> ResultDescription {
        try await readFields()
        let query = try Self.query(document)
        return try await withCheckedContinuation { continuation in
            engine.openResult(of: "c", query) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Has a viewer see the result of a query, or everything.
    @discardableResult
    func show(_ document: String?, to viewer: ViewerID) async throws -> ViewerDescription {
        try await readFields()
        var settings = try engine.viewer(viewer).settings
        settings.query = try document.map(Self.query)
        let wanted = settings
        return try await withCheckedContinuation { continuation in
            engine.updateViewer(viewer, to: wanted) { continuation.resume(returning: $0) }
        }.get()
    }

    func rate(_ item: String, _ rating: JSONValue) async throws {
        try await change { try engine.patchAttributes(of: item, in: "c", ["rating": rating], completion: $0) }
    }

    /// The order of a collection or a result, by identifier.
    func order(of id: String) throws -> [[String]] {
        let (_, snapshot, identities) = try engine.snapshot(of: id)
        return (0..<snapshot.numberOfSections).map { section in
            (0..<snapshot.numberOfItems(inSection: section)).map { item in
                identities.itemID(snapshot.item(at: IndexPath(section, item)))
            }
        }
    }
}
