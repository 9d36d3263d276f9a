import SeededRandom

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension LandscapePainter {
    mutating func paintSky() {
        let clouds = cloudiness()
        let drift = random.float(in: 0...50)
        let rows = min(height, Int((max(horizon, 0.7) + 0.1) * Float(height)))
        for y in 0..<rows {
            let v = Float(y) / Float(height)
            let gradient = sky(at: v)
            for x in 0..<width {
                let u = Float(x) / Float(height)
                var colour = gradient
                let distance = hypotf(u - light.x, v - light.y)
                colour = colour.screened(with: palette.glow * glow(at: distance))
                if let aurora = palette.aurora { colour = colour.screened(with: aurora * self.aurora(u, v)) }
                if palette.stars > 0 { colour = colour.screened(with: Colour(repeating: star(x, y, v))) }
                colour = colour.mixed(with: palette.disc, disc(at: distance))
                if clouds > 0 { colour = cloud(over: colour, u, v, amount: clouds, drift: drift, distance) }
                pixels[y * width + x] = colour
            }
        }
    }

    func sky(at v: Float) -> Colour {
        let part = min(v / horizon, 1)
        let middle: Float = 0.55
        return part < middle
            ? palette.skyTop.mixed(with: palette.skyMiddle, smoothStep(0, middle, part))
            : palette.skyMiddle.mixed(with: palette.skyHorizon, smoothStep(middle, 1, part))
    }

    private func cloudiness() -> Float {
        var choice = SeededRandom(seed: landscape.seed ^ 0xc10d)
        switch landscape.mood {
        case .dawn, .dusk: return choice.float(in: 0.35...0.75)
        case .day: return choice.float(in: 0.30...0.70)
        case .night: return palette.aurora == nil ? choice.float(in: 0...0.35) : 0
        }
    }

    private func glow(at distance: Float) -> Float {
        switch landscape.mood {
        case .day: 0.55 * expf(-distance * 7)
        case .night: 0.45 * expf(-distance * 6) + 0.25 * expf(-distance * 24)
        default: 0.75 * expf(-distance * 3.6) + 0.5 * expf(-distance * 16)
        }
    }

    private func disc(at distance: Float) -> Float {
        let radius: Float = landscape.mood == .night ? 0.030 : landscape.mood == .day ? 0.026 : 0.036
        return 1 - smoothStep(radius - 0.0015, radius + 0.0015, distance)
    }

    /// A point of light in one pixel of some hundreds, rarer towards the horizon.
    private func star(_ x: Int, _ y: Int, _ v: Float) -> Float {
        // One grid for all sizes of picture: 0.0022 of its height.
        let chance = noise.corner(Int32(x) &+ 977, Int32(y) &+ 3571)
        let rarity: Float = 0.9975 + 0.0024 * min(v / horizon, 1)
        guard chance > rarity else { return 0 }
        return palette.stars * (0.35 + 0.65 * abs(noise.corner(Int32(y), Int32(x))))
    }

    private func aurora(_ u: Float, _ v: Float) -> Float {
        let bend = noise.sum(u * 1.3 + 9, v * 0.6, octaves: 2) * 0.16
        var light: Float = 0
        for band in 0..<3 {
            let shift = Float(band) * 23
            let foot = 0.24 + Float(band) * 0.10 + bend * (1.3 - Float(band) * 0.4) + 0.03 * noise.value(u * 4 + shift)
            let above = foot - v
            guard above > -0.07 else { continue }
            let rays = 0.5 + 0.5 * noise.sum(u * 26 + shift, v * 0.7, octaves: 2)
            let curtain = max(0, 0.25 + noise.value(u * 1.9 + shift * 3, 4))
            light += smoothStep(-0.07, 0.02, above) * expf(-max(above, 0) * 7.5) * rays * curtain
        }
        return min(light * 0.8, 0.8)
    }

    /// Long clouds, thinner and flatter towards the horizon, bright on the side of the sun.
    private func cloud(
        over colour: Colour, _ u: Float, _ v: Float, amount: Float, drift: Float, _ distance: Float
    ) -> Colour {
        let depth = 0.18 + 0.9 * max(horizon - v, 0)
        let (x, y) = (u / depth * 0.55 + drift, v / depth * 1.9)
        let density = noise.sum(x, y, octaves: 5, gain: 0.52)
        let cover = smoothStep(0.34 - amount * 0.5, 0.78 - amount * 0.5, density)
        guard cover > 0 else { return colour }
        let thickness = smoothStep(0.1, 0.7, density + 0.25 * noise.value(x * 1.3, y * 1.3 + 7))
        let lit = palette.cloudLight.mixed(with: palette.cloudShade, thickness * 0.85)
        let warm = lit.screened(with: palette.glow * (0.5 * expf(-distance * 4)))
        let fade = smoothStep(-0.02, 0.16, horizon - v) * 0.9
        return colour.mixed(with: warm, cover * fade)
    }
}
