/// Colours as CSS writes them.
enum HexadecimalColour {
    /// "#rrggbb" of channels 0…255.
    static func text(red: Int, green: Int, blue: Int) -> String {
        let digits = String(red << 16 | green << 8 | blue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// A soft colour.
    /// - Parameters:
    ///   - hue: in degrees; goes round.
    ///   - lightness: of the middle channel, 64–208.
    static func text(hue: Int, lightness: Int) -> String {
        func channel(_ shift: Int) -> Int {
            let distance = abs((hue + shift + 180) % 360 - 180)
            return min(255, max(0, lightness - 48 + max(0, 120 - distance) * 96 / 120))
        }
        return text(red: channel(0), green: channel(240), blue: channel(120))
    }
}
