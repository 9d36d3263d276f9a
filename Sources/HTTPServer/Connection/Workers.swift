import CMicroHTTPD
import Glibc
import Synchronization

/// Wakes libmicrohttpd's threads.
///
/// Version 0.9.75 fetches up to 128 events at a time. When it gets exactly 128 it asks once more, *with the same time-out*,
/// before it handles any of them: 128 connections that become ready at one moment wait until something else happens on
/// that thread. The housekeeper finds requests that are not being read, and makes something happen.
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

    /// Called before the daemon is stopped. Waits for a call of `wake` that is under way.
    func detach() {
        daemon.withLock { $0 = nil }
    }

    /// Gives each thread a connection whose other end is already closed. The library gives an added connection to the
    /// thread whose number is its descriptor modulo the number of threads, and wakes that thread only.
    func wake() {
        daemon.withLock { daemon in
            guard let daemon else { return }
            let (wakeSockets, others) = Workers.wakeSockets(threads: daemon.threads)
            for descriptor in wakeSockets { Workers.add(descriptor, to: daemon.pointer) }
            for descriptor in others { close(descriptor) }
        }
    }

    /// Opens a connection for each thread, and others: their other ends, and connections that no thread needs. The caller
    /// closes all of them.
    static func wakeSockets(threads: Int) -> (wakeSockets: [Int32], others: [Int32]) {
        var awaited = Set(0..<threads)
        var (wakeSockets, others): ([Int32], [Int32]) = ([], [])
        // More tries than threads, because other threads open files meanwhile. The next round wakes what is missed.
        for _ in 0..<(threads * 4) where !awaited.isEmpty {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { break }
            // Either end will do. The first ends of consecutive pairs differ by two: with an even number of threads they
            // would reach only every other thread.
            if let end = ends.firstIndex(where: { awaited.remove(Int($0) % threads) != nil }) {
                wakeSockets.append(ends.remove(at: end))
            }
            // Kept open, so that the next pair gets other numbers.
            others += ends
        }
        return (wakeSockets, others)
    }

    /// The library takes over the descriptor, even when it fails.
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
