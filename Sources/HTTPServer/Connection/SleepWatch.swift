import CMicroHTTPD
import Glibc

/// An epoll set of connections that are suspended for long: it reports peers that have disconnected, and costs nothing until
/// one has. Polling each of 5,000 event streams took 3 % of a core.
final class SleepWatch: Sendable {
    private let descriptor: Int32
    /// Maximum events per poll. The next poll returns the others.
    private static let batch = 1024

    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// `false` when the kernel refuses; the connection must then be polled.
    func add(_ connection: Int32) -> Bool {
        var event = epoll_event()
        // Edge-triggered: reported once.
        event.events = EPOLLRDHUP.rawValue | EPOLLET.rawValue
        event.data.fd = connection
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, connection, &event) == 0
    }

    func remove(_ connection: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, connection, &event)
    }

    /// The descriptors of connections whose peers seem to have disconnected since the last call. A descriptor may belong to
    /// another connection by now, so check it again.
    func departed() -> [Int32] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: SleepWatch.batch) { events in
            let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.fd)
        }
    }
}
