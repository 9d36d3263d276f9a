/// How sharp the sharpest parts of a picture are, from 0 to 1000 (docs/decisions/0111).
///
/// Of each tile the brightness that changes from pixel to pixel is compared with that which changes within four: a hard edge has a part of
/// it in one step, a blurred one a quarter in each. So neither brightness nor contrast counts, and as all pictures are brought to one size,
/// neither does theirs.
enum Sharpness {
    /// px of the longer side at which pictures are compared. A picture that was decoded smaller has no figure.
    static let side = 960
    /// px along a side of a tile.
    private static let tileSide = 32
    /// Tiles with little contrast show noise rather than edges: of all, so many in a hundred count that have the most.
    private static let contrastPercent = 25
    /// Of those, so many in a hundred that are the sharpest.
    private static let sharpestPercent = 20
    /// The least mean square of a difference within four pixels.
    private static let leastContrast: Float = 4

    /// - Parameters:
    ///   - samples: one byte a pixel, in rows without gaps.
    ///   - size: in pixels.
    /// - Returns: `nil` for a picture that is too small, and for one without any contrast.
    static func figure(of samples: UnsafeRawBufferPointer, _ size: RenditionSize) -> Int? {
        let longer = max(size.width, size.height)
        guard longer >= side, samples.count == size.width * size.height else { return nil }
        guard longer > side else { return figure(ofCompared: samples, size) }
        let scaled = { (length: Int) in max(1, (length * side + longer / 2) / longer) }
        let compared = RenditionSize(width: scaled(size.width), height: scaled(size.height))
        return AreaMean.scaled(samples, size, bands: 1, to: compared).withUnsafeBytes {
            figure(ofCompared: $0, compared)
        }
    }

    private struct Tile {
        var fine: Float
        var coarse: Float

        /// The part of the contrast that is in single steps: about 1/4 for a step, 1/16 for a long slope.
        var ratio: Float { fine / coarse }
    }

    private static func figure(ofCompared samples: UnsafeRawBufferPointer, _ size: RenditionSize) -> Int? {
        var tiles = tiles(of: samples, size)
        guard !tiles.isEmpty else { return nil }
        tiles.sort { $0.coarse > $1.coarse }
        let strong = tiles.prefix(max(1, tiles.count * contrastPercent / 100)).filter { $0.coarse >= leastContrast }
        guard !strong.isEmpty else { return nil }
        let ratios = strong.map(\.ratio).sorted(by: >)
        let sharpest = ratios.prefix(max(1, ratios.count * sharpestPercent / 100))
        let mean = sharpest.reduce(0, +) / Float(sharpest.count)
        return Int(min(1000, max(0, (mean * 1000).rounded())))
    }

    private static func tiles(of samples: UnsafeRawBufferPointer, _ size: RenditionSize) -> [Tile] {
        var tiles: [Tile] = []
        for top in stride(from: 0, through: size.height - tileSide - 4, by: tileSide) {
            for left in stride(from: 0, through: size.width - tileSide - 4, by: tileSide) {
                tiles.append(tile(samples, size.width, left, top))
            }
        }
        return tiles
    }

    private static func tile(_ samples: UnsafeRawBufferPointer, _ width: Int, _ left: Int, _ top: Int) -> Tile {
        var (fine, coarse): (Int32, Int32) = (0, 0)
        for row in top..<top + tileSide {
            // Arithmetic that cannot overflow, unchecked: the compiler makes vectors of it.
            let line = samples.baseAddress.unsafelyUnwrapped + (row * width + left)
            for column in 0..<tileSide {
                let here = sample(line, column)
                let (right, farRight) = (sample(line, column &+ 1) &- here, sample(line, column &+ 4) &- here)
                let (below, farBelow) = (
                    sample(line, column &+ width) &- here, sample(line, column &+ 4 &* width) &- here
                )
                fine &+= right &* right &+ below &* below
                coarse &+= farRight &* farRight &+ farBelow &* farBelow
            }
        }
        let count = Float(tileSide * tileSide)
        return Tile(fine: Float(fine) / count, coarse: Float(coarse) / count)
    }

    @inline(__always)
    private static func sample(_ line: UnsafeRawPointer, _ place: Int) -> Int32 {
        Int32(line.load(fromByteOffset: place, as: UInt8.self))
    }
}
