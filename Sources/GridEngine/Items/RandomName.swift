/// A name that nobody can guess: 16 hexadecimal digits of a random number.
enum RandomName {
    static func make() -> String { digits(of: UInt64.random(in: 1...UInt64.max)) }

    /// Always the same name for a text, as hard to guess as the text is (FNV-1a).
    static func of(_ text: String) -> String {
        digits(of: text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }

    private static func digits(of number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
