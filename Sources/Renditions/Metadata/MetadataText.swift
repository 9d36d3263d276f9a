import Glibc
import Synchronization

/// Texts in files, as their programs wrote them: UTF-8 mostly, else Korean or Western characters of older systems.
enum MetadataText {
    /// Loads the table of Korean characters, which a confined process cannot do.
    static func prepare() { korean.withLock { _ in } }

    /// Any bytes as a text, without the space around it.
    static func decoded(_ text: UnsafePointer<CChar>) -> String {
        if let text = String(validatingCString: text) { return trimmed(text) }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        if isKorean(bytes), let text = fromKorean(bytes) { return trimmed(text) }
        return trimmed(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    }

    /// UTF-16 with its least significant byte first, as Windows writes the tags `XPTitle` and others; ends at a zero.
    static func utf16(_ bytes: [UInt8]) -> String? {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        let text = trimmed(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
        return text.isEmpty ? nil : text
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

    /// Without what exiv2 puts before a text: `charset=Unicode `, `lang="x-default" `.
    static func unlabelled(_ text: String?) -> String? {
        guard var rest = text.map({ Substring($0) }) else { return nil }
        if rest.hasPrefix("charset=") {
            rest = rest.firstIndex(of: " ").map { rest[$0...].dropFirst() } ?? ""
        }
        if rest.hasPrefix("lang=\"") {
            rest = rest.dropFirst(6)
            rest = rest.firstIndex(of: "\"").map { rest[$0...].dropFirst() } ?? ""
        }
        let plain = trimmed(String(rest))
        return plain.isEmpty ? nil : plain
    }

    // MARK: Korean

    /// A converter from code page 949, as its number; 0 where the system has none.
    private static let korean = Mutex<Int>(
        {
            let converter = iconv_open("UTF-8", "CP949")
            return Int(bitPattern: converter) == -1 ? 0 : Int(bitPattern: converter)
        }())

    /// Whether all bytes above ASCII come in pairs, and at least half of the pairs are syllables of EUC-KR: Western texts have
    /// single ones.
    private static func isKorean(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var pairs = 0
        var syllables = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            guard index + 1 < bytes.count, (0xa1...0xfe).contains(bytes[index]),
                (0xa1...0xfe).contains(bytes[index + 1])
            else { return false }
            pairs += 1
            if (0xb0...0xc8).contains(bytes[index]) { syllables += 1 }
            index += 2
        }
        return pairs > 0 && 2 * syllables >= pairs
    }

    private static func fromKorean(_ bytes: UnsafeRawBufferPointer) -> String? {
        korean.withLock { number in
            guard let converter = iconv_t(bitPattern: number) else { return nil }
            iconv(converter, nil, nil, nil, nil)
            // No character takes more than twice its bytes.
            let room = 2 * bytes.count
            var given = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = bytes.count
            var isWhole = false
            let made = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    var next = buffer.baseAddress
                    var free = room
                    isWhole = iconv(converter, &given, &left, &next, &free) != -1 && left == 0
                    count = room - free
                }
            }
            return isWhole ? String(validating: made, as: UTF8.self) : nil
        }
    }
}
