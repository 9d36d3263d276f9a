import CMicroHTTPD
import Glibc
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd: one thread per core, each with its own epoll, and handlers that run on them.
///
/// Starts once and stops once.
package final class HTTPServer: Sendable {
    package let configuration: Configuration
    private let router: Router
    private let state = Mutex(State.new)

    package init(configuration: Configuration, router: Router) {
        self.configuration = configuration
        self.router = router
    }

    deinit { stop() }

    private enum State {
        case new
        case running(Running)
        case stopped
    }

    /// Unchecked: the daemon's pointer belongs to the caller that takes this out of `state`, which happens once.
    private struct Running: @unchecked Sendable {
        var daemon: OpaquePointer
        var socket: ListeningSocket
        var shared: SharedState
        var housekeeper: Housekeeper
    }

    /// Starts to listen.
    /// - Returns: the port.
    /// - Throws: why the server cannot be started.
    @discardableResult
    package func start() throws(HTTPServerError) -> Int {
        var started: Result<Int, HTTPServerError> = .failure(.alreadyStarted)
        state.withLock { state in
            guard case .new = state else { return }
            do throws(HTTPServerError) {
                let running = try launch()
                state = .running(running)
                started = .success(running.socket.port)
            } catch {
                started = .failure(error)
            }
        }
        return try started.get()
    }

    private func launch() throws(HTTPServerError) -> Running {
        guard ConnectionTable.isInPlace, configuration.identity == nil || ConnectionTable.isInPlaceForSessions else {
            throw .requestsUnchecked
        }
        if configuration.identity != nil, lookahead_has_tls() == 0 { throw .noTLS }
        let socket = try ListeningSocket(for: configuration)
        guard socket.isLoopback || configuration.token != nil else {
            close(socket.descriptor)
            throw .tokenRequired(host: socket.host)
        }
        let hosts = AllowedHosts(
            host: socket.host, port: socket.port, more: configuration.allowedHosts,
            isWildcard: socket.isWildcard)
        let gate = SecurityGate(
            hosts: hosts, token: configuration.token, readOnlyToken: configuration.readOnlyToken, port: socket.port,
            guests: GuestOrigins(configuration.guestOrigins, readOnly: configuration.readOnlyGuestOrigins),
            basePath: configuration.basePath)
        guard let watch = SleepWatch() else {
            close(socket.descriptor)
            throw .libraryFailed
        }
        let shared = SharedState(
            configuration: configuration, port: socket.port, gate: gate, routes: RouteTree(router),
            hints: router.hints, watch: watch)
        guard let housekeeper = Housekeeper(shared) else {
            close(socket.descriptor)
            throw .libraryFailed
        }
        guard let daemon = HTTPServer.startDaemon(shared, socket) else {
            housekeeper.stop()
            close(socket.descriptor)
            throw .libraryFailed
        }
        shared.workers.attach(daemon, threads: max(1, configuration.threads))
        return Running(daemon: daemon, socket: socket, shared: shared, housekeeper: housekeeper)
    }

    /// Stops in order: new and deferred requests get 503, streams end, other responses finish within `stopTimeout`, and the
    /// remaining connections are closed. Blocks until all of that is done; harmless
    /// when the server does not run.
    package func stop() {
        let taken = state.withLock { state -> Running? in
            defer { state = .stopped }
            if case .running(let running) = state { return running }
            return nil
        }
        guard let running = taken else { return }
        // New connections are still accepted, and refused at their first request: `MHD_quiesce_daemon` takes the listening
        // socket away from the workers while they may be doing the same, and the second of the two ends the process.
        running.shared.beginStopping()
        for sleeper in running.shared.connections.sleepers {
            switch sleeper {
            case .reply(let reply): reply.answer(Connection.stopping.response)
            case .stream(let stream): stream.close(.shutdown)
            case .body(let stream): stream.refuse(Connection.stopping)
            // Bodies under way have until the time limit; an incomplete one is never ended as if it were whole.
            case .pulled: break
            }
        }
        if !HTTPServer.drain(running.shared, for: configuration.stopTimeout) {
            for case .pulled(let body) in running.shared.connections.sleepers { body.close() }
            running.shared.connections.cutBusy()
            _ = HTTPServer.drain(running.shared, for: .milliseconds(500))
        }
        running.shared.workers.detach()
        if configuration.inheritedSocket != nil { running.socket.leaveToItsOwner() }
        // No connection is suspended or can be any more: with one left, this call would end the process.
        // It also shuts the listening socket down, for all who have it, and closes it.
        MHD_stop_daemon(running.daemon)
        running.housekeeper.stop()
        Unmanaged.passUnretained(running.shared).release()
    }

    /// Whether all requests were answered in time. Looks every few milliseconds: a signal from each request's end would
    /// cost every request of the server's life.
    private static func drain(_ shared: SharedState, for limit: Duration) -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        while shared.connections.busyCount > 0 {
            guard clock.now < deadline else { return false }
            usleep(2000)
        }
        return true
    }

    package var statistics: Statistics {
        shared?.connections.statistics ?? Statistics(connections: 0, accepted: 0, requests: 0, sleeping: 0)
    }

    /// Uses another certificate for connections that begin from now on. Those that are open keep theirs. For a server that was started
    /// with one.
    package func replaceIdentity(_ identity: TLSIdentity) {
        shared?.identity.withLock { $0 = identity }
    }

    /// Whether other machines can reach the server; `false` when it does not run.
    package var isReachableByOthers: Bool {
        state.withLock { state in
            if case .running(let running) = state { !running.socket.isLoopback } else { false }
        }
    }

    /// The name or address that it listens on, numeric for a socket that somebody else has bound; `nil` when it does not run.
    package var host: String? {
        state.withLock { state in
            if case .running(let running) = state { running.socket.host } else { nil }
        }
    }

    /// The state that all connections share; `nil` when the server does not run.
    var shared: SharedState? {
        state.withLock { state in
            if case .running(let running) = state { running.shared } else { nil }
        }
    }
}

extension HTTPServer {
    /// Never freed: the library keeps the text's address. Unchecked: nobody writes it.
    nonisolated(unsafe) private static let priorities = MHD_OptionItem(
        option: .HTTPS_PRIORITIES, value: 0, ptr_value: UnsafeMutableRawPointer(strdup(TLSSession.priorities)))

    /// The daemon holds `shared` until `stop()` releases it.
    private static func startDaemon(_ shared: SharedState, _ socket: ListeningSocket) -> OpaquePointer? {
        let configuration = shared.configuration
        let threads = max(1, configuration.threads)
        let context = Unmanaged.passRetained(shared)
        func number(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
            MHD_OptionItem(option: option, value: value, ptr_value: nil)
        }
        // The library's own time-out is the last resort; the housekeeper's deadlines come first.
        let timeout = configuration.idleTimeout.components.seconds + 15
        var options = [
            number(.LISTEN_SOCKET, Int(socket.descriptor)),
            // The limit is divided among the threads: none may get nothing.
            number(.CONNECTION_LIMIT, max(configuration.connectionLimit, threads * 4)),
            number(.CONNECTION_MEMORY_LIMIT, RequestFraming.connectionMemory),
            number(.CONNECTION_TIMEOUT, Int(timeout)),
            number(.STRICT_FOR_CLIENT, 1),
            lookahead_option_request_line(requestLineArrived, nil),
            lookahead_option_unescape(leaveEscapes, nil),
            lookahead_option_completed(requestCompleted, nil),
            lookahead_option_connection(connectionChanged, context.toOpaque()),
        ]
        let usesTLS = configuration.identity != nil
        if usesTLS { options += [lookahead_option_no_credentials(), HTTPServer.priorities] }
        if threads > 1 { options.append(number(.THREAD_POOL_SIZE, threads)) }
        options.append(number(.END, 0))
        // No error log: if no one reads stderr, the serving threads would block on it.
        let flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | (usesTLS ? MHD_USE_TLS.rawValue : 0)
        let daemon = lookahead_start_daemon(flags, serveRequest, context.toOpaque(), options)
        if daemon == nil { context.release() }
        return daemon
    }
}

extension HTTPServer {
    package typealias Configuration = ServerConfiguration
    package typealias Statistics = ConnectionStatistics

    /// The route that exchanges the token in `Authorization` for a cookie.
    package static let sessionPath = SignInPage.sessionPath

    /// Whether the text is a path such as `/photos`, which a proxy may publish the server under.
    package static func isBasePath(_ text: String) -> Bool { BasePath.isPath(text) }

    /// Whether the text is an address of a machine, without a port.
    package static func isAddress(_ text: String) -> Bool { PeerAddress(text) != nil }

    /// Whether the text is an origin as browsers write it: `http://name`, `https://name:8443`, without a path.
    package static func isOrigin(_ text: String) -> Bool { GuestOrigins.isOrigin(text) }
}
