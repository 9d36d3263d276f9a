/// An error as the client sees it (RFC 9457). Handlers throw it; the server turns it into a response.
package struct ProblemDetails: Error, Sendable, Equatable {
    /// A further member's value.
    package enum Value: Sendable, Equatable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        /// Texts by name.
        case texts([String: String])
        /// JSON.
        case encoded([UInt8])
    }

    package var status: HTTPStatus
    /// A URI reference that names the kind of problem; `about:blank` says no more than the status does.
    package var type: String
    package var title: String
    /// For people: what was wrong with this request.
    package var detail: String?
    /// The bad field (RFC 6901).
    package var pointer: String?
    package var members: [(name: String, value: Value)]
    /// Such as `Retry-After` or `Allow`.
    package var headers: [HTTPHeader]

    package init(
        _ status: HTTPStatus, type: String = "about:blank", title: String? = nil, _ detail: String? = nil,
        pointer: String? = nil, members: [(name: String, value: Value)] = [], headers: [HTTPHeader] = []
    ) {
        self.status = status
        self.type = type
        self.title = title ?? status.phrase
        self.detail = detail
        self.pointer = pointer
        self.members = members
        self.headers = headers
    }

    package var response: HTTPResponse {
        HTTPResponse(
            status, contentType: "application/problem+json",
            headers: headers + [HTTPHeader("Cache-Control", "no-store")], body: .bytes(json))
    }

    package var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(160)
        json.append(contentsOf: #"{"type":"#.utf8)
        ProblemDetails.append(type, to: &json)
        json.append(contentsOf: #","title":"#.utf8)
        ProblemDetails.append(title, to: &json)
        json.append(contentsOf: #","status":\#(status.code)"#.utf8)
        if let detail {
            json.append(contentsOf: #","detail":"#.utf8)
            ProblemDetails.append(detail, to: &json)
        }
        if let pointer {
            json.append(contentsOf: #","pointer":"#.utf8)
            ProblemDetails.append(pointer, to: &json)
        }
        for (name, value) in members {
            json.append(UInt8(ascii: ","))
            ProblemDetails.append(name, to: &json)
            json.append(UInt8(ascii: ":"))
            switch value {
            case .string(let string): ProblemDetails.append(string, to: &json)
            case .integer(let integer): json.append(contentsOf: String(integer).utf8)
            case .boolean(let boolean): json.append(contentsOf: (boolean ? "true" : "false").utf8)
            case .texts(let texts): ProblemDetails.append(texts, to: &json)
            case .encoded(let value): json.append(contentsOf: value)
            }
        }
        json.append(UInt8(ascii: "}"))
        return json
    }

    package static func == (a: ProblemDetails, b: ProblemDetails) -> Bool {
        a.json == b.json && a.headers == b.headers
    }

    private static func append(_ texts: [String: String], to json: inout [UInt8]) {
        json.append(UInt8(ascii: "{"))
        for (place, text) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { json.append(UInt8(ascii: ",")) }
            append(text.key, to: &json)
            json.append(UInt8(ascii: ":"))
            append(text.value, to: &json)
        }
        json.append(UInt8(ascii: "}"))
    }

    private static func append(_ string: String, to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                json.append(UInt8(ascii: "\\"))
                json.append(byte)
            case 0..<0x20, 0x7f:
                let digits = Array("0123456789abcdef".utf8)
                json.append(contentsOf: "\\u00".utf8)
                json.append(digits[Int(byte >> 4)])
                json.append(digits[Int(byte & 15)])
            default:
                json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
    }
}
