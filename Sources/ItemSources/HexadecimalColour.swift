/// Colours as CSS writes them.
enum HexadecimalColour {
    /// "#rrggbb" of channels 0…255.
    static func text(red: Int, green: Int, blue: Int) -> String {
        let digits = String(red << 16 | green << 8 | blue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
