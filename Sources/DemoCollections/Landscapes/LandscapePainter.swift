import SeededRandom

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Paints a landscape, from the back to the front: sky, ridges with air between them, water that mirrors them, trees.
///
/// Places are measured in picture heights from the top left, so that a picture looks the same at any size.
struct LandscapePainter {
    let landscape: Landscape
    let palette: LandscapePalette
    let width: Int
    let height: Int
    var pixels: [Colour]
    var random: SeededRandom
    let noise: Noise
    /// The place of the sun or moon.
    let light: SIMD2<Float>
    /// The lower edge of the sky when nothing is in front of it.
    let horizon: Float
    /// Where the water begins; 1 for none.
    let shore: Float

    init(_ landscape: Landscape, width: Int, height: Int) {
        self.landscape = landscape
        palette = landscape.palette
        self.width = width
        self.height = height
        random = SeededRandom(seed: landscape.seed)
        noise = Noise(seed: landscape.seed)
        pixels = Array(repeating: .zero, count: width * height)
        let aspect = Float(width) / Float(height)
        let isHigh = landscape.mood == .day || landscape.mood == .night
        switch landscape.scene {
        case .sea: (horizon, shore) = (0.56, 0.56)
        case .lake: (horizon, shore) = (0.58, random.float(in: 0.60...0.66))
        case .ridges: (horizon, shore) = (0.62, 1)
        case .hills: (horizon, shore) = (0.56, 1)
        case .forest: (horizon, shore) = (0.60, 1)
        }
        light = SIMD2(
            aspect * random.float(in: 0.22...0.78),
            isHigh ? random.float(in: 0.10...0.24) : horizon - random.float(in: 0.06...0.20))
    }

    /// 8-bit sRGB, three bytes a pixel, rows from the top.
    mutating func paint() -> [UInt8] {
        paintSky()
        paintRidges()
        if shore < 1 { paintWater() }
        paintForeground()
        return finish()
    }

    /// Darkens the corners a little, and adds a grain finer than a step of colour, without which skies show bands.
    private func finish() -> [UInt8] {
        let grain = Noise(seed: landscape.seed &+ 1)
        let aspect = Float(width) / Float(height)
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
            for y in 0..<height {
                let fromMiddleY = (Float(y) / Float(height) - 0.5) * 1.6
                for x in 0..<width {
                    let fromMiddleX = (Float(x) / Float(height) / aspect - 0.5) * 1.6
                    let far = fromMiddleX * fromMiddleX + fromMiddleY * fromMiddleY
                    let vignette = 1 - 0.20 * smoothStep(0.35, 1.3, far)
                    let dither = grain.corner(Int32(x), Int32(y)) * 1.6
                    let colour = (pixels[y * width + x] * vignette * 255 + dither + 0.5).clamped(
                        lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                    bytes[count] = UInt8(colour.x)
                    bytes[count + 1] = UInt8(colour.y)
                    bytes[count + 2] = UInt8(colour.z)
                    count += 3
                }
            }
        }
    }
}
