import CollectionStore

/// How a server listens and where it stores. The options of `lookahead serve` have the same names.
public struct Configuration: Sendable {
    /// Where orders and marks are stored.
    public enum Storage: Sendable, Equatable {
        /// Nowhere: the next start knows nothing of this one.
        case memory
        /// In a folder, which one server at a time may use. It is created.
        case folder(String)
        /// In a PostgreSQL database, which several servers share: `postgresql://user@host/database`. One of them at a time writes changes
        /// back to a source. It needs the package's trait `PostgreSQL`.
        case postgres(String)
    }

    /// The name or address to listen on. An address that other machines can reach requires a `token`.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any free one.
    public var port = 8080
    /// Where orders and marks are stored.
    public var storage = Storage.memory
    /// Whether `CollectionServer.init` waits for as long as the database of `storage` is away, and does not throw.
    public var waitForStore = false
    /// Whether to look into the database of `storage` every 20 ms for what other servers changed: for databases without LISTEN and NOTIFY.
    /// All servers of a database need it.
    public var pollStore = false
    /// The access token that browsers and programs need: 16 printable characters of ASCII or more. `nil` for none, on loopback only.
    public var token: String?
    /// A second token, for those who may only read. It needs `token`.
    public var readOnlyToken: String?
    /// Origins whose pages may call, embed and frame this server, as browsers write them: `https://shop.example`.
    public var corsOrigin: [String] = []
    /// Origins whose pages may do so and change nothing.
    public var corsReadOnlyOrigin: [String] = []
    /// Other names by which the server can be reached.
    public var allowHost: [String] = []
    /// The path under which a proxy publishes the server, such as `/photos`.
    public var basePath: String?
    /// Addresses of proxies whose `Forwarded` and `X-Forwarded-For` are believed.
    public var trustedProxy: [String] = []
    /// A file with the certificates of TLS (PEM, the server's own first). It needs `tlsKey`. Both are read again when they change; while
    /// they do not go together, those before stay in use.
    public var tlsCertificate: String?
    /// A file with the private key of `tlsCertificate`.
    public var tlsKey: String?
    /// Maximum number of loads that run at the same time.
    public var loaders = 4
    /// Whether pictures may come from private addresses and from this machine.
    public var allowPrivate = false
    /// Whether a small preview of each picture is shown while it loads.
    public var previews = true
    /// The folder that caches prepared pictures; `nil` for none.
    public var cache: String?
    /// Maximum size of that folder, in GB.
    public var diskCache = 2.0
    /// Maximum memory for prepared pictures, in MB.
    public var memoryCache = 128
    /// An S3 bucket in which several servers share prepared pictures: `s3://bucket/prefix?endpoint=https://host:port&region=name`, without
    /// the endpoint at Amazon.
    public var renditionStore: String?
    /// A file with the access key of `renditionStore`, as Amazon's tools write it. `nil` for the environment's: `AWS_ACCESS_KEY_ID` and
    /// `AWS_SECRET_ACCESS_KEY`.
    public var renditionKeyFile: String?
    /// The program that decodes pictures, when it is not this one (`CollectionServer.decodeIfAsked`).
    public var decoder: String?
    /// The number of daily backups that are kept in the folder of `storage`.
    public var backups = 7
    /// The number of changes that the folder's log keeps: fewer in tests.
    var logChanges = SQLiteStore.Limits.logChanges

    /// The page of the package, on loopback, with nothing stored.
    public init() {}
}
