import Synchronization

/// What every connection of a running server looks at.
final class SharedState: Sendable {
    let configuration: HTTPServer.Configuration
    let port: Int
    let gate: SecurityGate
    let routes: RouteTree
    let connections = ConnectionRegistry()
    let workers = Workers()
    private let stopping = Atomic<Bool>(false)
    private let clock = Atomic<UInt64>(0)

    init(configuration: HTTPServer.Configuration, port: Int, gate: SecurityGate, routes: RouteTree) {
        self.configuration = configuration
        self.port = port
        self.gate = gate
        self.routes = routes
    }

    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func beginStopping() { stopping.store(true, ordering: .sequentiallyConsistent) }

    /// A clock for deadlines of many seconds, wound by the housekeeper: reading the real one at each step of each
    /// request would cost more than the steps.
    var seconds: UInt64 { clock.load(ordering: .relaxed) }

    func tick() { clock.wrappingAdd(1, ordering: .relaxed) }
}
