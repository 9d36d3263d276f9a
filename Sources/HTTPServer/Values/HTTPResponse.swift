import Glibc

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
        /// Made on other threads, as fast as the client takes it. `length` in bytes is sent before.
        case source(any BodySource, length: UInt64)
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

/// One header line. Names come from the program, values may come from data.
package struct HTTPHeader: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The time of a `Date` header (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970.
    /// - Returns: such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ seconds: Int) -> String {
        var (seconds, parts) = (seconds, tm())
        // Not `strftime`, whose names follow the locale.
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }
}

/// The `Content-Disposition` of a response (RFC 6266): whether a browser saves it, and under which name.
package enum ContentDisposition {
    /// - Parameters:
    ///   - name: of the file, as people read it. What could name another folder, or show another name than it is, becomes `_`.
    ///   - isAttachment: whether it is saved; otherwise it may be shown.
    /// - Returns: the header, with the name in ASCII for old programs too.
    package static func header(name: String, isAttachment: Bool) -> HTTPHeader {
        let name = safe(name)
        var value = "\(isAttachment ? "attachment" : "inline"); filename=\"\(ascii(name))\""
        // Only for what ASCII cannot say: some programs take the first name that they find.
        if !name.unicodeScalars.allSatisfy(\.isASCII) { value += "; filename*=UTF-8''\(PercentCoding.encode(name))" }
        return HTTPHeader("Content-Disposition", value)
    }

    /// Without separators of folders, control characters, and characters that turn the direction of text.
    private static func safe(_ name: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7f...0x9f, 0x2f, 0x5c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069: safe.append("_")
            default: safe.append(scalar)
            }
        }
        while safe.first == "." { safe.removeFirst() }
        return safe.isEmpty ? "_" : String(safe)
    }

    private static func ascii(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII && $0 != "\"" && $0 != "%" ? $0 : "_" }))
    }
}
