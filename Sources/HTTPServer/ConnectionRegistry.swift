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
                if let limit, now >= since + UInt64(limit / .milliseconds(1)) {
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                }
            }
        }
    }

    /// Finds the connections on which a head begins after a rest. libmicrohttpd tells of a request when its whole first line is
    /// there, so one that comes byte by byte would have the time of an idle connection; the kernel knows when bytes came last.
    func noteBegunHeads(at now: UInt64) {
        /// What comes just as the connection's rest begins belongs to the request before.
        let slack: UInt64 = 300
        state.withLock { state in
            for connection in state.open.values {
                let packed = connection.activity.load(ordering: .relaxed)
                let (activity, since) = Activity.unpack(packed)
                guard activity == .idle, now > since + slack,
                    let age = PeerProgress.ageOfLastData(connection.descriptor), now - since > age + slack
                else { continue }
                // Nothing is changed when a request has begun meanwhile.
                _ = connection.activity.compareExchange(
                    expected: packed, desired: Activity.headers.packed(at: now - age), ordering: .relaxed)
            }
        }
    }

    /// Cuts connections whose peers have taken nothing of what waits for them for as long as a write may stall. The kernel's own
    /// deadline (`TCP_USER_TIMEOUT`) is for peers that no longer answer at all: one that says "my window is shut" has time for ever.
    func cutUnread(at now: UInt64, _ configuration: HTTPServer.Configuration) {
        let limit = UInt64(configuration.stallTimeout / .milliseconds(1))
        state.withLock { state in
            for connection in state.open.values {
                // An answer of some megabytes lies in the kernel whole while the connection rests already.
                guard PeerProgress.hasUnread(connection.descriptor),
                    let taken = PeerProgress.bytesTaken(connection.descriptor)
                else {
                    connection.unread = nil
                    continue
                }
                if let unread = connection.unread, unread.taken == taken {
                    guard now >= unread.since + limit else { continue }
                    // What waits is thrown away: an orderly end would wait behind it.
                    var atOnce = linger(l_onoff: 1, l_linger: 0)
                    let size = socklen_t(MemoryLayout<linger>.size)
                    setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &atOnce, size)
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                } else {
                    connection.unread = (taken, now)
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

    /// What a look at all connections found.
    struct Findings {
        /// What sleeps on connections whose peers have gone.
        var deserted: [Connection.Sleeper] = []
        /// A request waits that nobody has touched since the last look.
        var isStuck = false
    }

    /// Finds what libmicrohttpd does not: it does not watch a sleeping connection, misses a goodbye that came together with
    /// data, and may leave requests unread (see `Workers`). One call asks the kernel about all connections.
    ///
    /// Connections without a sleeper whose peers have gone are cut when they have stood still for a second.
    func inspect(at now: UInt64) -> Findings {
        state.withLock { state in
            var findings = Findings()
            let connections = Array(state.open.values)
            var polled = connections.map { pollfd(fd: $0.descriptor, events: peerClosed | Int16(POLLIN), revents: 0) }
            guard !polled.isEmpty, poll(&polled, nfds_t(polled.count), 0) > 0 else { return findings }
            for (entry, connection) in zip(polled, connections) {
                let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
                let waits = entry.revents & Int16(POLLIN) != 0 && activity != .answering
                let requests = connection.requestCount.load(ordering: .relaxed)
                if waits, connection.requestsWhenWaiting == requests { findings.isStuck = true }
                connection.requestsWhenWaiting = waits ? requests : nil
                guard entry.revents & ~Int16(POLLIN) != 0 else { continue }
                if let sleeper = connection.sleeper.withLock({ $0 }) {
                    findings.deserted.append(sleeper)
                } else if activity != .answering, now > since + 1000 {
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                }
            }
            return findings
        }
    }
}
