/// Colours as CSS writes them.
enum HexadecimalColour {
    /// "#rrggbb" of `0xRRGGBB`.
    static func text(rgb: Int) -> String {
        String(unsafeUninitializedCapacity: 7) { text in
            text[0] = UInt8(ascii: "#")
            for place in 1...6 {
                let digit = UInt8(truncatingIfNeeded: rgb >> (4 * (6 - place)) & 0xf)
                text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 7
        }
    }

    /// A soft colour. The hue is in degrees and wraps around; the lightness is that of the middle channel, 64–208.
    static func text(hue: Int, lightness: Int) -> String {
        func channel(_ shift: Int) -> Int {
            let distance = abs((hue + shift + 180) % 360 - 180)
            return min(255, max(0, lightness - 48 + max(0, 120 - distance) * 96 / 120))
        }
        return text(rgb: channel(0) << 16 | channel(240) << 8 | channel(120))
    }
}
