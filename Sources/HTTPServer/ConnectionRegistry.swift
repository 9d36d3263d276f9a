import Glibc
import Synchronization

/// The open connections. While the lock is held none of them can be closed, so their descriptors are theirs.
final class ConnectionRegistry: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Connection] = [:]
        var requestsOfClosed = 0
        var accepted = 0
    }

    private let state = Mutex(State())
    /// `POLLRDHUP`, which glibc shows to GNU sources only.
    private let peerClosed: Int16 = 0x2000

    func add(_ connection: Connection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = connection
            state.accepted += 1
        }
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = nil
            state.requestsOfClosed += connection.requestCount.load(ordering: .relaxed)
        }
    }

    var statistics: HTTPServer.Statistics {
        state.withLock { state in
            var requests = state.requestsOfClosed
            var sleeping = 0
            for connection in state.open.values {
                requests += connection.requestCount.load(ordering: .relaxed)
                if connection.sleeper.withLock({ $0 != nil }) { sleeping += 1 }
            }
            return HTTPServer.Statistics(
                connections: state.open.count, accepted: state.accepted, requests: requests, sleeping: sleeping)
        }
    }

    /// Connections that are in the midst of a request.
    var busyCount: Int {
        state.withLock { state in
            state.open.values.count { connection in
                switch Activity.unpack(connection.activity.load(ordering: .relaxed)).0 {
                case .accepted, .idle: false
                case .headers, .body, .answering: true
                }
            }
        }
    }

    var sleepers: [Connection.Sleeper] {
        state.withLock { state in state.open.values.compactMap { $0.sleeper.withLock { $0 } } }
    }

    /// Cuts connections whose deadline has passed: libmicrohttpd's own time-out begins anew with every byte.
    func reap(at now: UInt64, _ configuration: HTTPServer.Configuration) {
        state.withLock { state in
            for connection in state.open.values {
                let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
                let limit: Duration? =
                    switch activity {
                    case .accepted, .headers: configuration.headerTimeout
                    case .body: configuration.bodyTimeout
                    case .idle: configuration.idleTimeout
                    case .answering: nil
                    }
                if let limit, now > since + UInt64(clamping: limit.components.seconds) {
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                }
            }
        }
    }

    /// Cuts everything that is in the midst of a request.
    func cutBusy() {
        state.withLock { state in
            for connection in state.open.values { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// The sleepers whose peers have gone. A sleeping connection is not watched by libmicrohttpd; one call asks the
    /// kernel about all of them.
    func deserted() -> [Connection.Sleeper] {
        state.withLock { state in
            var polled: [pollfd] = []
            var sleepers: [Connection.Sleeper] = []
            for connection in state.open.values {
                guard let sleeper = connection.sleeper.withLock({ $0 }) else { continue }
                polled.append(pollfd(fd: connection.descriptor, events: peerClosed, revents: 0))
                sleepers.append(sleeper)
            }
            guard !polled.isEmpty, poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
            return zip(polled, sleepers).filter { $0.0.revents != 0 }.map(\.1)
        }
    }
}
