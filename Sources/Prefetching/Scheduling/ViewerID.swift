/// Names a viewer, one open grid, by a random number: 16 hexadecimal digits in URLs.
public struct ViewerID: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the text is not a viewer's identifier.
    public init?(_ text: some StringProtocol) { self.init(digits: ArraySlice(text.utf8)) }

    /// `nil` for anything but 16 hexadecimal digits in lower case.
    package init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 16 else { return nil }
        rawValue = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): rawValue = rawValue << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                rawValue = rawValue << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
    }

    /// A random identifier, never 0.
    public static func random() -> ViewerID { ViewerID(rawValue: UInt64.random(in: 1...UInt64.max)) }

    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
