/// A name that nobody can guess: 16 hexadecimal digits of a random number.
enum RandomName {
    static func make() -> String {
        let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
