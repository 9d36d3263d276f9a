import Glibc
import Synchronization

/// The open connections. While the lock is held none of them can be closed, so their descriptors are theirs.
final class ConnectionRegistry: Sendable {
    struct State {
        /// By descriptor: those that the housekeeper looks at in each of its rounds.
        var open: [Int32: Connection] = [:]
        /// By descriptor: those that have slept for a while, which the kernel watches for us.
        var asleep: [Int32: Connection] = [:]
        var requestsOfClosed = 0
        var accepted = 0
    }

    let state = Mutex(State())
    let watch: SleepWatch

    init(watch: SleepWatch) { self.watch = watch }

    func add(_ connection: Connection) {
        state.withLock { state in
            state.open[connection.descriptor] = connection
            state.accepted += 1
        }
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            if state.open.removeValue(forKey: connection.descriptor) == nil {
                // Closing the descriptor ends the kernel's watch.
                state.asleep[connection.descriptor] = nil
            }
            state.requestsOfClosed += connection.requestCount.load(ordering: .relaxed)
        }
    }

    var count: Int { state.withLock { $0.open.count + $0.asleep.count } }

    var statistics: HTTPServer.Statistics {
        state.withLock { state in
            var requests = state.requestsOfClosed
            var sleeping = 0
            state.forEach { connection in
                requests += connection.requestCount.load(ordering: .relaxed)
                if connection.sleeper.withLock({ $0 != nil }) { sleeping += 1 }
            }
            return HTTPServer.Statistics(
                connections: state.open.count + state.asleep.count, accepted: state.accepted, requests: requests,
                sleeping: sleeping)
        }
    }

    /// Connections that are in the midst of a request.
    var busyCount: Int {
        state.withLock { state in
            var count = 0
            state.forEach { connection in
                switch Activity.unpack(connection.activity.load(ordering: .relaxed)).0 {
                case .accepted, .idle: break
                case .headers, .body, .answering: count += 1
                }
            }
            return count
        }
    }

    var sleepers: [Connection.Sleeper] {
        state.withLock { state in
            var sleepers: [Connection.Sleeper] = []
            state.forEach { connection in
                if let sleeper = connection.sleeper.withLock({ $0 }) { sleepers.append(sleeper) }
            }
            return sleepers
        }
    }

    /// Streams that have written nothing for so many ms.
    func streams(silentFor interval: UInt64, at now: UInt64) -> [ByteStream] {
        state.withLock { state in
            var streams: [ByteStream] = []
            state.forEach { connection in
                let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
                guard activity == .answering, now >= since + interval else { return }
                if case .stream(let stream) = connection.sleeper.withLock({ $0 }) { streams.append(stream) }
            }
            return streams
        }
    }

    /// Cuts everything that is in the midst of a request.
    func cutBusy() {
        state.withLock { state in state.forEach { shutdown($0.descriptor, Int32(SHUT_RDWR)) } }
    }
}

extension ConnectionRegistry.State {
    func forEach(_ body: (Connection) -> Void) {
        for connection in open.values { body(connection) }
        for connection in asleep.values { body(connection) }
    }
}
