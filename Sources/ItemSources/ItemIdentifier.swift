/// The identifier of a file: a hash of its path, which stays the same whatever happens to other files.
///
/// FNV-1a over 128 bits, folded to 89: 15 letters and digits, which Swift keeps inside the `String` itself. Among ten
/// million files two share one with a probability of one in ten million million; the catalogue then salts the second.
package struct ItemIdentifier: Hashable, Sendable {
    /// Below 62¹⁵.
    let value: UInt128

    private static let length = 15
    /// 62⁸: the halves of an identifier, eight and seven digits, are computed in 64 bits.
    private static let half: UInt64 = 218_340_105_584_896
    private static let limit = UInt128(half) * UInt128(3_521_614_606_208)
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    init(hash: UInt128) {
        value = hash < Self.limit ? hash : hash % Self.limit
    }

    /// `nil` for text that no file's identifier looks like.
    init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        var value: UInt128 = 0
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = character - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = character - UInt8(ascii: "a") + 36
            default: return nil
            }
            value = value * 62 + UInt128(digit)
        }
        self.value = value
    }

    var text: String {
        let halves = value.quotientAndRemainder(dividingBy: UInt128(Self.half))
        var (high, low) = (UInt64(halves.quotient), UInt64(halves.remainder))
        let digits = Self.digits
        return String(unsafeUninitializedCapacity: Self.length) { buffer in
            for place in stride(from: 14, through: 7, by: -1) {
                buffer[place] = digits[Int(low % 62)]
                low /= 62
            }
            for place in stride(from: 6, through: 0, by: -1) {
                buffer[place] = digits[Int(high % 62)]
                high /= 62
            }
            return Self.length
        }
    }
}
