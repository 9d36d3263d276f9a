/// Names a viewer, one open grid, by a random number: 16 hexadecimal digits in URLs.
package struct ViewerID: Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the text names no viewer.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        rawValue = value
    }

    package static func random() -> ViewerID { ViewerID(rawValue: UInt64.random(in: 1...UInt64.max)) }

    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
