import CMicroHTTPD

/// The origins of other servers whose pages may call this one (CORS, Fetch Standard, 3.2), from the configuration. There is
/// no pattern and no "any".
struct GuestOrigins: Sendable {
    /// Lower case: scheme, host, and a port unless it is the scheme's own.
    private let origins: [[UInt8]]
    /// The same for a Content-Security-Policy: who may frame the page.
    let frameAncestors: String

    /// Those whose pages may change nothing.
    private let readOnly: [[UInt8]]

    init(_ origins: [String], readOnly: [String] = []) {
        self.origins = origins.map { Array($0.lowercased().utf8) }
        self.readOnly = readOnly.map { Array($0.lowercased().utf8) }
        frameAncestors = origins.isEmpty ? "'none'" : origins.map { $0.lowercased() }.joined(separator: " ")
    }

    var isEmpty: Bool { origins.isEmpty }

    func allows(_ origin: HeaderText) -> Bool {
        origins.contains { origin.equals(lowercase: $0) }
    }

    /// The rights of pages of an origin that is let in: no more than they would have without being let in.
    func access(of origin: HeaderText) -> Access {
        readOnly.contains { origin.equals(lowercase: $0) } ? .reading : .everything
    }

    static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            return false
        }
        let authority = text.dropFirst(scheme.count).utf8
        return !authority.isEmpty
            && authority.allSatisfy { byte in
                HeaderText.isTokenByte(byte) && byte != UInt8(ascii: "*") || byte == UInt8(ascii: ":")
                    || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            }
    }

    /// The answer to a browser that asks before it sends. It comes without the token: browsers send none along.
    static let welcome = HTTPResponse.empty(
        headers: [
            HTTPHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE"),
            HTTPHeader(
                "Access-Control-Allow-Headers",
                "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Lookahead-Actor, Prefer"
            ),
            // The longest that a browser takes: each question delays a request by a round trip.
            HTTPHeader("Access-Control-Max-Age", "7200"),
        ])

    /// Lets a page of `origin` read the response; `nil` only tells caches that responses differ by origin.
    static func add(_ origin: String?, to response: OpaquePointer) {
        MHD_add_response_header(response, "Vary", "Origin")
        guard let origin else { return }
        MHD_add_response_header(response, "Access-Control-Allow-Origin", origin)
        MHD_add_response_header(
            response, "Access-Control-Expose-Headers",
            "Content-Disposition, ETag, Link, Location, Lookahead-Version, Retry-After")
    }
}
