import Glibc

/// Every limit of a server. The defaults suit one household on one machine.
package struct ServerConfiguration: Sendable {
    /// A name or an address. Anything but loopback requires a `token`.
    package var host = "127.0.0.1"
    /// 0 takes any free port.
    package var port = 8080
    /// A TCP socket that somebody else has bound, such as a service manager, in the place of `host` and `port`. The server closes it.
    package var inheritedSocket: Int32?
    /// Receives responses for the log.
    package var responseLog: ResponseLog?
    /// Receives the address of each sender of a wrong token. Called on the serving threads, which must not wait.
    package var wrongToken: (@Sendable (_ address: String) -> Void)?
    /// With it, the server speaks TLS only.
    package var identity: TLSIdentity?
    /// Serving threads.
    package var threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// Further connections wait in the kernel. Divided evenly among the threads.
    package var connectionLimit = 8192
    /// Further connections are closed at once. 0: no limit.
    package var connectionsPerAddress = 2048
    /// The same for a trusted proxy, which brings many people.
    package var connectionsPerProxy = 6144
    package var maxBodyBytes = 1024 * 1024
    /// Maximum bytes of all bodies that are arriving or being read; a request beyond gets 503.
    package var bodyBudgetBytes = 256 * 1024 * 1024
    /// Where bodies of more than 1 MiB are kept until they are read.
    package var spoolFolder = "/var/tmp"
    /// From the first byte to the end of the headers. For a new connection: from its acceptance.
    package var headerTimeout = Duration.seconds(10)
    /// From the end of the headers to the end of the body.
    package var bodyTimeout = Duration.seconds(30)
    /// Maximum time that sent bytes may stay unacknowledged.
    package var stallTimeout = Duration.seconds(30)
    /// The least that the reader of an archive takes over each `slowReaderTime`; a slower one is cut.
    package var leastBytesPerSecond = 32 * 1024
    package var slowReaderTime = Duration.seconds(60)
    /// Between two requests.
    package var idleTimeout = Duration.seconds(75)
    /// Maximum silence of an event stream before a comment is sent, and maximum time for its acknowledgement. A peer that
    /// disappeared is found after twice this time and about 2 s.
    package var heartbeatInterval = Duration.seconds(12)
    /// Maximum time for responses to finish during `stop()`.
    package var stopTimeout = Duration.seconds(3)
    /// How long a connection whose last response was a refusal may go on sending.
    var lingering = Lingering.Limits()
    /// Further values of `Host`: names or addresses; those without a port are allowed with any port.
    package var allowedHosts: [String] = []
    /// Origins of other servers whose pages may call this one, as browsers write them: `https://name:8443`.
    package var guestOrigins: [String] = []
    /// Those among them whose pages may change nothing, whatever token they send.
    package var readOnlyGuestOrigins: [String] = []
    /// The program's version, in the header `Lookahead-Version` of everything that is not a file of the page.
    package var version: String?
    package var token: AccessToken?
    /// A second token, whose senders may change nothing. Without `token` it means nothing.
    package var readOnlyToken: AccessToken?
    /// The path under which a proxy publishes the server, such as `/photos`, without a slash at the end. Requests come with it or
    /// without it; addresses in headers of responses begin with it.
    package var basePath = ""
    /// Addresses of proxies whose `Forwarded` and `X-Forwarded-…` are believed.
    package var trustedProxies: [String] = []

    package init() {}
}
