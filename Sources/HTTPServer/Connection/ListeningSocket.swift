import Glibc

/// The socket that connections arrive at. Made here rather than by libmicrohttpd, which cannot say why it failed.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: Int
    let isLoopback: Bool
    /// Bound to every address of the machine.
    let isWildcard: Bool

    /// Resolves the host, binds and listens. The caller closes the descriptor, or gives it to libmicrohttpd, which then does.
    init(host: String, port: Int, stallTimeout: Duration) throws(HTTPServerError) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard (0...65535).contains(port), getaddrinfo(name, String(port), &hints, &found) == 0, let address = found
        else { throw .unknownHost(host) }
        defer { freeaddrinfo(address) }

        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.pointee.ai_family, type, 0)
        guard descriptor >= 0 else { throw .cannotListen(ListeningSocket.message("no socket for \(host)")) }
        ListeningSocket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // Inherited by every connection: one whose peer acknowledges nothing for this time is closed, even when the peer's
        // window stays closed. Without it, a peer that disappeared holds its connection for a quarter of an hour.
        let milliseconds = Int32(clamping: stallTimeout.components.seconds * 1000)
        ListeningSocket.set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, milliseconds)
        if bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0 || listen(descriptor, 1024) != 0 {
            let isInUse = errno == EADDRINUSE
            let message = ListeningSocket.message("cannot listen on \(host):\(port)")
            close(descriptor)
            throw isInUse ? .portInUse(port) : .cannotListen(message)
        }
        self.descriptor = descriptor
        (self.port, isLoopback, isWildcard) = ListeningSocket.nature(of: descriptor)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func nature(of descriptor: Int32) -> (port: Int, isLoopback: Bool, isWildcard: Bool) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let address = UnsafeMutableRawPointer(storage)
            getsockname(descriptor, address.assumingMemoryBound(to: sockaddr.self), &size)
            if storage.pointee.ss_family == sa_family_t(AF_INET6) {
                let v6 = address.assumingMemoryBound(to: sockaddr_in6.self).pointee
                let bytes = withUnsafeBytes(of: v6.sin6_addr) { Array($0) }
                let isZero = bytes.dropLast().allSatisfy { $0 == 0 }
                return (Int(UInt16(bigEndian: v6.sin6_port)), isZero && bytes[15] == 1, isZero && bytes[15] == 0)
            }
            let v4 = address.assumingMemoryBound(to: sockaddr_in.self).pointee
            let number = UInt32(bigEndian: v4.sin_addr.s_addr)
            return (Int(UInt16(bigEndian: v4.sin_port)), number >> 24 == 127, number == 0)
        }
    }

    private static func message(_ text: String) -> String {
        "\(text): \(String(cString: strerror(errno)))"
    }
}
