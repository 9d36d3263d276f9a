/// Percent-encoding of URL parts (RFC 3986, 2.1), on bytes.
package enum PercentCoding {
    /// The decoded text; `nil` for invalid percent-encoding, for `%00`, and for what is not UTF-8. In queries, a plus is a
    /// space.
    package static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.underestimatedCount)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal)
                else { return nil }
                let value = high << 4 | low
                guard value != 0 else { return nil }
                decoded.append(value)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Everything but RFC 3986's unreserved characters escaped: fit for one path segment or query value.
    package static func encode(_ text: String) -> String {
        if text.utf8.allSatisfy(isUnreserved) { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// An identifier as one segment of a path.
    ///
    /// One with a slash is spelled without: `~~`, then the identifier with `~1` for each slash and `~0` for each tilde. A proxy that takes
    /// a path away decodes `%2F`, and a server behind it would read two segments.
    package static func segment(_ identifier: String) -> String {
        guard identifier.utf8.contains(UInt8(ascii: "/")) || identifier.hasPrefix(spelled) else {
            return encode(identifier)
        }
        var bytes = Array(spelled.utf8)
        for byte in identifier.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += "~0".utf8
            case UInt8(ascii: "/"): bytes += "~1".utf8
            default: bytes.append(byte)
            }
        }
        return encode(String(decoding: bytes, as: UTF8.self))
    }

    /// The identifier that a decoded segment stands for, in either spelling.
    static func identifier(_ segment: String) -> String {
        guard segment.hasPrefix(spelled) else { return segment }
        var bytes: [UInt8] = []
        var rest = segment.utf8.dropFirst(spelled.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            // It begins so by chance.
            default: return segment
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The beginning of a segment in which a slash is `~1`.
    private static let spelled = "~~"

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
