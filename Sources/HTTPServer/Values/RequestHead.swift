/// The request line and the headers that the gate checks, read in one pass without a dictionary.
///
/// Read twice: from the bytes as they arrive (`RequestFraming`), and from what libmicrohttpd made of them, for the gate. Requests
/// are smuggled where two programs read one request in two ways, so the first oddity is kept in `oddity` and ends the
/// connection.
struct RequestHead {
    /// `nil` when no route can have it.
    var method: HTTPMethod?
    /// Raw, with the query.
    var target: HeaderText
    private let isOldVersion: Bool
    /// Why this is not a valid request, for the client.
    private(set) var oddity: StaticString?

    private(set) var host: HeaderText?
    private(set) var origin: HeaderText?
    private(set) var fetchSite: HeaderText?
    private(set) var contentType: HeaderText?
    private(set) var authorization: HeaderText?
    private(set) var cookie: HeaderText?
    /// The first of each counts: they only choose what a refusal looks like.
    private(set) var accept: HeaderText?
    private(set) var acceptLanguage: HeaderText?
    /// In bytes, as the header says.
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    /// Header lines.
    private(set) var lineCount = 0

    init(method name: HeaderText, target: HeaderText, version: HeaderText) {
        method = HTTPMethod(name)
        self.target = target
        isOldVersion = version.bytes.elementsEqual("HTTP/1.0".utf8)
        if !isOldVersion, !version.bytes.elementsEqual("HTTP/1.1".utf8) {
            addOddity("the protocol version must be HTTP/1.1 or HTTP/1.0")
        }
        if method == nil { checkToken(name) }
        checkTarget()
    }

    /// Whether a body follows.
    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    mutating func addOddity(_ text: StaticString) {
        if oddity == nil { oddity = text }
    }

    /// Takes the next header line, in the order of the request.
    mutating func add(name: HeaderText, value: HeaderText) {
        lineCount += 1
        guard name.count > 0, name.bytes.allSatisfy(HeaderText.isTokenByte) else {
            return addOddity("a header name has an invalid character")
        }
        for byte in value.bytes where byte < 0x20 && byte != 0x09 || byte == 0x7f {
            return addOddity("a header value has a control character")
        }
        // Few lengths occur here, so most lines cost one comparison.
        switch name.count {
        case 4 where name.equals(lowercase: "host"):
            if RequestHead.set(&host, value) { addOddity("there must be exactly one Host") }
        case 6 where name.equals(lowercase: "origin"):
            if RequestHead.set(&origin, value) { addOddity("there must be exactly one Origin") }
        case 6 where name.equals(lowercase: "cookie"):
            if RequestHead.set(&cookie, value) { addOddity("there must be exactly one Cookie") }
        case 6 where name.equals(lowercase: "accept"): accept = accept ?? value
        case 15 where name.equals(lowercase: "accept-language"): acceptLanguage = acceptLanguage ?? value
        case 12 where name.equals(lowercase: "content-type"):
            if RequestHead.set(&contentType, value) { addOddity("there must be exactly one Content-Type") }
        case 13 where name.equals(lowercase: "authorization"):
            if RequestHead.set(&authorization, value) { addOddity("there must be exactly one Authorization") }
        case 14 where name.equals(lowercase: "sec-fetch-site"):
            if RequestHead.set(&fetchSite, value) { addOddity("there must be exactly one Sec-Fetch-Site") }
        case 14 where name.equals(lowercase: "content-length"): addLength(value)
        case 17 where name.equals(lowercase: "transfer-encoding"): addEncoding(value)
        default: break
        }
    }

    /// Called after the last header.
    mutating func finish() {
        if host == nil { addOddity("there must be exactly one Host") }
        if isChunked, contentLength != nil { addOddity("Content-Length and Transfer-Encoding must not be combined") }
        if isChunked, isOldVersion { addOddity("HTTP/1.0 has no Transfer-Encoding") }
    }

    /// Sets a field. Returns whether it was set before: several values refuse the head, but its sender is checked all the same.
    private static func set(_ field: inout HeaderText?, _ value: HeaderText) -> Bool {
        defer { field = field == nil ? value : .empty }
        return field != nil
    }

    private mutating func addLength(_ value: HeaderText) {
        if contentLength != nil { addOddity("there must be exactly one Content-Length") }
        // 15 digits are far beyond every limit and far from overflow.
        guard (1...15).contains(value.count) else { return addOddity("Content-Length must be a number") }
        var length = 0
        for byte in value.bytes {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
                return addOddity("Content-Length must be a number")
            }
            length = length * 10 + Int(byte - UInt8(ascii: "0"))
        }
        contentLength = length
    }

    private mutating func addEncoding(_ value: HeaderText) {
        if isChunked { addOddity("there must be exactly one Transfer-Encoding") }
        if !value.equals(lowercase: "chunked") { addOddity("the only Transfer-Encoding supported is chunked") }
        isChunked = true
    }

    private mutating func checkToken(_ name: HeaderText) {
        if name.count == 0 { addOddity("there must be a method") }
        if !name.bytes.allSatisfy(HeaderText.isTokenByte) { addOddity("the method has an invalid character") }
    }

    /// Visible ASCII that begins with a slash, with valid percent-encoding, and without `%00`, which ends strings in C.
    private mutating func checkTarget() {
        let bytes = target.bytes
        if method == .options, bytes.count == 1, bytes[0] == UInt8(ascii: "*") { return }
        guard bytes.first == UInt8(ascii: "/") else { return addOddity("the target must begin with a slash") }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "#") else {
                return addOddity("the target has a character that must be percent-encoded")
            }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let high = PercentCoding.hexadecimal(bytes[index + 1]),
                    let low = PercentCoding.hexadecimal(bytes[index + 2])
                else { return addOddity("the target has invalid percent-encoding") }
                if high | low == 0 { return addOddity("the target must not have %00") }
                index += 2
            }
            index += 1
        }
    }
}

/// Reading a head from its bytes.
extension RequestHead {
    /// Reads lines that end with CR LF, the last of them empty, and no other control character but tabs. A deviation from RFC
    /// 9112 (section 3, and 5 of RFC 9110) is recorded as an oddity, and the rest is read all the same: the page that sent it may be
    /// one that reads why it was refused.
    init(reading head: UnsafeBufferPointer<UInt8>) {
        var start = 0
        func nextLine() -> UnsafeBufferPointer<UInt8> {
            let end = head[start...].firstIndex(of: UInt8(ascii: "\r")) ?? head.count
            defer { start = end + 2 }
            return UnsafeBufferPointer(rebasing: head[start..<end])
        }

        self.init(line: nextLine())
        while start < head.count, head[start] != UInt8(ascii: "\r") { add(line: nextLine()) }
        finish()
    }

    /// Three words with one space between them.
    private init(line: UnsafeBufferPointer<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        func word(_ index: Int) -> HeaderText { HeaderText(UnsafeBufferPointer(rebasing: words[index])) }
        guard words.count == 3 else {
            let nothing = HeaderText(UnsafeBufferPointer(rebasing: line[..<0]))
            self.init(method: nothing, target: nothing, version: nothing)
            addOddity("the first line must be a method, a target and a version, with one space between them")
            return
        }
        self.init(method: word(0), target: word(1), version: word(2))
    }

    /// A name, a colon, and a value. A line that begins with a space, a tab or a colon has no name.
    private mutating func add(line: UnsafeBufferPointer<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return addOddity("a header line has no colon") }
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        add(
            name: HeaderText(UnsafeBufferPointer(rebasing: line[..<colon])),
            value: HeaderText(UnsafeBufferPointer(rebasing: value)))
    }
}

extension HeaderText {
    static var empty: HeaderText { HeaderText(start: nowhere, count: 0) }

    /// Empty buffers may have no address; a text always has one.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.init(start: bytes.baseAddress ?? HeaderText.nowhere, count: bytes.count)
    }

    private static var nowhere: UnsafePointer<UInt8> {
        let empty: StaticString = ""
        return empty.utf8Start
    }
}
