extension JSONReader {
    /// - Throws: when the next value is not a string of valid UTF-8.
    package mutating func readString() throws(JSONError) -> String {
        guard nextByte() == UInt8(ascii: "\"") else { throw unexpected("must be a string") }
        return try scanString()
    }

    /// Reads the string whose opening quote is at `offset`.
    mutating func scanString() throws(JSONError) -> String {
        let start = offset + 1
        try passPlain(from: start)
        if bytes[offset] == UInt8(ascii: "\"") {
            defer { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        var decoded = Array(bytes[start..<offset])
        while bytes[offset] != UInt8(ascii: "\"") {
            try appendEscape(to: &decoded)
            let from = offset
            try passPlain(from: from)
            decoded.append(contentsOf: bytes[from..<offset])
        }
        offset += 1
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Passes a string whose opening quote is at `offset`, and checks it.
    mutating func skipString() throws(JSONError) {
        try passPlain(from: offset + 1)
        var ignored: [UInt8] = []
        while bytes[offset] != UInt8(ascii: "\"") {
            try appendEscape(to: &ignored)
            try passPlain(from: offset)
        }
        offset += 1
    }

    /// Goes to the next quote or backslash, and checks that what it passes is UTF-8 without control characters.
    private mutating func passPlain(from start: Int) throws(JSONError) {
        offset = start
        repeat {
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte >= 0x80 {
                    try passMultibyte()
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    return
                } else if byte >= 0x20 {
                    offset += 1
                } else {
                    throw malformed("a control character in a string")
                }
            }
        } while extend()
        throw malformed("unexpected end")
    }

    /// Passes one character of two to four bytes: none overlong, no surrogate, none above U+10FFFF (Unicode 3.9, table 3-7).
    private mutating func passMultibyte() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[offset] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw malformed("not UTF-8")
        }
        guard has(length), second ~= bytes[offset + 1],
            bytes[(offset + 2)..<(offset + length)].allSatisfy({ 0x80...0xBF ~= $0 })
        else { throw malformed("not UTF-8") }
        offset += length
    }

    /// Decodes the escape whose backslash is at `offset`.
    private mutating func appendEscape(to decoded: inout [UInt8]) throws(JSONError) {
        offset += 1
        guard has(1) else { throw malformed("unexpected end") }
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            decoded.append(contentsOf: String(Character(try readEscapedScalar())).utf8)
            return
        default: throw malformed("no such escape")
        }
        offset += 1
    }

    /// Reads `uXXXX`, or two of them that make a surrogate pair.
    private mutating func readEscapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try readHex()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, has(2), bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { throw malformed("half a surrogate pair") }
        offset += 1
        let second = try readHex()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw malformed("half a surrogate pair") }
        return scalar
    }

    private mutating func readHex() throws(JSONError) -> UInt32 {
        guard has(5) else { throw malformed("four hexadecimal digits expected") }
        var value: UInt32 = 0
        for byte in bytes[(offset + 1)...(offset + 4)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: throw malformed("four hexadecimal digits expected")
            }
        }
        offset += 5
        return value
    }
}
