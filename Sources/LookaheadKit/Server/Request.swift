import HTTPServer

/// A request to a route of the program's own.
public struct Request: Sendable {
    /// The path, percent-encoded, without the query.
    public let path: String
    /// The decoded segments that the route's path has in braces, by name.
    public let parameters: [String: String]
    /// The decoded parameters of the query, by name; empty without a value, the first of several.
    public let query: [String: String]
}

/// The answer to a request.
public struct Response: Sendable {
    /// Such as 200.
    public var status: Int
    /// Such as `application/json`.
    public var contentType: String
    /// The body.
    public var bytes: [UInt8]

    /// Makes an answer of bytes.
    public init(status: Int = 200, contentType: String, bytes: [UInt8]) {
        (self.status, self.contentType, self.bytes) = (status, contentType, bytes)
    }

    /// Makes an answer of text.
    public init(status: Int = 200, contentType: String = "text/plain; charset=utf-8", text: String) {
        self.init(status: status, contentType: contentType, bytes: Array(text.utf8))
    }
}
