import Glibc

/// The socket that connections arrive at. Made here rather than by libmicrohttpd, which cannot say why it failed.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// The given host, or the numeric address of an inherited socket.
    let host: String
    let port: Int
    let isLoopback: Bool
    /// Bound to every address of the machine.
    let isWildcard: Bool

    /// The caller closes the descriptor, or gives it to libmicrohttpd, which then does.
    init(for configuration: ServerConfiguration) throws(HTTPServerError) {
        if let descriptor = configuration.inheritedSocket {
            try self.init(inherited: descriptor, stallTimeout: configuration.stallTimeout)
        } else {
            try self.init(
                host: configuration.host, port: configuration.port, stallTimeout: configuration.stallTimeout)
        }
    }

    /// Listens at a socket that somebody else has bound, and may keep for the next server. The caller closes the descriptor, or gives it
    /// to libmicrohttpd, which then does.
    init(inherited descriptor: Int32, stallTimeout: Duration) throws(HTTPServerError) {
        guard ListeningSocket.get(descriptor, SO_TYPE) == Int32(SOCK_STREAM.rawValue),
            [AF_INET, AF_INET6].contains(ListeningSocket.get(descriptor, SO_DOMAIN)),
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0, listen(descriptor, 1024) == 0
        else { throw .noListeningSocket(descriptor) }
        ListeningSocket.limitStalls(of: descriptor, to: stallTimeout)
        self.descriptor = descriptor
        (host, port, isLoopback, isWildcard) = ListeningSocket.nature(of: descriptor)
    }

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
        ListeningSocket.limitStalls(of: descriptor, to: stallTimeout)
        if bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0 || listen(descriptor, 1024) != 0 {
            let isInUse = errno == EADDRINUSE
            let message = ListeningSocket.message("cannot listen on \(host):\(port)")
            close(descriptor)
            throw isInUse ? .portInUse(port) : .cannotListen(message)
        }
        self.descriptor = descriptor
        self.host = host
        (_, self.port, isLoopback, isWildcard) = ListeningSocket.nature(of: descriptor)
    }

    /// Puts another socket in the place of this one's descriptor, so that whatever happens to it does not reach the socket that somebody else
    /// keeps: connections wait there for the next server.
    func leaveToItsOwner() {
        let empty = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard empty >= 0 else { return }
        dup2(empty, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        close(empty)
    }

    /// Inherited by every connection: one whose peer acknowledges nothing for this time is closed, even when the peer's
    /// window stays closed. Without it, a peer that disappeared holds its connection for a quarter of an hour.
    private static func limitStalls(of descriptor: Int32, to limit: Duration) {
        let milliseconds = Int32(clamping: limit.components.seconds * 1000)
        set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, milliseconds)
    }

    /// `nil` for what is no socket.
    private static func get(_ descriptor: Int32, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func nature(of descriptor: Int32) -> (
        host: String, port: Int, isLoopback: Bool, isWildcard: Bool
    ) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let address = UnsafeMutableRawPointer(storage)
            getsockname(descriptor, address.assumingMemoryBound(to: sockaddr.self), &size)
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            getnameinfo(
                address.assumingMemoryBound(to: sockaddr.self), size, &name, socklen_t(name.count), nil, 0,
                NI_NUMERICHOST)
            let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if storage.pointee.ss_family == sa_family_t(AF_INET6) {
                let v6 = address.assumingMemoryBound(to: sockaddr_in6.self).pointee
                let bytes = withUnsafeBytes(of: v6.sin6_addr) { Array($0) }
                let isZero = bytes.dropLast().allSatisfy { $0 == 0 }
                return (host, Int(UInt16(bigEndian: v6.sin6_port)), isZero && bytes[15] == 1, isZero && bytes[15] == 0)
            }
            let v4 = address.assumingMemoryBound(to: sockaddr_in.self).pointee
            let number = UInt32(bigEndian: v4.sin_addr.s_addr)
            return (host, Int(UInt16(bigEndian: v4.sin_port)), number >> 24 == 127, number == 0)
        }
    }

    private static func message(_ text: String) -> String {
        "\(text): \(String(cString: strerror(errno)))"
    }
}

/// Why a server did not start.
package enum HTTPServerError: Error, Sendable, Equatable {
    /// The host is neither an address nor a name that has one.
    case unknownHost(String)
    /// Another program uses the port.
    case portInUse(Int)
    /// No permission for the port, or the address does not belong to this machine.
    case cannotListen(String)
    /// The inherited descriptor is not a listening socket.
    case noListeningSocket(Int32)
    /// Bound to anything but loopback, a server needs a token.
    case tokenRequired(host: String)
    /// libmicrohttpd failed, most often because threads or descriptors ran out.
    case libraryFailed
    /// libmicrohttpd does not receive through this program's function, as when another library defines `recv` too.
    case requestsUnchecked
    /// libmicrohttpd was built without TLS.
    case noTLS
    case alreadyStarted
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownHost(let host): "the host name \(host) has no address"
        case .portInUse(let port): "port \(port) is in use by another program"
        case .cannotListen(let reason): reason
        case .noListeningSocket(let descriptor): "descriptor \(descriptor) is no TCP socket of an Internet address"
        case .tokenRequired(let host): "other machines can reach \(host), so an access token is required"
        case .libraryFailed: "libmicrohttpd could not be started; there may be too few threads or file descriptors"
        case .requestsUnchecked: "libmicrohttpd reads from its sockets in a way that cannot be checked"
        case .noTLS: "libmicrohttpd of this system has no TLS"
        case .alreadyStarted: "the server has already been started"
        }
    }
}
