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

extension LandscapePainter {
    /// Water mirrors what is above the shore, broken by ripples that grow towards the viewer.
    mutating func paintWater() {
        let first = Int(shore * Float(height))
        let isSea = landscape.scene == .sea
        let calm: Float = isSea ? 1 : 0.42
        for y in first..<height {
            let v = Float(y) / Float(height)
            let depth = (v - shore) / (1 - shore)
            // Ripples look flatter the farther they are: perspective.
            let far = 0.035 + depth * depth * 0.9 + depth * 0.25
            let tint = 0.10 + 0.42 * depth
            for x in 0..<width {
                let u = Float(x) / Float(height)
                let wave = noise.sum((u - light.x) / far * 0.55 + 40, (v - shore) / far * 9 + depth * 14, octaves: 3)
                let reach = (v - shore) * (isSea ? 0.9 : 1) + wave * calm * (0.012 + 0.06 * depth)
                let mirrored = shore - max(reach, 0.002) * (isSea ? 0.85 : 0.92)
                let sway = wave * calm * 0.012 * (0.3 + depth)
                let row = min(max(Int(mirrored * Float(height)), 0), first - 1)
                let column = min(max(x + Int(sway * Float(height)), 0), width - 1)
                let deep = palette.skyTop.mixed(with: palette.near, 0.45) * 0.8
                var colour = (pixels[row * width + column] * 0.94).mixed(with: deep, tint)
                colour = colour * (1 + wave * 0.10 * calm)
                colour = colour.screened(with: palette.disc * glitter(u, v, depth, wave))
                pixels[y * width + x] = colour
            }
        }
        paintShoreLine(at: first)
    }

    /// The path of light on the water below the sun or moon: single glints, denser near the middle.
    private func glitter(_ u: Float, _ v: Float, _ depth: Float, _ wave: Float) -> Float {
        let spread = 0.035 + depth * 0.16
        let off = abs(u - light.x) / spread
        guard off < 3 else { return 0 }
        let strength: Float = landscape.mood == .day ? 0.25 : landscape.mood == .night ? 0.55 : 0.8
        let glint = smoothStep(0.10, 0.55, wave + 0.18)
        return strength * expf(-off * off) * glint * (1 - depth * 0.35)
    }

    private mutating func paintShoreLine(at row: Int) {
        guard landscape.scene == .lake, row > 0, row < height else { return }
        for x in 0..<width {
            let strength = 0.35 + 0.2 * noise.value(Float(x) / Float(height) * 30)
            let place = row * width + x
            pixels[place] = pixels[place].mixed(with: palette.skyHorizon, strength * 0.6)
        }
    }
}
