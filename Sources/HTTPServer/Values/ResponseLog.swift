import Hashing

/// Receives responses for a log. Called on the serving threads, which must not wait.
package struct ResponseLog: Sendable {
    /// Whether a response of this status is of interest; asked for every response.
    package var wants: @Sendable (HTTPStatus) -> Bool
    package var write: @Sendable (LoggedResponse) -> Void

    package init(
        wants: @escaping @Sendable (HTTPStatus) -> Bool, write: @escaping @Sendable (LoggedResponse) -> Void
    ) {
        self.wants = wants
        self.write = write
    }
}

/// A response as a log may show it: nothing that the client chose is in it but the identifier, whose characters are limited.
package struct LoggedResponse: Sendable {
    /// The value of the response's `X-Request-Id`: the request's own, or a new one.
    package var id: String
    package var method: HTTPMethod
    /// The route's pattern; `nil` where the request was refused before there was one.
    package var pattern: String?
    package var status: HTTPStatus
    /// The body of a problem (RFC 9457).
    package var problem: [UInt8]?
}

extension LoggedResponse {
    static let header = "X-Request-Id"
    /// Maximum characters of an identifier that a client or a proxy gives.
    static let idLimit = 64

    /// `nil` for what could be anything but an identifier: letters, digits, `-`, `_` and `.` make one.
    static func checked(_ id: String?) -> String? {
        guard let id, !id.isEmpty, id.utf8.count <= idLimit else { return nil }
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isPlain ? id : nil
    }

    static func newID() -> String { UInt64.random(in: 0...UInt64.max).hexadecimal }
}
