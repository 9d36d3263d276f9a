import Glibc

/// Cutting what is overdue: libmicrohttpd's own time-out begins anew with every byte.
extension ConnectionRegistry {
    /// Cuts connections whose deadline has passed.
    func reap(at now: UInt64, _ configuration: HTTPServer.Configuration) {
        state.withLock { state in
            // What sleeps has an answer to come.
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
            state.forEach { ConnectionRegistry.cutUnread($0, at: now, limit: limit) }
        }
    }

    private static func cutUnread(_ connection: Connection, at now: UInt64, limit: UInt64) {
        let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
        // A stream notes when it writes; any other answer may be under way at every moment.
        if activity != .answering || connection.isStreaming {
            // Nothing was written since nothing waited: 5,000 silent streams need not be asked one by one.
            if connection.unread == nil, connection.nothingUnreadAt > since + 1000 { return }
        }
        // An answer of some megabytes lies in the kernel whole while the connection rests already.
        guard PeerProgress.hasUnread(connection.descriptor),
            let taken = PeerProgress.bytesTaken(connection.descriptor)
        else {
            connection.unread = nil
            connection.nothingUnreadAt = now
            return
        }
        guard let unread = connection.unread, unread.taken == taken else {
            connection.unread = (taken, now)
            return
        }
        guard now >= unread.since + limit else { return }
        // What waits is thrown away: an orderly end would wait behind it.
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
}
