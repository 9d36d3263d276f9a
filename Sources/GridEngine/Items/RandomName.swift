import Hashing

/// A name that nobody can guess: 16 hexadecimal digits of a random number.
enum RandomName {
    static func make() -> String { UInt64.random(in: 1...UInt64.max).hexadecimal }

    /// Always the same name for a text, as hard to guess as the text is.
    static func of(_ text: String) -> String { FNV1a.hash64(text.utf8).hexadecimal }
}
