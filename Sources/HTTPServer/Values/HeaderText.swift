/// Bytes of a request where libmicrohttpd keeps them: compared in place, valid while the connection handles the request.
struct HeaderText {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Without ASCII case; `text` in lower case.
    func equals(lowercase text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasPrefix(lowercase: text)
    }

    /// Without ASCII case; `text` in lower case.
    func hasPrefix(lowercase text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where HeaderText.lowercase(start[index]) != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Without ASCII case; `other` in lower case.
    func equals(lowercase other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(bytes, other).allSatisfy { HeaderText.lowercase($0) == $1 }
    }

    func dropFirst(_ dropped: Int) -> HeaderText {
        HeaderText(start: start + min(dropped, count), count: max(count - dropped, 0))
    }

    /// The library skips the space before a value, but not the one after it.
    var withoutTrailingSpace: HeaderText {
        var count = count
        while count > 0, start[count - 1] == UInt8(ascii: " ") || start[count - 1] == UInt8(ascii: "\t") { count -= 1 }
        return HeaderText(start: start, count: count)
    }

    static func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// RFC 9110, 5.6.2.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
