import Glibc

extension HTTPServer {
    /// Every limit of a server. The defaults are meant for one household on one machine.
    package struct Configuration: Sendable {
        /// A name or an address. Anything but loopback needs a `token`.
        package var host = "127.0.0.1"
        /// 0 takes any free port.
        package var port = 8080
        /// Serving threads.
        package var threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        /// Over it, connections wait in the kernel. Shared out evenly to the threads.
        package var connectionLimit = 8192
        /// Over it, connections are closed at once. 0: no limit.
        package var connectionsPerAddress = 2048
        /// Memory that one connection may take for a request's head and an answer's.
        package var connectionMemoryBytes = 16 * 1024
        package var maxBodyBytes = 1024 * 1024
        /// From the first byte to the end of the headers. For a new connection: from its acceptance.
        package var headerTimeout = Duration.seconds(10)
        /// From the end of the headers to the end of the body.
        package var bodyTimeout = Duration.seconds(30)
        /// Sent and not acknowledged for so long: the peer is gone.
        package var stallTimeout = Duration.seconds(30)
        /// Between two requests.
        package var idleTimeout = Duration.seconds(75)
        /// How long an event stream may be silent before a comment goes out on it, and how long that may stay unacknowledged. A peer
        /// that vanished is found after twice as much and some 2 s.
        package var heartbeatInterval = Duration.seconds(12)
        /// How long `stop()` lets answers finish.
        package var stopTimeout = Duration.seconds(3)
        /// Further values of `Host` to answer to: names or addresses, without a port for any.
        package var allowedHosts: [String] = []
        /// Origins of other servers' pages that may call this one, as browsers write them: `https://name:8443`.
        package var guestOrigins: [String] = []
        package var token: AccessToken?

        package init() {}
    }
}
