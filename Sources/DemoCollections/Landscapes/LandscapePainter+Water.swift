#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

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
