import Glibc
import Synchronization

/// The open connections. While the lock is held none of them can be closed, so their descriptors stay valid.
final class ConnectionRegistry: Sendable {
    struct State {
        /// By descriptor: those that the housekeeper polls in each round.
        var open: [Int32: Connection] = [:]
        /// By descriptor: those that have been suspended for a while, which are in the epoll set.
        var asleep: [Int32: Connection] = [:]
        /// Connections by the address of their other end.
        var perAddress: [PeerAddress: Int] = [:]
        var requestsOfClosed = 0
        var accepted = 0
    }

    let state = Mutex(State())
    let watch: SleepWatch

    init(watch: SleepWatch) { self.watch = watch }

    /// Adds a connection, or closes it when its address has `limit` others already; 0: no limit. The library then finds
    /// its end, and removes it.
    func add(_ connection: Connection, limit: Int) {
        state.withLock { state in
            state.open[connection.descriptor] = connection
            state.accepted += 1
            state.perAddress[connection.peer, default: 0] += 1
            if limit > 0, state.perAddress[connection.peer, default: 0] > limit {
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
            }
        }
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            if state.open.removeValue(forKey: connection.descriptor) == nil {
                // Closing the descriptor alone would leave it in the epoll set while it lingers.
                watch.remove(connection.descriptor)
                state.asleep[connection.descriptor] = nil
            }
            let others = state.perAddress[connection.peer, default: 1] - 1
            state.perAddress[connection.peer] = others > 0 ? others : nil
            state.requestsOfClosed += connection.requestCount.load(ordering: .relaxed)
        }
    }

    var count: Int { state.withLock { $0.open.count + $0.asleep.count } }

    var statistics: ConnectionStatistics {
        state.withLock { state in
            var requests = state.requestsOfClosed
            var sleeping = 0
            state.forEach { connection in
                requests += connection.requestCount.load(ordering: .relaxed)
                if connection.sleeper.withLock({ $0 != nil }) { sleeping += 1 }
            }
            return ConnectionStatistics(
                connections: state.open.count + state.asleep.count, accepted: state.accepted, requests: requests,
                sleeping: sleeping)
        }
    }

    /// The number of connections with an unfinished request.
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

    /// Streams that have written nothing for `interval` ms.
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

    /// Closes all connections.
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

/// Counters since the start, and current numbers.
package struct ConnectionStatistics: Sendable, Equatable {
    /// Open now.
    package var connections: Int
    package var accepted: Int
    package var requests: Int
    /// Deferred responses and open streams.
    package var sleeping: Int
}
