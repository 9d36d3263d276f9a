import CMicroHTTPD
import Glibc
import Synchronization

/// A way to wake libmicrohttpd's threads.
///
/// Version 0.9.75 fetches up to 128 events at a time. When it gets exactly 128 it asks once more, *with the same time-out*,
/// before it looks at any of them: 128 connections that become ready at one moment wait until something else happens on
/// that thread. The housekeeper sees requests that nobody touches, and makes something happen.
final class Workers: Sendable {
    /// Unchecked: used under `daemon`'s lock, and taken out before the daemon is stopped.
    private struct Daemon: @unchecked Sendable {
        var pointer: OpaquePointer
        var threads: Int
    }

    private let daemon = Mutex<Daemon?>(nil)

    func attach(_ pointer: OpaquePointer, threads: Int) {
        daemon.withLock { $0 = Daemon(pointer: pointer, threads: threads) }
    }

    /// To be called before the daemon is stopped. Waits for a knock that is under way.
    func detach() {
        daemon.withLock { $0 = nil }
    }

    /// Hands each thread a connection whose other end is closed already. A connection that comes from outside goes to the
    /// thread of its descriptor's remainder, and wakes that thread and no other.
    func knock() {
        daemon.withLock { daemon in
            guard let daemon else { return }
            let (knockers, others) = Workers.knockers(threads: daemon.threads)
            for descriptor in knockers { Workers.add(descriptor, to: daemon.pointer) }
            for descriptor in others { close(descriptor) }
        }
    }

    /// A connection for each thread, and what was opened besides: their other ends, and those that no thread needs. All are the
    /// caller's.
    static func knockers(threads: Int) -> (knockers: [Int32], others: [Int32]) {
        var awaited = Set(0..<threads)
        var (knockers, others): ([Int32], [Int32]) = ([], [])
        // More than are needed, should others open files meanwhile. What is missed is tried at the next round.
        for _ in 0..<(threads * 4) where !awaited.isEmpty {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { break }
            // Either end will do. Pair after pair the first ends go up by two: of an even number of threads they met every other
            // one, and the rest slept on.
            if let end = ends.firstIndex(where: { awaited.remove(Int($0) % threads) != nil }) {
                knockers.append(ends.remove(at: end))
            }
            // Kept open for now, so that the next pair gets other numbers.
            others += ends
        }
        return (knockers, others)
    }

    /// The library takes the descriptor over, whatever comes of it.
    private static func add(_ descriptor: Int32, to daemon: OpaquePointer) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        withUnsafePointer(to: &address) { address in
            _ = MHD_add_connection(
                daemon, descriptor, UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
