import Glibc

/// Sockets that the manager opened before it started the program (`sd_listen_fds(3)`): connections wait in them while the program is
/// started again.
extension ServiceManager {
    private static let firstDescriptor: Int32 = 3

    /// The socket to listen at; `nil` where the program is to open its own. Called once, before any process is started: those inherit
    /// neither the socket nor the variables.
    static func inheritedSocket() throws(ServiceError) -> Int32? {
        guard environment("LISTEN_PID") == "\(getpid())", let count = environment("LISTEN_FDS").flatMap({ Int($0) }),
            count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard count == 1 else { throw .sockets(count) }
        return firstDescriptor
    }
}
