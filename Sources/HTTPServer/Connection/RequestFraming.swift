/// Where requests begin and end in the bytes of a connection: every byte passes here before libmicrohttpd sees it.
///
/// The library unfolds lines, takes a bare line feed for the end of a line, cuts a value at a zero byte, and answers some errors
/// twice. A reader in front of the server may read the same bytes in another way, and let a request pass that it did not
/// see. So only requests pass that are written as RFC 9112 has them, to the byte; at the first deviation `refusal` is set, and
/// nothing that follows on the connection is read as a request.
///
/// A pure value: the same bytes have the same result in any pieces.
struct RequestFraming {
    /// Why the bytes are not requests.
    struct Refusal: Equatable {
        var status = HTTPStatus.badRequest
        /// For the client.
        var detail: StaticString
        /// The request that it is about: the number of heads that have begun.
        var request: Int
        /// The bytes that the library gets in place of the rest, so that it ends this request.
        var replacement: StaticString
        /// Values of a head that was refused, from its whole lines; `nil` when they are missing. The page that sent it may be one
        /// that reads the refusal.
        var host: [UInt8]?
        var origin: [UInt8]?

        func withSender(_ body: (_ origin: HeaderText?, _ host: HeaderText?) -> Void) {
            guard let host, let origin else { return }
            host.withUnsafeBufferPointer { host in
                origin.withUnsafeBufferPointer { body(HeaderText($0), HeaderText(host)) }
            }
        }

        static func == (a: Refusal, b: Refusal) -> Bool { a.request == b.request && "\(a.detail)" == "\(b.detail)" }
    }

    private enum State {
        case head
        case body(remaining: Int)
        /// The line with the size of the next chunk.
        case chunkSize
        case chunk(remaining: Int)
        /// The line end after a chunk.
        case chunkEnd
        /// The empty line after the last chunk.
        case bodyEnd
    }

    private(set) var refusal: Refusal?
    private var state = State.head
    /// Complete heads.
    private var heads = 0
    /// The bytes of an incomplete head that have been examined.
    private var examined = 0

    /// Whether some of a head has arrived, but not all.
    var hasPartOfHead: Bool { examined > 0 }

    /// Whether a request has begun, and not all of it has arrived.
    var isWithinRequest: Bool {
        if case .head = state { hasPartOfHead } else { true }
    }

    /// Examines the bytes that have not passed yet. Called again with what did not pass, followed by what came since.
    /// - Returns: how many of them pass. None after a refusal.
    mutating func examine(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var passed = 0
        while refusal == nil, passed < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[passed...])
            guard let count = next(rest), refusal == nil else { break }
            passed += count
        }
        return passed
    }

    /// How many bytes belong to the next step; `nil` when that is not known yet.
    private mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        switch state {
        case .head: return head(bytes)
        case .body(let remaining):
            let count = min(remaining, bytes.count)
            state = remaining > count ? .body(remaining: remaining - count) : .head
            return count
        case .chunkSize: return chunkSize(bytes)
        case .chunk(let remaining):
            let count = min(remaining, bytes.count)
            state = remaining > count ? .chunk(remaining: remaining - count) : .chunkEnd
            return count
        case .chunkEnd: return lineEnd(bytes, then: .chunkSize, replacement: "\r\n0\r\n\r\n")
        case .bodyEnd: return lineEnd(bytes, then: .head, replacement: "\r\n")
        }
    }

    private mutating func refuse(
        _ detail: StaticString, _ status: HTTPStatus = .badRequest, replacement: StaticString,
        _ head: RequestHead? = nil
    ) -> Int? {
        refusal = Refusal(
            status: status, detail: detail, request: heads, replacement: replacement,
            host: (head?.host?.bytes).map(Array.init), origin: (head?.origin?.bytes).map(Array.init))
        examined = 0
        return nil
    }
}

/// Heads.
extension RequestFraming {
    /// Maximum bytes of a head, with its empty line.
    static let headLimit = 16 * 1024
    /// Maximum memory that the library needs for a head: its bytes, a record for each header, query parameter and cookie, and a
    /// copy of the cookies.
    static let headMemoryLimit = 24 * 1024
    /// The library's memory for a connection: a head, and a response's head.
    static let connectionMemory = 32 * 1024
    /// The library's record of a header, a query parameter or a cookie.
    private static let recordBytes = 64

    /// Stands for a head that was refused: the library reads it, and the connection answers it with the refusal.
    private static let refusedHead: StaticString = "GET / HTTP/1.1\r\nHost: refused\r\n\r\n"

    private mutating func refuseHead(
        _ detail: StaticString, _ status: HTTPStatus = .badRequest, _ head: RequestHead? = nil
    ) -> Int? {
        heads += 1
        return refuse(detail, status, replacement: RequestFraming.refusedHead, head)
    }

    private mutating func head(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        while examined < bytes.count {
            let index = examined
            let byte = bytes[index]
            let follows = index > 0 ? bytes[index - 1] : 0
            examined += 1
            if index >= RequestFraming.headLimit {
                // Half an origin may be another one.
                let whole = bytes[..<index].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
                let head = RequestHead(reading: UnsafeBufferPointer(rebasing: bytes[..<whole]))
                return refuseHead("the head of a request must not have more than 16384 bytes", .headTooLarge, head)
            }
            if follows == .carriageReturn || byte == .lineFeed {
                guard follows == .carriageReturn, byte == .lineFeed else {
                    return refuseHead("each line of a head must end with CR and LF")
                }
                if index == 1 { return refuseHead("a request must not begin with an empty line") }
                if index > 2, bytes[index - 2] == .lineFeed {
                    return end(UnsafeBufferPointer(rebasing: bytes[...index]))
                }
            } else if byte < 0x20 && byte != .tab && byte != .carriageReturn || byte == 0x7f {
                return refuseHead("the head of a request has a control character")
            }
        }
        return nil
    }

    /// The head is complete.
    private mutating func end(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let head = RequestHead(reading: bytes)
        if let oddity = head.oddity { return refuseHead(oddity, .badRequest, head) }
        if RequestFraming.memory(of: head, bytes) > RequestFraming.headMemoryLimit {
            return refuseHead("the head of a request has too many parts", .headTooLarge, head)
        }
        heads += 1
        examined = 0
        if head.isChunked {
            state = .chunkSize
        } else if let length = head.contentLength, length > 0 {
            state = .body(remaining: length)
        }
        return bytes.count
    }

    private static func memory(of head: RequestHead, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var records = head.lineCount + 1
        for byte in head.target.bytes where byte == UInt8(ascii: "&") { records += 1 }
        for byte in head.cookie?.bytes ?? UnsafeBufferPointer(start: nil, count: 0)
        where byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") {
            records += 1
        }
        return bytes.count + records * recordBytes + (head.cookie?.count ?? 0)
    }
}

/// Chunks: a size of up to eight digits and CR LF. No extensions, no trailers: readers differ about where they end.
extension RequestFraming {
    private mutating func chunkSize(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let replacement: StaticString = "0\r\n\r\n"
        var size = 0
        for (index, byte) in bytes.enumerated() {
            if let digit = PercentCoding.hexadecimal(byte) {
                if index == 8 { return refuse("a chunk is too large", .contentTooLarge, replacement: replacement) }
                size = size << 4 | Int(digit)
                continue
            }
            guard byte == .carriageReturn, index > 0 else {
                return refuse("the size of a chunk must be hexadecimal digits and a line end", replacement: replacement)
            }
            guard index + 1 < bytes.count else { return nil }
            guard bytes[index + 1] == .lineFeed else {
                return refuse("the size of a chunk must be hexadecimal digits and a line end", replacement: replacement)
            }
            state = size == 0 ? .bodyEnd : .chunk(remaining: size)
            return index + 2
        }
        return nil
    }

    private mutating func lineEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, then following: State, replacement: StaticString
    ) -> Int? {
        guard bytes[0] == .carriageReturn, bytes.count < 2 || bytes[1] == .lineFeed else {
            return refuse("a chunk must end with CR and LF, and the last one with the body", replacement: replacement)
        }
        guard bytes.count >= 2 else { return nil }
        state = following
        return 2
    }
}

extension UInt8 {
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let tab = UInt8(ascii: "\t")
}
