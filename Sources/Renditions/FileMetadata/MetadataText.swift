import Glibc

/// Texts in files, as their programs wrote them: UTF-8 mostly, else Korean, Japanese or Western characters of older systems.
enum MetadataText {
    /// Loads the tables of characters, which a confined process cannot do.
    static func prepare() { for table in CharacterTable.all { table.prepare() } }

    /// Any bytes as a text, without the space around it.
    static func decoded(_ text: UnsafePointer<CChar>) -> String {
        decoded(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }

    /// Any bytes up to the first zero as a text, without the space around it and without control characters.
    static func decoded(_ bytes: [UInt8]) -> String {
        let bytes = Array(bytes.prefix { $0 != 0 })
        if let text = String(validating: bytes, as: UTF8.self) { return readable(text) }
        for table in CharacterTable.all where table.isLikely(bytes) {
            if let text = table.decode(bytes) { return readable(text) }
        }
        return readable(String(String.UnicodeScalarView(bytes.compactMap(Self.western))))
    }

    /// UTF-16 as Windows writes the tags `XPTitle` and others: its least significant byte first, unless a mark says otherwise. Ends
    /// at a zero.
    static func utf16(_ bytes: [UInt8], isLittleEndian: Bool = true) -> String? {
        let isLittle = bytes.starts(with: [0xff, 0xfe]) || (isLittleEndian && !bytes.starts(with: [0xfe, 0xff]))
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { at in
            isLittle ? UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 : UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
        }
        let text = readable(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
        return text.isEmpty ? nil : text
    }

    /// A comment of Exif: eight bytes that name its characters, and those. The order of the Exif data's bytes counts where the text
    /// does not tell.
    static func comment(_ bytes: [UInt8], isLittleEndian: Bool) -> String? {
        let text = Array(bytes.dropFirst(8))
        guard bytes.starts(with: Array("UNICODE".utf8)) else {
            let isNamed = ["ASCII", "JIS", "\0\0\0\0\0\0\0\0"].contains { bytes.starts(with: Array($0.utf8)) }
            let plain = decoded(isNamed ? text : bytes)
            return plain.isEmpty ? nil : plain
        }
        // Programs write the one order into files of the other.
        let little = utf16(text, isLittleEndian: true)
        let big = utf16(text, isLittleEndian: false)
        let (first, second) = isLittleEndian ? (little, big) : (big, little)
        guard let first, let second else { return first ?? second }
        return strangeness(of: second) < strangeness(of: first) ? second : first
    }

    /// The part of a text's characters that hardly any text has: the wrong order of bytes makes such ones.
    private static func strangeness(of text: String) -> Double {
        let scalars = text.unicodeScalars
        let strange = scalars.count { scalar in
            switch scalar.value {
            case 0x0a, 0x0d, 0x20...0x24f, 0x370...0x52f, 0x5d0...0x5ea, 0x600...0x6ff, 0x900...0xdff, 0xe00...0xe7f,
                0x2010...0x206f, 0x20a0...0x20bf, 0x3000...0x30ff, 0x4e00...0x9fff, 0xac00...0xd7a3, 0xff00...0xffef,
                0x1f000...0x1faff:
                false
            default: true
            }
        }
        return Double(strange) / Double(max(1, scalars.count))
    }

    /// Without the space and the control characters at both ends.
    static func trimmed(_ text: String) -> String {
        let isKept = { (scalar: Unicode.Scalar) in scalar.value > 0x20 && scalar.value != 0x7f && scalar != "\u{feff}" }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isKept), let last = scalars.lastIndex(where: isKept) else {
            return ""
        }
        return String(scalars[first...last])
    }

    /// The same without control characters within it, but for tabs and ends of lines.
    static func readable(_ text: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 && ![0x09, 0x0a, 0x0d].contains(scalar.value) || (0x7f...0x9f).contains(scalar.value)
                || scalar.value & 0xfffe == 0xfffe
        }
        guard text.unicodeScalars.contains(where: isControl) else { return trimmed(text) }
        return trimmed(String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) })))
    }

    /// The text without the prefix of exiv2: `charset=Unicode `, `lang="x-default" `. The first of several languages.
    static func unlabelled(_ text: String?) -> String? {
        guard var rest = text.map({ Substring($0) }) else { return nil }
        if rest.hasPrefix("charset=") {
            rest = rest.firstIndex(of: " ").map { rest[$0...].dropFirst() } ?? ""
        }
        if rest.hasPrefix("lang=\"") {
            rest = rest.dropFirst(6)
            rest = rest.firstIndex(of: "\"").map { rest[$0...].dropFirst() } ?? ""
            if let next = rest.firstRange(of: ", lang=\"") { rest = rest[..<next.lowerBound] }
        }
        let plain = trimmed(String(rest))
        return plain.isEmpty ? nil : plain
    }

    // MARK: Western

    /// Windows-1252, which what calls itself Latin 1 mostly is; from 0x80 on, 0 for none.
    private static let windows: [UInt16] = [
        0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
        0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
        0x0178,
    ]

    private static func western(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
        let scalar = windows[Int(byte) - 0x80]
        return scalar == 0 ? nil : Unicode.Scalar(scalar)
    }
}
