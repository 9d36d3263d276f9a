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

/// Why there is no response.
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
