import Dispatch
import Synchronization

/// One thing to fetch by GET; or, in a store of objects, to put or to remove.
package struct DownloadRequest: Sendable {
    package enum Method: Sendable {
        case get
        /// With a condition only where nothing has that name yet: 412 otherwise, from a store that knows conditions.
        case put([UInt8], onlyIfAbsent: Bool)
        case delete
    }

    /// `http` or `https`, as `WebAddress` has checked it.
    package var address: WebAddress
    /// The validator of a known content: the server may respond that it has not changed.
    package var validator: Validator?
    /// Whether the body is wanted. Otherwise the connection is closed at its first byte.
    package var wantsBody: Bool
    /// Shorter than the downloader's limits, where less time is left; `nil` for the downloader's.
    package var timeLimit: Duration?
    package var slownessLimit: Duration?
    package var method = Method.get
    /// With which the request is signed; `nil` for no signature.
    package var signature: S3Signature?

    package init(_ address: WebAddress, validator: Validator? = nil, wantsBody: Bool = true) {
        self.address = address
        self.validator = validator
        self.wantsBody = wantsBody
    }
}

/// Identifies a version of a content, as its server does (RFC 9110, 8.8).
package struct Validator: Hashable, Sendable {
    package var entityTag: String?
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// A server's response, after redirects.
package struct DownloadAnswer: Sendable {
    package var status: Int
    package var body: [UInt8]
    package var contentType: String?
    package var validator: Validator
    /// When the server asks to be asked again (`Retry-After`), from now on; `nil` when it does not say.
    package var retryAfter: Duration?
    /// Since the content was last modified, by the server's own clock alone; `nil` when it does not say.
    package var age: Duration?

    package init(status: Int, body: [UInt8] = [], contentType: String? = nil, validator: Validator = Validator()) {
        self.status = status
        self.body = body
        self.contentType = contentType
        self.validator = validator
    }
}

/// The reason of a missing response.
package enum DownloadError: Error, Hashable, Sendable {
    case cancelled
    /// The name resolves to an address that is not allowed: a private one, or this machine.
    case forbiddenAddress(String)
    /// More bytes than the limit.
    case tooLarge(limitBytes: Int)
    case tooManyRedirects
    /// Too slow, as a whole or at some stage.
    case timedOut
    /// No such name, or no connection: it may work later.
    case unreachable(String)
    /// The connection ended before the answer did: it may work later.
    case brokenOff(String)
    /// Not HTTP, or not trusted (a certificate).
    case refused(String)
}

/// Downloads over HTTP, any number at once, on one thread of its own. The only importer of libcurl; knows nothing of grids.
///
/// A download that is cancelled has its connection closed: the server stops to send. Connections that came to their end
/// well are used again. Any thread may call.
package final class Downloader: Sendable {
    package typealias Completion = @Sendable (Result<DownloadAnswer, DownloadError>) -> Void

    package let configuration: Configuration
    private let loop: TransferLoop

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        loop = TransferLoop(configuration: configuration)
        loop.startThread()
    }

    deinit { loop.stop() }

    /// Starts a download. `completion` is called exactly once, on the downloader's thread: it may not block.
    /// A status is an answer, whatever it says.
    package func start(_ request: DownloadRequest, completion: @escaping Completion) -> Download {
        Download(number: loop.start(request, completion), loop: loop)
    }

    /// Cancels what runs and ends the thread. Later downloads are cancelled at once.
    package func close() { loop.stop() }
}

/// A download under way.
package struct Download: Sendable {
    let number: Int
    let loop: TransferLoop

    /// Closes its connection. Its completion is called with `.cancelled`, unless it has ended before.
    package func cancel() { loop.cancel(number) }
}

extension Downloader {
    /// Every limit of a downloader.
    package struct Configuration: Sendable {
        /// The addresses that may be connected to.
        package var addresses = AddressRule.publicOnly
        /// From the start, redirects included.
        package var timeLimit = Duration.seconds(60)
        package var connectTimeLimit = Duration.seconds(10)
        /// Minimum speed in bytes per second.
        package var leastSpeed = 512
        /// Maximum time below the minimum speed.
        package var slownessLimit = Duration.seconds(15)
        /// Maximum size of one body.
        package var sizeLimitBytes = 256 * 1024 * 1024
        package var redirectLimit = 5
        package var connectionsPerHost = 8
        package var connections = 64
        package var userAgent = "Lookahead"

        package init() {}
    }
}

/// Hands the result of a download to a thread that waits for it.
package final class Arrival: Sendable {
    private let result = Mutex<Result<DownloadAnswer, DownloadError>>(.failure(.cancelled))
    private let isThere = DispatchSemaphore(value: 0)

    package init() {}

    /// Once.
    package func come(_ value: Result<DownloadAnswer, DownloadError>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    /// Blocks until it has come. Once.
    package func wait() -> Result<DownloadAnswer, DownloadError> {
        isThere.wait()
        return result.withLock { $0 }
    }
}
