/// Why a server did not start.
package enum HTTPServerError: Error, Sendable, Equatable {
    /// The host is no address of this machine's families, nor a name that stands for one.
    case unknownHost(String)
    /// Another program holds the port.
    case portInUse(Int)
    /// The port may not be taken, or the address is not one of this machine's.
    case cannotListen(String)
    /// Bound to anything but loopback, a server needs a token.
    case tokenRequired(host: String)
    /// libmicrohttpd refused, most often because threads or descriptors ran out.
    case libraryFailed
    case alreadyStarted
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownHost(let host): "cannot find the address of \(host)"
        case .portInUse(let port): "port \(port) is in use by another program"
        case .cannotListen(let reason): reason
        case .tokenRequired(let host): "\(host) can be reached from other machines: a token is required"
        case .libraryFailed: "libmicrohttpd did not start (out of threads or file descriptors?)"
        case .alreadyStarted: "the server was started already"
        }
    }
}
