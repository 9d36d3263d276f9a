import CMicroHTTPD
import Glibc

/// The kernel's watch over connections that sleep long: it tells of peers that have gone, and costs nothing as long as none has.
/// Asking for each of 5,000 event streams whether its peer is there took 3 % of a core.
final class SleepWatch: Sendable {
    private let descriptor: Int32
    /// Told of at once, at most. What is left over is told of the next time.
    private static let batch = 1024

    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// `false` when the kernel does not want to; then the connection must be looked at.
    func add(_ connection: Int32) -> Bool {
        var event = epoll_event()
        // Told once: what is done then is done.
        event.events = EPOLLRDHUP.rawValue | EPOLLET.rawValue
        event.data.fd = connection
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, connection, &event) == 0
    }

    func remove(_ connection: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, connection, &event)
    }

    /// The descriptors of connections whose peers seem to have gone since the last call. A descriptor may be another connection's by
    /// now: ask the kernel once more.
    func departed() -> [Int32] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: SleepWatch.batch) { events in
            let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 0)
            return events.prefix(max(0, Int(count))).map(\.data.fd)
        }
    }
}
