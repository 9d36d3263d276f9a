#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension LandscapePainter {
    /// Conifers along the line and on the slope of a near ridge; distant ones are too small to see.
    mutating func plantTrees(on ridge: Ridge) {
        guard !ridge.isMountain else { return }
        let isForest = landscape.scene == .forest
        guard isForest || landscape.scene == .lake || landscape.scene == .ridges || ridge.nearness > 0.4 else { return }
        let aspect = Float(width) / Float(height)
        let size = 0.013 + (isForest ? 0.075 : 0.055) * ridge.nearness * ridge.nearness
        let count = Int(aspect / size * (isForest ? 26 : landscape.scene == .hills ? 0.7 : 3.2))
        let air = palette.haze.mixed(with: palette.tree, 0.35 + 0.65 * ridge.nearness)
        var trees = (0..<count).map { _ -> (u: Float, v: Float, size: Float) in
            let u = random.float(in: 0...aspect)
            let column = min(width - 1, Int(u * Float(height)))
            // Trees grow in groves.
            let grove = noise.sum(u * 3.1 + Float(ridge.number) * 7, octaves: 2)
            let down = powf(random.float(in: 0...1), 1.5) * (isForest ? 0.20 : 0.05) * (0.4 + ridge.nearness)
            let grown = size * random.float(in: 0.55...1.25) * (1 + down * 2)
            let isThere = isForest ? grove > -0.55 : grove > (landscape.scene == .hills ? 0.15 : -0.25)
            return (u, ridge.line[column] + down + 0.004, isThere ? grown : 0)
        }
        trees.sort { $0.v < $1.v }
        for tree in trees where tree.size > 0 && tree.v < shore + 0.004 {
            let tone = random.float(in: 0.82...1.18)
            stampTree(u: tree.u, foot: min(tree.v, shore), size: tree.size, colour: air * tone)
        }
    }

    /// The foreground: a dark bank with grass, and a few tall trees at one side.
    mutating func paintForeground() {
        let aspect = Float(width) / Float(height)
        let isLeft = random.float(in: 0...1) < 0.5
        let bank = landscape.scene == .sea ? 0.05 : landscape.scene == .lake ? 0.07 : 0.06 as Float
        let dark = palette.tree.mixed(with: palette.near, 0.25) * (palette.snow > 0.8 ? 1.0 : 0.8)
        for x in 0..<width {
            let u = Float(x) / Float(height)
            let side = isLeft ? u / aspect : 1 - u / aspect
            let rise = bank * (1.25 - 1.5 * smoothStep(0.05, 0.9, side)) + 0.012 * noise.sum(u * 6, octaves: 3)
            let grass = 0.011 * abs(noise.corner(Int32(x) / 2, 77)) * smoothStep(-0.02, 0.03, rise)
            let top = 1 - rise - grass
            guard top < 1 else { continue }
            for y in max(0, Int(top * Float(height)))..<height {
                let below = Float(y) / Float(height) - top
                let place = y * width + x
                let cover = min(below * Float(height) + 0.5, 1)
                let lift = palette.glow * (0.06 * expf(-below * 40))
                pixels[place] = pixels[place].mixed(with: dark * (1 - 0.5 * min(below * 6, 1)) + lift, cover)
            }
        }
        guard landscape.scene != .sea || palette.stars > 0 else { return }
        let count = 3 + Int(random.float(in: 0...4))
        for _ in 0..<count {
            let side = powf(random.float(in: 0...1), 1.6) * 0.34
            let u = (isLeft ? side : 1 - side) * aspect
            let size = random.float(in: 0.16...0.42) * (1 - side)
            stampTree(u: u, foot: 0.985 - bank * 0.3, size: size, colour: dark * 0.75)
        }
    }

    /// A conifer: whorls of branches that widen towards the foot, ragged, with a thin stem.
    mutating func stampTree(u: Float, foot: Float, size: Float, colour: Colour) {
        let middle = u * Float(height)
        let rows = Int(size * Float(height))
        let bottom = Int(foot * Float(height))
        guard rows > 2 else { return }
        let whorls = 7 + size * 26
        let ragged = Int32(truncatingIfNeeded: Int(middle) &* 31)
        for row in 0..<rows {
            let y = bottom - rows + row
            guard y >= 0, y < height else { continue }
            let part = Float(row) / Float(rows)
            let whorl = (part * whorls).truncatingRemainder(dividingBy: 1)
            let spread = 0.19 * part * (0.52 + 0.48 * whorl) * Float(rows)
            let left = spread * (1 + 0.28 * noise.corner(Int32(row), ragged)) + 0.4
            let right = spread * (1 + 0.28 * noise.corner(Int32(row), ragged &+ 1)) + 0.4
            let isStem = part > 0.94
            let (from, to) = (
                middle - (isStem ? 0.02 * Float(rows) : left), middle + (isStem ? 0.02 * Float(rows) : right)
            )
            for x in max(0, Int(from))...max(0, min(width - 1, Int(to) + 1)) where x < width {
                let cover = min(min(Float(x) + 1 - from, to - Float(x)), 1)
                guard cover > 0 else { continue }
                let place = y * width + x
                let lit: Float = (Float(x) < middle) == (light.x < u) ? 1.10 : 0.92
                pixels[place] = pixels[place].mixed(with: colour * lit, cover)
            }
        }
    }
}
