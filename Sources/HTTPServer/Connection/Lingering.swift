import CMicroHTTPD
import Glibc
import Synchronization

/// Connections that were closed while their peers were still sending: what comes is read and dropped for a while. The kernel resets
/// a connection that is closed with unread bytes, and a peer that is reset while it sends may never read its response.
///
/// Each is a descriptor of its own, so that the library can close the one it has.
final class Lingering: Sendable {
    struct Limits {
        /// Further connections are closed at once.
        var connections = 512
        /// Maximum bytes that are dropped.
        var bytes = 64 << 20
        /// Maximum time, and maximum time without a byte.
        var time = Duration.seconds(30)
        var silence = Duration.seconds(5)
    }

    fileprivate struct Entry {
        var descriptor: Int32
        var began: UInt64
        var lastByte: UInt64
        var dropped = 0
    }

    private let limits: Limits
    private let entries = Mutex<[Entry]>([])

    init(_ limits: Limits) { self.limits = limits }

    deinit {
        for entry in entries.withLock({ $0 }) { close(entry.descriptor) }
    }

    var count: Int { entries.withLock { $0.count } }

    /// Takes over a connection that is about to be closed. Nothing more can be sent on it.
    func add(_ descriptor: Int32, at now: UInt64) {
        entries.withLock { entries in
            guard entries.count < limits.connections else { return }
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard own >= 0 else { return }
            shutdown(own, Int32(SHUT_WR))
            entries.append(Entry(descriptor: own, began: now, lastByte: now))
        }
    }

    /// The descriptors that `poll` waits for. Only `drop` removes entries, on the same thread: the descriptors stay valid until then.
    var polled: [pollfd] {
        entries.withLock { entries in
            entries.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        }
    }

    /// Drops what has come, and closes the connections that have ended or are over a limit.
    func drop(at now: UInt64) {
        entries.withLock { entries in
            for index in entries.indices.reversed() {
                guard !entries[index].dropped(at: now) || !entries[index].isWithin(limits, at: now) else { continue }
                close(entries.remove(at: index).descriptor)
            }
        }
    }
}

extension Lingering.Entry {
    /// Maximum bytes that are dropped in one round: others have their turn.
    private static let roundBytes = 1 << 20

    /// Drops what has come.
    /// - Returns: whether more may come.
    fileprivate mutating func dropped(at now: UInt64) -> Bool {
        var inThisRound = 0
        while inThisRound < Self.roundBytes {
            // For TCP, `MSG_TRUNC` drops bytes without a copy (tcp(7)).
            let count = recvfrom(
                descriptor, nil, Self.roundBytes, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT), nil, nil)
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if count == 0 { return false }
            inThisRound += count
            dropped += count
            lastByte = now
        }
        return true
    }

    fileprivate func isWithin(_ limits: Lingering.Limits, at now: UInt64) -> Bool {
        dropped <= limits.bytes && now < began + UInt64(limits.time / .milliseconds(1))
            && now < lastByte + UInt64(limits.silence / .milliseconds(1))
    }
}
