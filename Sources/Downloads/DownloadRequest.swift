/// One thing to fetch by GET.
package struct DownloadRequest: Sendable {
    /// `http` or `https`, as `WebAddress` has checked it.
    package var address: WebAddress
    /// What is known of the content: with it the server may answer that nothing has changed.
    package var validator: Validator?
    /// Whether the body is wanted. Without it the connection is closed at its first byte: a question, not a download.
    package var wantsBody: Bool

    package init(_ address: WebAddress, validator: Validator? = nil, wantsBody: Bool = true) {
        self.address = address
        self.validator = validator
        self.wantsBody = wantsBody
    }
}

/// What a server said of a content's identity, to be sent back to it when it is asked again.
package struct Validator: Hashable, Sendable {
    package var entityTag: String?
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// A server's last word, redirects followed.
package struct DownloadAnswer: Sendable {
    package var status: Int
    package var body: [UInt8]
    package var contentType: String?
    package var validator: Validator

    package init(status: Int, body: [UInt8] = [], contentType: String? = nil, validator: Validator = Validator()) {
        self.status = status
        self.body = body
        self.contentType = contentType
        self.validator = validator
    }
}

/// Why there was no answer.
package enum DownloadError: Error, Hashable, Sendable {
    case cancelled
    /// The name leads to an address that may not be connected to: a private one, this machine.
    case forbiddenAddress(String)
    /// More bytes than the limit.
    case tooLarge(limitBytes: Int)
    case tooManyRedirects
    /// Too slow, as a whole or at some stage.
    case timedOut
    /// No such name, nobody there, cut off: it may work later.
    case unreachable(String)
    /// What came was no HTTP, or not to be trusted (a certificate).
    case refused(String)
}
