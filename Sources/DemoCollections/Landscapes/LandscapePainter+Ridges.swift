#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension LandscapePainter {
    /// One line of mountains or hills, with the air before it.
    struct Ridge {
        /// The height of its line at each column, from the top.
        var line: [Float]
        /// 0 is the farthest, 1 the nearest.
        var nearness: Float
        var isMountain: Bool
        var number: Int
        /// The snow line, measured from the top.
        var snowLine: Float
    }

    mutating func paintRidges() {
        let ridges = makeRidges()
        guard !ridges.isEmpty else { return }
        let lastRow = min(height, Int(shore * Float(height)) + 1)
        for (index, ridge) in ridges.enumerated() {
            let next = index + 1 < ridges.count ? ridges[index + 1].line : nil
            for y in 0..<lastRow {
                let v = (Float(y) + 0.5) / Float(height)
                for x in 0..<width {
                    let inside = (v - ridge.line[x]) * Float(height)
                    // Parts that the next ridge hides are not painted.
                    guard inside > -1, next == nil || (v - next![x]) * Float(height) < 1 else { continue }
                    let cover = min(max(inside + 0.5, 0), 1)
                    let place = y * width + x
                    pixels[place] = pixels[place].mixed(with: colour(of: ridge, x, v), cover)
                }
            }
            plantTrees(on: ridge)
        }
    }

    private mutating func makeRidges() -> [Ridge] {
        switch landscape.scene {
        case .ridges:
            let count = 6
            return (0..<count).map { number in
                let near = Float(number) / Float(count - 1)
                return makeRidge(
                    number, near, foot: 0.46 + 0.50 * powf(near, 1.25), rise: 0.20 - 0.06 * near, isMountain: number < 4
                )
            }
        case .lake:
            return (0..<4).map { number in
                let near = Float(number) / 3
                return makeRidge(
                    number, near * 0.8, foot: 0.56 + (shore - 0.575) * near, rise: 0.30 - 0.25 * near,
                    isMountain: number < 3)
            }
        case .hills:
            return (0..<5).map { number in
                let near = Float(number) / 4
                return makeRidge(
                    number, near, foot: 0.57 + 0.36 * near, rise: number == 0 ? 0.17 : 0.15 - 0.03 * near,
                    isMountain: number == 0)
            }
        case .forest:
            return (0..<5).map { number in
                let near = Float(number) / 4
                return makeRidge(
                    number, near, foot: 0.54 + 0.36 * near, rise: number < 2 ? 0.24 : 0.10, isMountain: number < 2)
            }
        case .sea:
            return (0..<2).map { number in
                makeRidge(number, 0.30 + 0.35 * Float(number), foot: 0.575, rise: 0.19, isMountain: true)
            }
        }
    }

    private mutating func makeRidge(
        _ number: Int, _ nearness: Float, foot: Float, rise: Float, isMountain: Bool
    ) -> Ridge {
        let shift = random.float(in: 0...400)
        let stretch: Float = isMountain ? random.float(in: 1.3...1.9) : random.float(in: 0.7...1.1)
        let line = (0..<width).map { x -> Float in
            let u = Float(x) / Float(height)
            let broad = noise.sum(u * stretch * 0.7 + shift, octaves: 2)
            if isMountain {
                let peaks = noise.ridged(u * stretch + shift, octaves: 7)
                // Headlands rise out of the sea here and there; ranges go through.
                let gap: Float = landscape.scene == .sea ? 0.30 : 0
                return foot - rise * (peaks * 1.15 - 0.35 + broad * 0.35 - gap)
            }
            let fine = noise.sum(u * 9 + shift, octaves: 3) * 0.02
            return foot - rise * (0.5 + broad * 0.8 + fine)
        }
        let (top, middle) = line.reduce((Float(1), Float(0))) { (min($0.0, $1), $0.1 + $1 / Float(width)) }
        // Under much snow it reaches down to the mean height of the ridge and beyond, under little only the tops are white.
        let snowLine = top + (middle - top) * palette.snow * 2.1
        return Ridge(line: line, nearness: nearness, isMountain: isMountain, number: number, snowLine: snowLine)
    }

    /// The colour of a ridge at one place: its own under light and shade, snow, and the haze before it.
    private func colour(of ridge: Ridge, _ x: Int, _ v: Float) -> Colour {
        let u = Float(x) / Float(height)
        let below = v - ridge.line[x]
        let seed = Float(ridge.number) * 19
        let distance = powf(ridge.nearness, 0.75)
        var own = palette.haze.mixed(with: palette.near, 0.25 + 0.75 * distance)
        // Below the light itself no side is lit: it turns over smoothly.
        let side = min(max((light.x - u) / 0.25, -1), 1)
        if ridge.isMountain {
            // Spurs run down from the line askew: the shade of a place is that of the slope it hangs below.
            let rough = noise.sum(u * 11 + seed, v * 15 + seed, octaves: 4, gain: 0.55)
            let skew = (below * 0.75 + rough * 0.018) * side
            let spur = slope(of: ridge, min(max(x + Int(skew * Float(height)), 0), width - 1)) * side
            let shade = min(max(rough * 0.7 + spur * (0.62 - below), -1), 1)
            own = shade < 0 ? own * (1 + shade * 0.34) : own.screened(with: palette.glow * (shade * 0.24))
            if palette.snow > 0 {
                let line = ridge.snowLine + rough * 0.035 - spur * 0.012
                let snow = 1 - smoothStep(line - 0.02, line + 0.03, v)
                own = own.mixed(with: snowColour(shade), snow * (0.92 - 0.35 * ridge.nearness))
            }
        } else {
            if landscape.scene == .forest { own = own.mixed(with: palette.tree, 0.15 + 0.45 * ridge.nearness) }
            let patches = noise.sum(u * 5 + seed, v * 22 + seed, octaves: 4)
            own = own * (1 + patches * 0.16) + palette.glow * max(0, 0.10 - below) * 0.5
        }
        // Mist gathers in the valleys, at the foot of each ridge, and thins out towards the viewer.
        let air = 0.62 * (1 - ridge.nearness) * (1 - 0.25 * Float(palette.stars))
        let mist = smoothStep(0.015, 0.20, below) * (0.60 * (1 - ridge.nearness * 0.85))
        let bright = palette.haze.mixed(with: palette.skyHorizon, 0.35)
        let lit = bright.screened(with: palette.glow * (0.35 * expf(-abs(u - light.x) * 2.2)))
        return own.mixed(with: palette.haze, air).mixed(with: lit, mist)
    }

    private func snowColour(_ shade: Float) -> Colour {
        let white = Colour(repeating: 0.97).mixed(with: palette.skyHorizon, palette.stars > 0 ? 0.75 : 0.25)
        return shade < 0 ? white.mixed(with: palette.skyTop, min(-shade * 0.55, 0.5)) : white
    }

    private func slope(of ridge: Ridge, _ x: Int) -> Float {
        let reach = max(1, width / 240)
        let (left, right) = (max(0, x - reach), min(width - 1, x + reach))
        return (ridge.line[right] - ridge.line[left]) * Float(height) / Float(max(1, right - left))
    }
}
