/// A picture in 16 × 16 pixels: its centre square, as a square cell shows it. What is transparent lies on grey.
package struct Texel: Sendable, Equatable {
    /// Pixels along a side.
    package static let side = 16
    package static let byteCount = side * side * 3
    /// A sample of what lies behind a transparent picture, and of a cell without pixels.
    package static let grey: UInt8 = 128

    /// sRGB, three bytes a pixel, rows from the top.
    package let rgb: [UInt8]

    /// `nil` for any other number of bytes.
    package init?(rgb: [UInt8]) {
        guard rgb.count == Self.byteCount else { return nil }
        self.rgb = rgb
    }

    /// The same in 8 × 8 pixels: the means of four.
    package var half: [UInt8] {
        let side = Self.side / 2
        return [UInt8](unsafeUninitializedCapacity: side * side * 3) { half, count in
            count = side * side * 3
            for place in 0..<count {
                let (row, rest) = (place / (side * 3), place % (side * 3))
                let (column, band) = (rest / 3, rest % 3)
                let first = (row * 2 * Self.side + column * 2) * 3 + band
                let below = first + Self.side * 3
                let sum = [first, first + 3, below, below + 3].reduce(2) { $0 + Int(rgb[$1]) }
                half[place] = UInt8(sum / 4)
            }
        }
    }

    /// 0xRRGGBB.
    package var mean: UInt32 {
        var sums = SIMD3<UInt32>(repeating: UInt32(Self.side * Self.side / 2))
        for pixel in stride(from: 0, to: rgb.count, by: 3) {
            sums &+= SIMD3(UInt32(rgb[pixel]), UInt32(rgb[pixel + 1]), UInt32(rgb[pixel + 2]))
        }
        let mean = sums / UInt32(Self.side * Self.side)
        return mean.x << 16 | mean.y << 8 | mean.z
    }
}

/// The sizes that texels are kept in beside their mean colours, by pixels along a side.
package enum TexelSize: Int, Sendable, CaseIterable {
    case small = 8
    case large = 16

    /// Bytes of the pixels of one.
    package var byteCount: Int { rawValue * rawValue * 3 }
}

/// The known texel of one item: its mean colour, and the sizes that are kept.
package struct TexelWord: Sendable, Hashable {
    package enum State: UInt32, Sendable {
        case unknown, known
        /// Parts of the original are missing or wrong.
        case damaged
        /// The original cannot be read.
        case failed
        case withoutPicture
    }

    /// The colour, 0xRRGGBB, above eight bits of state.
    package private(set) var rawValue: UInt32

    package static let unknown = TexelWord(rawValue: 0)
    package static let failed = TexelWord(.failed)
    package static let withoutPicture = TexelWord(.withoutPicture)
    private static let stateMask: UInt32 = 7

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ state: State) {
        let grey = UInt32(Texel.grey)
        rawValue = (grey << 16 | grey << 8 | grey) << 8 | state.rawValue
    }

    /// Makes the word of a texel that is there.
    package init(colour: UInt32, isDamaged: Bool, sizes: some Sequence<TexelSize>) {
        rawValue = colour << 8 | (isDamaged ? State.damaged : .known).rawValue
        for size in sizes { rawValue |= Self.bit(size) }
    }

    package var state: State { State(rawValue: rawValue & Self.stateMask) ?? .unknown }
    package var colour: UInt32 { rawValue >> 8 }
    package var isUnknown: Bool { rawValue & Self.stateMask == 0 }
    package var hasColour: Bool { state == .known || state == .damaged }

    package func has(_ size: TexelSize) -> Bool { rawValue & Self.bit(size) != 0 }

    /// The pixels of a size are not there any more.
    mutating func lose(_ size: TexelSize) { rawValue &= ~Self.bit(size) }

    private static func bit(_ size: TexelSize) -> UInt32 { size == .small ? 8 : 16 }
}
