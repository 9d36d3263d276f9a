import Glibc
import Synchronization

/// The state that all connections of a running server share.
final class SharedState: Sendable {
    let configuration: ServerConfiguration
    let port: Int
    let gate: SecurityGate
    let routes: RouteTree
    let hints: RouteHints
    let connections: ConnectionRegistry
    let workers = Workers()
    let bodies: BodyBudget
    let lingering: Lingering
    let proxies: TrustedProxies
    /// For connections that begin; `nil` without TLS.
    let identity: Mutex<TLSIdentity?>
    private let stopping = Atomic<Bool>(false)

    init(
        configuration: ServerConfiguration, port: Int, gate: SecurityGate, routes: RouteTree, hints: RouteHints,
        watch: SleepWatch
    ) {
        connections = ConnectionRegistry(watch: watch)
        self.configuration = configuration
        identity = Mutex(configuration.identity)
        proxies = TrustedProxies(configuration.trustedProxies)
        bodies = BodyBudget(limit: configuration.bodyBudgetBytes)
        lingering = Lingering(configuration.lingering)
        self.port = port
        self.gate = gate
        self.routes = routes
        self.hints = hints
    }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func beginStopping() { stopping.store(true, ordering: .sequentiallyConsistent) }

    /// A clock for deadlines, in ms. The kernel's coarse one: some nanoseconds a reading, true to some milliseconds, and, unlike
    /// one that a thread of ours winds, right on a machine that has no time for that thread.
    var milliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
