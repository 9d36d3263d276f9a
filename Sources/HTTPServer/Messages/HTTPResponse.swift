/// A response: status, headers, body. A plain value; nothing is sent until it is given to the server.
///
/// `Date`, `Content-Length`, `Connection` and the security headers are the server's own. A header whose value holds
/// a control character is left out.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    /// Apart from `headers` because nearly every answer has one, and then needs no array.
    package var contentType: String?
    package var headers: [HTTPHeader]
    package var body: Body
    /// Whether `.bytes` of 1 KiB and more, and what a `.producer` makes, may be compressed with gzip when the client accepts it.
    package var mayCompress: Bool
    /// Whether it is one of the page's own files, which may load and run the others; all else is data.
    package var isPage: Bool
    /// Whether it is the page that asks for the token.
    var isForm = false

    package init(
        _ status: HTTPStatus, contentType: String? = nil, headers: [HTTPHeader] = [], body: Body = .empty,
        mayCompress: Bool = false, isPage: Bool = false
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.mayCompress = mayCompress
        self.isPage = isPage
    }

    package enum Body: Sendable {
        case empty
        /// Sent without a copy: the array is kept alive.
        case bytes([UInt8])
        /// Part of a file, sent by the kernel.
        case file(FileBody)
        /// Written on for as long as both sides like, without a thread.
        case stream(ByteStream)
        /// Made on other threads, as fast as the client takes it. `length` in bytes is sent before; `nil` where nobody knows.
        case source(any BodySource, length: UInt64?)
        /// Returns the next chunk, on a server thread, as the client reads; `nil` ends the body.
        /// Calls never overlap. Memory stays at one chunk however long the body is.
        case producer(@Sendable () -> [UInt8]?)
    }

    /// Minimum bytes of JSON that is compressed.
    private static let compressedJSONBytes = 4 * 1024

    package static func json(_ bytes: [UInt8], status: HTTPStatus = .ok, headers: [HTTPHeader] = []) -> HTTPResponse {
        HTTPResponse(
            status, contentType: "application/json", headers: headers, body: .bytes(bytes),
            mayCompress: bytes.count >= compressedJSONBytes)
    }

    package static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, contentType: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
    }

    package static func empty(_ status: HTTPStatus = .noContent, headers: [HTTPHeader] = []) -> HTTPResponse {
        HTTPResponse(status, headers: headers)
    }
}
