/// What a PNG file says about its colours besides a profile (PNG, third edition, 4.3): libvips passes over it.
struct PNGColour {
    /// An ICC profile that says the same; `nil` where the colours are sRGB's, and where an `iCCP` or `sRGB` chunk says what they are.
    let profile: [UInt8]?

    /// What is looked at comes before the pixels, and among few chunks.
    private static let chunkLimit = 1000

    /// - Returns: `nil` for a file without such chunks.
    init?(_ file: PictureBytes) {
        var chunks: [String: [UInt8]] = [:]
        var offset = 8
        for _ in 0..<Self.chunkLimit {
            guard let head = file.bytes(at: offset, count: 8) else { break }
            let (length, name) = (Self.number(head[..<4]), String(decoding: head[4...], as: UTF8.self))
            guard name != "IDAT" else { break }
            if ["IHDR", "cICP", "iCCP", "sRGB", "gAMA", "cHRM"].contains(name), chunks[name] == nil {
                chunks[name] = file.bytes(at: offset + 8, count: min(length, 32)) ?? []
            }
            offset += 12 + length
        }
        guard let header = chunks["IHDR"], header.count >= 13, let colours = Self.colours(chunks) else { return nil }
        // Grey, with transparency or without it.
        profile = colours.profile(isGrey: header[9] & 2 == 0)
    }

    private static func colours(_ chunks: [String: [UInt8]]) -> ColourDescription? {
        if let code = chunks["cICP"], code.count == 4 {
            return ColourDescription(primaries: Int(code[0]), transfer: Int(code[1]))
        }
        guard chunks["iCCP"] == nil, chunks["sRGB"] == nil else { return nil }
        var colours = ColourDescription(curve: .standard)
        if let gamma = chunks["gAMA"], gamma.count == 4 {
            let value = number(gamma[...])
            // 1/2.2 is what programs write for sRGB.
            if abs(value - 45_455) > 500, (1_000...1_000_000) ~= value {
                colours.curve = .gamma(100_000 / Double(value))
            }
        }
        if let sides = chunks["cHRM"], sides.count == 32 {
            let points = stride(from: 0, to: 32, by: 8).map { at in
                (
                    x: Double(number(sides[at..<(at + 4)])) / 100_000,
                    y: Double(number(sides[(at + 4)..<(at + 8)])) / 100_000
                )
            }
            (colours.white, colours.red, colours.green, colours.blue) = (points[0], points[1], points[2], points[3])
        }
        return colours
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
