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
