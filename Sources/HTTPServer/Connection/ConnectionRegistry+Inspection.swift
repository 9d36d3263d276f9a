import CMicroHTTPD
import Glibc

/// Finding what libmicrohttpd does not: it does not watch a suspended connection, misses an end that arrives together with
/// data, and may leave requests unread (see `Workers`).
extension ConnectionRegistry {
    /// The result of inspecting all connections.
    struct Findings {
        /// The sleepers of connections whose peers have disconnected.
        var deserted: [Connection.Sleeper] = []
        /// Whether a request has been waiting since the last inspection.
        var isStuck = false
    }

    /// `POLLRDHUP`, which glibc shows to GNU sources only.
    private static let peerClosed: Int16 = 0x2000

    /// One call polls all connections that are not suspended for long, another gets events of those that are.
    ///
    /// Connections that are not suspended are closed a second after their peers have disconnected.
    func inspect(at now: UInt64) -> Findings {
        state.withLock { state in
            var findings = Findings()
            for descriptor in watch.departed() {
                // Descriptors are reused, and a process that starts at the wrong moment keeps the old one in the set.
                guard let connection = state.asleep[descriptor], ConnectionRegistry.isClosedByPeer(descriptor),
                    let sleeper = connection.sleeper.withLock({ $0 })
                else { continue }
                findings.deserted.append(sleeper)
            }
            let connections = Array(state.open.values)
            var polled = connections.map {
                pollfd(fd: $0.descriptor, events: ConnectionRegistry.peerClosed | Int16(POLLIN), revents: 0)
            }
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

    /// Gives connections that have slept for a second to the kernel's watch, and takes back those that sleep no more.
    func sortSleepers(at now: UInt64) {
        state.withLock { state in
            for (descriptor, connection) in state.asleep where connection.sleeper.withLock({ $0 == nil }) {
                watch.remove(descriptor)
                state.asleep[descriptor] = nil
                state.open[descriptor] = connection
            }
            for (descriptor, connection) in state.open {
                let (activity, since) = Activity.unpack(connection.activity.load(ordering: .relaxed))
                guard activity == .answering, now > since + 1000, connection.sleeper.withLock({ $0 != nil }),
                    watch.add(descriptor)
                else { continue }
                state.open[descriptor] = nil
                state.asleep[descriptor] = connection
            }
        }
    }

    private static func isClosedByPeer(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: peerClosed, revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}

/// A file that the kernel is sending. libmicrohttpd takes the end of a file that has become shorter for a pause, and would wait for
/// more until the connection's time is over: the housekeeper looks at the file.
///
/// Unchecked: the response is only released, by the connection's thread, after it was taken out of `Connection.sentFile`, whose lock
/// guards the rest.
struct SentFile: @unchecked Sendable {
    /// Keeps the descriptor open, as long as this is held.
    private let response: OpaquePointer
    private let descriptor: Int32
    /// Bytes from the file's start to the end of what was promised.
    private let end: UInt64
    private let place: (any AnyObject & Sendable)?

    /// Takes over the caller's reference to `response`, whose body is `file`.
    init(_ file: FileBody, descriptor: Int32, response: OpaquePointer) {
        self.response = response
        self.descriptor = descriptor
        end = file.offset + file.length
        place = file.place
    }

    /// Whether the file has less than was promised.
    var isCutShort: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && UInt64(max(0, status.st_size)) < end
    }

    /// Frees the response. The connection's thread calls it once.
    func release() { MHD_destroy_response(response) }
}

extension ConnectionRegistry {
    /// Ends the downloads of files that have become shorter than was promised: the client must not wait for what cannot come.
    func cutShortened() {
        state.withLock { state in
            state.forEach { connection in
                if connection.sentFile.withLock({ $0?.isCutShort }) == true {
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                }
            }
        }
    }
}
