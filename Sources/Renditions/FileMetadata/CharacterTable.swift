import Glibc
import Synchronization

/// The characters of an older system whose texts do not say what they are: a converter, and the signs by which they are known.
final class CharacterTable: Sendable {
    static let korean = CharacterTable("CP949") { isKorean($0) }
    static let japanese = CharacterTable("CP932") { isJapanese($0) }
    /// In the order in which they are tried.
    static let all = [korean, japanese]

    private let isLikelyText: @Sendable ([UInt8]) -> Bool
    /// The converter to UTF-8, as its number; 0 where the system has none. Held while it converts.
    private let converter: Mutex<Int>

    private init(_ name: String, isLikely: @escaping @Sendable ([UInt8]) -> Bool) {
        isLikelyText = isLikely
        let opened = Int(bitPattern: iconv_open("UTF-8", name))
        converter = Mutex(opened == -1 ? 0 : opened)
    }

    /// The system opens a table with its first conversion.
    func prepare() { _ = decode([0xb0, 0xa1]) }

    /// Whether bytes that are no UTF-8 look like a text in these characters.
    func isLikely(_ bytes: [UInt8]) -> Bool { isLikelyText(bytes) }

    /// - Returns: `nil` for bytes that are no such text.
    func decode(_ bytes: [UInt8]) -> String? {
        converter.withLock { number in
            guard let converter = iconv_t(bitPattern: number) else { return nil }
            iconv(converter, nil, nil, nil, nil)
            // No character takes more than three bytes for one.
            let room = 3 * bytes.count
            var given = bytes.map { CChar(bitPattern: $0) }
            var left = given.count
            var isWhole = false
            let made = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    given.withUnsafeMutableBufferPointer { given in
                        var (from, to, free) = (given.baseAddress, buffer.baseAddress, room)
                        isWhole = iconv(converter, &from, &left, &to, &free) != -1 && left == 0
                        count = room - free
                    }
                }
            }
            return isWhole ? String(validating: made, as: UTF8.self) : nil
        }
    }

    /// Whether all bytes above ASCII come in pairs, and at least half of the pairs are syllables of EUC-KR: Western texts have
    /// single ones.
    private static func isKorean(_ bytes: [UInt8]) -> Bool {
        guard let pairs = pairs(of: bytes, first: { 0xa1...0xfe ~= $0 }, second: { 0xa1...0xfe ~= $0 }) else {
            return false
        }
        let syllables = pairs.count { (0xb0...0xc8).contains($0.0) }
        return 2 * syllables >= pairs.count
    }

    /// Whether all bytes above ASCII come in pairs of Shift_JIS, and at least half of the pairs are kana or signs, or have two bytes above
    /// ASCII: in Western texts a letter follows.
    private static func isJapanese(_ bytes: [UInt8]) -> Bool {
        let pairs = pairs(of: bytes, first: { 0x81...0x9f ~= $0 || 0xe0...0xea ~= $0 }, second: { 0x40...0xfc ~= $0 })
        guard let pairs, pairs.count > 1 else { return false }
        let signs = pairs.count { (0x81...0x83).contains($0.0) || $0.1 >= 0x80 }
        return 2 * signs >= pairs.count
    }

    /// - Returns: `nil` when a byte above ASCII is in no such pair, or there is none.
    private static func pairs(
        of bytes: [UInt8], first: (UInt8) -> Bool, second: (UInt8) -> Bool
    ) -> [(UInt8, UInt8)]? {
        var pairs: [(UInt8, UInt8)] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            guard index + 1 < bytes.count, first(bytes[index]), second(bytes[index + 1]) else { return nil }
            pairs.append((bytes[index], bytes[index + 1]))
            index += 2
        }
        return pairs.isEmpty ? nil : pairs
    }
}
