/// The key that a store of objects knows a client by. Its secret is in no description, so in no log either.
package struct S3AccessKey: Hashable, Sendable {
    package let id: String
    package let secret: String
    /// The session token of a key that is lent for some hours.
    package let sessionToken: String?

    /// `nil` for what cannot be sent in a header: an empty part, blanks, control characters, anything but ASCII.
    package init?(id: String, secret: String, sessionToken: String? = nil) {
        let parts = [id, secret] + (sessionToken.map { [$0] } ?? [])
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } }) else { return nil }
        (self.id, self.secret, self.sessionToken) = (id, secret, sessionToken)
    }
}

extension S3AccessKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "the access key \(id)" }
    package var debugDescription: String { description }
    /// Also what `dump` prints has no secret.
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// Signs requests to a store of objects by AWS's signature, version 4.
package struct S3Signature: Sendable {
    package var key: S3AccessKey
    package var region: String
}
