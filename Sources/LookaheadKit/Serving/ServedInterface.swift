import GridAPI
import GridEngine
import HTTPServer
import PrometheusMetrics
import Synchronization

/// The interface of an engine, routes beside it and the page, behind one HTTP server: put together here for the program and for the
/// library.
package struct ServedInterface {
    private let engine: GridEngine
    /// Without a base path, a slash leads to the page.
    package var http: HTTPServer.Configuration
    /// The instruments that `/metrics` returns, besides the figures of engine and server.
    package var metrics = PrometheusFactory()
    /// Further members of the settings.
    package var settings: (any AdditionalSettings)?
    /// The parts of the decoders' confinement that this system lacks.
    package var missingConfinement: @Sendable () -> [String] = { [] }
    /// Adds routes before the page's own files.
    package var routes: (inout Router) -> Void = { _ in }

    package init(engine: GridEngine, http: HTTPServer.Configuration = .init()) {
        (self.engine, self.http) = (engine, http)
        self.http.version = GridAPI.version
    }

    /// Makes the server, which is to be started.
    /// - Parameters:
    ///   - page: the folder of the page.
    ///   - descriptors: how those of the process are shared out.
    /// - Returns: `nil` when the folder cannot be read.
    package func server(page: String, descriptors: DescriptorBudget) -> HTTPServer? {
        guard let files = StaticFiles(root: page, home: http.basePath + "/") else { return nil }
        var configuration = http
        configuration.connectionLimit = descriptors.connections
        configuration.connectionsPerAddress = descriptors.connectionsPerAddress
        configuration.connectionsPerProxy = descriptors.connectionsPerProxy
        // The interface shows the figures of the server that serves it.
        let served = ServedBy()
        var router = Router()
        register(in: &router, originalLimit: descriptors.originals) { served.server?.statistics }
        routes(&router)
        router.files(files)
        let server = HTTPServer(configuration: configuration, router: router)
        served.server = server
        return server
    }

    /// The routes that a server has before those of `routes`.
    package var builtInRoutes: Router {
        var router = Router()
        register(in: &router, originalLimit: 0) { nil }
        return router
    }

    private func register(
        in router: inout Router, originalLimit: Int, statistics: @escaping @Sendable () -> HTTPServer.Statistics?
    ) {
        GridAPI(
            engine: engine, additionalSettings: settings, metrics: metrics, missingConfinement: missingConfinement,
            originalLimit: originalLimit, server: statistics
        )
        .register(in: &router)
        for folder in ["/dashboard", "/docs"] { Self.redirect(folder, to: folder + "/", in: &router) }
        // Without its slash, the page would look for its files beside itself.
        if !http.basePath.isEmpty { Self.redirect(http.basePath, to: "/", in: &router) }
    }

    private static func redirect(_ path: String, to target: String, in router: inout Router) {
        router.on(.get, path) { _ in
            .respond(.empty(HTTPStatus(308), headers: [HTTPHeader("Location", target)]))
        }
    }
}

/// The server, for routes that are created before it. Weak, because its routes hold this.
private final class ServedBy: Sendable {
    private struct Reference: Sendable {
        weak var server: HTTPServer?
    }

    private let reference = Mutex(Reference())

    var server: HTTPServer? {
        get { reference.withLock { $0.server } }
        set { reference.withLock { $0.server = newValue } }
    }
}
