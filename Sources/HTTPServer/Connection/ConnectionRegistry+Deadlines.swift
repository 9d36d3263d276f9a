import Glibc

/// Closing overdue connections: libmicrohttpd's own time-out starts again with every byte.
extension ConnectionRegistry {
    /// Closes connections whose deadline has passed.
    func reap(at now: UInt64, _ configuration: ServerConfiguration) {
        state.withLock { state in
            // A suspended connection is waiting for its response.
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

    /// Closes connections whose peers have acknowledged nothing for `stallTimeout`. The kernel's own deadline
    /// (`TCP_USER_TIMEOUT`) is for peers that no longer respond at all: one whose window is closed has unlimited time.
    func cutUnread(at now: UInt64, _ configuration: ServerConfiguration) {
        let limit = UInt64(configuration.stallTimeout / .milliseconds(1))
        state.withLock { state in
            state.forEach {
                ConnectionRegistry.cutUnread($0, at: now, limit: limit)
                ConnectionRegistry.cutSlow($0, at: now, configuration)
            }
        }
    }

    private static func cutUnread(_ connection: Connection, at now: UInt64, limit: UInt64) {
        let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
        // A stream notes when it writes; any other response may be being sent at any time.
        if activity != .answering || connection.isStreaming {
            // Nothing was written since everything was acknowledged: 5,000 silent streams need not be checked.
            if connection.unread == nil, connection.nothingUnreadAt > since + 1000 { return }
        }
        // A response of some megabytes may be in the kernel while the connection is idle already.
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
        drop(connection)
    }

    /// Closes a body that is made while it is read, an archive, whose reader took less than `leastBytesPerSecond` over a minute
    /// although there was more: its place is for others.
    private static func cutSlow(_ connection: Connection, at now: UInt64, _ configuration: ServerConfiguration) {
        // Without anything unread the reader is as fast as the disk.
        guard let unread = connection.unread, connection.isPulling else { return connection.pace = nil }
        guard let pace = connection.pace else { return connection.pace = (unread.taken, now) }
        let seconds = (now - pace.since) / 1000
        guard seconds >= UInt64(configuration.slowReaderTime.components.seconds) else { return }
        guard unread.taken - pace.taken < seconds * UInt64(configuration.leastBytesPerSecond) else {
            return connection.pace = (unread.taken, now)
        }
        drop(connection)
    }

    /// Unsent bytes are dropped: an orderly close would wait for them.
    private static func drop(_ connection: Connection) {
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
}

/// The progress of the other end of a TCP connection, as the kernel knows it. Each question is one system call, some hundred nanoseconds.
enum PeerProgress {
    /// How many bytes the peer has acknowledged in all.
    static func bytesTaken(_ descriptor: Int32) -> UInt64? {
        withInformation(of: descriptor, reaching: 128) { $0.loadUnaligned(fromByteOffset: 120, as: UInt64.self) }
    }

    /// Whether bytes wait that the peer has not acknowledged.
    static func hasUnread(_ descriptor: Int32) -> Bool {
        var count: Int32 = 0
        // SIOCOUTQ
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }

    /// By the layout of linux/tcp.h, which only grows at its end: the C library's own copy ends before the counts of bytes.
    private static func withInformation(
        of descriptor: Int32, reaching count: Int, _ read: (UnsafeRawBufferPointer) -> UInt64
    ) -> UInt64? {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            var size = socklen_t(buffer.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, buffer.baseAddress, &size) == 0,
                Int(size) >= count
            else { return nil }
            return read(UnsafeRawBufferPointer(buffer))
        }
    }
}
