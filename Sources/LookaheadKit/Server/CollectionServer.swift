import GridEngine
import HTTPServer
import Synchronization

/// Serves collections of your own, with the page that shows them.
///
///     let server = try CollectionServer()
///     try server.add(Shop(file: "shop.sqlite"))
///     try await server.run()
///
/// Nothing process-wide is touched: no signals, no log, no global metrics.
public final class CollectionServer: Sendable {
    private let configuration: Configuration
    let engine: GridEngine
    private let store: OpenedStore?
    let deliveries: Deliveries
    /// Whether pictures can be decoded: a decoder that is a later line of `main` would come after what the lines before it do.
    private let hasDecoder: Bool
    private let missingConfinement: @Sendable () -> [String]
    private let state = Mutex(State())

    private struct State {
        var collections: Set<String> = []
        var routes: [OwnRoute] = []
        /// All routes, once the program has added one.
        var router: Router?
        var hasRun = false
        var isClosed = false
    }

    /// Opens what is stored. Listens at `run()`.
    /// - Parameter configuration: how it listens and where it stores.
    /// - Throws: `CollectionError`: `folder-in-use`, `disk-full`, `not-stored`, `no-postgresql`; `token-too-short`, `token-missing`,
    ///   `no-rendition-key`, `out-of-range` and the like for a configuration that cannot be used.
    public init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        hasDecoder = configuration.hasDecoder
        try configuration.check()
        let pictures = try configuration.pictures()
        missingConfinement = pictures.missingConfinement
        store = try configuration.openStore()
        let deliveries = Deliveries(store: store?.changes)
        self.deliveries = deliveries
        engine = GridEngine(
            configuration: .init(loaders: configuration.loaders, previews: configuration.previews),
            loader: pictures.loader, store: store?.changes, features: [{ deliveries.meet($0) }])
        engine.startHousekeeping()
    }

    deinit { close() }

    /// Serves a source. Returns at once; the source is read in the background.
    /// - Parameters:
    ///   - source: its collection is called by its `id`.
    ///   - layout: how the page shows it first, with cells of what size.
    ///   - marks: whether people may give its items stars, flags and ratings.
    /// - Returns: the collection, to change it and to follow it.
    /// - Throws: `CollectionError`: `collection-exists` for a source that was added before, `bad-identifier` for an identifier that
    ///   cannot be one, `bad-layout` for a number out of range, `no-decoder` for one with pictures in a program that has not called
    ///   `decodeIfAsked()`.
    @discardableResult
    public func add(
        _ source: some CollectionDataSource, layout: CollectionLayout = .column, marks: Bool = false
    ) throws -> LiveCollection {
        try CollectionSnapshot.check(source.id)
        try layout.check()
        guard hasDecoder || !(source is any CollectionPictureSource) else {
            throw CollectionError(
                "no-decoder",
                """
                Pictures of “\(source.id)” are decoded by this program, started again: let main begin with \
                CollectionServer.decodeIfAsked(), or name another program as Configuration.decoder.
                """)
        }
        guard state.withLock({ $0.collections.insert(source.id).inserted }) else {
            throw CollectionError("collection-exists", "There is a collection “\(source.id)” already.")
        }
        let id = source.id
        let served = ServedDataSource(
            source, layout: layout, marks: marks, pictures: configuration.originals,
            pending: { [deliveries] in deliveries.pending(of: id) })
        let collection = LiveCollection(of: served, in: engine)
        // Weak: the collection has the engine, which has what is given this.
        deliveries.add(
            id, changes: collection.following, demand: served.demand, writesBackTo: source as? any CollectionMoving,
            takeBack: { [weak engine] in try await engine?.takeBack($0, of: id, because: $1) ?? true },
            readAgain: { [weak engine] in _ = try? engine?.refresh(id) },
            names: { [weak collection] in collection?.names($0) ?? [] })
        engine.add(served) { collection.opening.end(with: $0) }
        return collection
    }

    /// Adds a route of the program's own, such as a page with cells of its own. To be called before `run()`.
    /// - Parameters:
    ///   - path: such as `/orders/{order}`; a segment in braces is a parameter. Not below `/api`. It comes before a file of the page of
    ///     that name.
    ///   - respond: called for each GET, on Swift's executor. What it throws is answered with 500, a `CollectionError` with its sentence.
    /// - Throws: `CollectionError`: `bad-route` for a path that cannot be one, `route-taken`, `already-run`.
    public func get(_ path: String, _ respond: @escaping @Sendable (Request) async throws -> Response) throws {
        let route = OwnRoute(path: path, respond: respond)
        try state.withLock { state throws(CollectionError) in
            guard !state.hasRun else { throw CollectionError("already-run", "Routes come before run().") }
            var router = state.router ?? builtInRoutes
            try route.check(beside: router)
            route.register(in: &router)
            state.router = router
            state.routes.append(route)
        }
    }

    private var builtInRoutes: Router {
        var http = HTTPServer.Configuration()
        http.basePath = configuration.basePath ?? ""
        return ServedInterface(engine: engine, http: http).builtInRoutes
    }

    /// Listens, and serves until the task is cancelled. Then waits for the changes that are being stored, and closes. Once.
    /// - Parameter started: called when the server listens, with the address of the page.
    /// - Throws: `CollectionError`: `port-in-use`, `token-required` for an address that other machines can reach, `no-page`,
    ///   `not-started`, `already-run`.
    public func run(started: @Sendable (_ address: String) -> Void = { _ in }) async throws {
        let routes = try state.withLock { state throws(CollectionError) in
            guard !state.hasRun else { throw CollectionError("already-run", "A server runs once.") }
            state.hasRun = true
            return state.routes
        }
        defer { close() }
        // Before the files are read: one that changes meanwhile is read again.
        let stamps = configuration.certificateFiles?.stamps ?? []
        let server = try server(with: routes)
        let port: Int
        do throws(HTTPServerError) { port = try server.start() } catch { throw CollectionError(error) }
        let address = configuration.address(host: server.host ?? configuration.host, port: port)
        let certificate = configuration.certificateFiles
        store?.announce(url: address, certificateFile: certificate?.absoluteCertificate)
        let renewal = certificate.map { CertificateWatch($0, read: stamps, for: server) }
        defer { withExtendedLifetime(renewal) {} }
        started(address)
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in ended {}
        } onCancel: {
            end.finish()
        }
        // The engine first: changes that are being stored are answered truthfully, later ones are refused.
        close()
        server.stop()
    }

    private func server(with routes: [OwnRoute]) throws -> HTTPServer {
        var interface = ServedInterface(engine: engine, http: try configuration.http())
        interface.missingConfinement = missingConfinement
        interface.routes = { router in for route in routes { route.register(in: &router) } }
        guard let page = PageFolder.find(),
            let server = interface.server(page: page, descriptors: .ofThisProcess)
        else {
            throw CollectionError(
                "no-page", "The folder Public with the page was not found. Set LOOKAHEAD_PUBLIC to its path.")
        }
        return server
    }

    private func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        deliveries.close()
        engine.close()
        try? store?.close()
    }
}
