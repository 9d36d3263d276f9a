#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The colours of one mood of light.
struct LandscapePalette {
    var skyTop: Colour
    var skyMiddle: Colour
    var skyHorizon: Colour
    /// Around the sun or moon.
    var glow: Colour
    var disc: Colour
    /// The colours that far things fade into, and of the nearest things.
    var haze: Colour
    var near: Colour
    var cloudLight: Colour
    var cloudShade: Colour
    var tree: Colour
    /// The part of the high ground that snow covers, 0…1; above 0.8 also the hills.
    var snow: Float = 0
    /// How many stars show, 0…1.
    var stars: Float = 0
    var aurora: Colour?

    init(sky: (Int, Int, Int), glow: Int, disc: Int, haze: Int, near: Int, cloud: (Int, Int), tree: Int) {
        skyTop = Colour(hex: sky.0)
        skyMiddle = Colour(hex: sky.1)
        skyHorizon = Colour(hex: sky.2)
        self.glow = Colour(hex: glow)
        self.disc = Colour(hex: disc)
        self.haze = Colour(hex: haze)
        self.near = Colour(hex: near)
        cloudLight = Colour(hex: cloud.0)
        cloudShade = Colour(hex: cloud.1)
        self.tree = Colour(hex: tree)
    }

    fileprivate func with(_ change: (inout Self) -> Void) -> Self {
        var palette = self
        change(&palette)
        return palette
    }
}

extension LandscapePalette {
    static let dawn = [
        LandscapePalette(
            sky: (0x4d73a8, 0xd3a9bb, 0xffdfb8), glow: 0xffc98f, disc: 0xfff3da, haze: 0xe6bfb4, near: 0x2e4257,
            cloud: (0xffd9c2, 0xb28aa6), tree: 0x1f2f3f),
        LandscapePalette(
            sky: (0x6f93b8, 0xe3c6cb, 0xfdeedb), glow: 0xffe2bd, disc: 0xfffaee, haze: 0xe9d8d3, near: 0x41616b,
            cloud: (0xfff0e4, 0xc3a9b8), tree: 0x2a444c
        ).with { $0.snow = 0.35 },
        LandscapePalette(
            sky: (0x4a5288, 0xbd8bab, 0xffc78c), glow: 0xffae6c, disc: 0xffefce, haze: 0xd9a3a3, near: 0x2b2f4c,
            cloud: (0xffc2a0, 0x8d6690), tree: 0x1c1f36),
    ]

    static let day = [
        LandscapePalette(
            sky: (0x2c74be, 0x79b6e6, 0xdcedf6), glow: 0xfff6dc, disc: 0xffffff, haze: 0xbcd4e4, near: 0x2e5a38,
            cloud: (0xffffff, 0xb9cadb), tree: 0x1e3f2b
        ).with { $0.snow = 0.55 },
        LandscapePalette(
            sky: (0x3a8ccf, 0x9dd0ef, 0xf0f6ea), glow: 0xfff4d0, disc: 0xffffff, haze: 0xbfd9d6, near: 0x5a8a34,
            cloud: (0xffffff, 0xc6d6de), tree: 0x2f5b2a),
        LandscapePalette(
            sky: (0x4583bc, 0xa6cbe2, 0xf8ecd2), glow: 0xffeec2, disc: 0xffffff, haze: 0xd6cbb9, near: 0xa5642a,
            cloud: (0xfffaf0, 0xcbc6c4), tree: 0xb0521d
        ).with { $0.snow = 0.3 },
        LandscapePalette(
            sky: (0x5a8dc0, 0xb4d1e9, 0xf1f4f8), glow: 0xfffbea, disc: 0xffffff, haze: 0xcbdbea, near: 0xdfe9f3,
            cloud: (0xffffff, 0xc2cfde), tree: 0x2d4557
        ).with { $0.snow = 1 },
    ]

    static let dusk = [
        LandscapePalette(
            sky: (0x2a2453, 0x9b466f, 0xffa25c), glow: 0xffb35e, disc: 0xfff0bd, haze: 0xd0707a, near: 0x1b1630,
            cloud: (0xff9f6b, 0x6d3565), tree: 0x120e20),
        LandscapePalette(
            sky: (0x1f3059, 0x81598a, 0xffc49a), glow: 0xffc08a, disc: 0xfff3d6, haze: 0xb98a9f, near: 0x1d2440,
            cloud: (0xffc0a4, 0x5f5280), tree: 0x12172b
        ).with { $0.snow = 0.4 },
        LandscapePalette(
            sky: (0x3b1d42, 0xc4503f, 0xffd577), glow: 0xffc75e, disc: 0xfff6c8, haze: 0xe08a5c, near: 0x25111f,
            cloud: (0xffb562, 0x7b2c3f), tree: 0x180a15),
    ]

    static let night = [
        LandscapePalette(
            sky: (0x060b1f, 0x14284d, 0x3a5a86), glow: 0x9db8e8, disc: 0xf4f6ff, haze: 0x314e78, near: 0x060b16,
            cloud: (0x4a648e, 0x1a2a49), tree: 0x03060d
        ).with { ($0.stars, $0.snow) = (0.9, 0.3) },
        LandscapePalette(
            sky: (0x040e1b, 0x0b2839, 0x1f5157), glow: 0x8fd9c4, disc: 0xeafff6, haze: 0x1d464f, near: 0x040b11,
            cloud: (0x2a5a62, 0x0c2430), tree: 0x02060a
        ).with { ($0.stars, $0.snow, $0.aurora) = (1, 0.5, Colour(hex: 0x4dffb0)) },
        LandscapePalette(
            sky: (0x0a0822, 0x281c52, 0x6b4a8c), glow: 0xd7b8f0, disc: 0xfff7ff, haze: 0x46336c, near: 0x080612,
            cloud: (0x6a4d8c, 0x231843), tree: 0x05040c
        ).with { $0.stars = 1 },
    ]
}

/// Red, green and blue, 0…1, as the screen has them.
typealias Colour = SIMD3<Float>

extension SIMD3<Float> {
    /// 0xrrggbb.
    init(hex: Int) {
        self.init(Float(hex >> 16 & 0xff) / 255, Float(hex >> 8 & 0xff) / 255, Float(hex & 0xff) / 255)
    }

    /// `part` 0 is this colour, 1 the other.
    func mixed(with other: Self, _ part: Float) -> Self { self + (other - self) * part }

    /// Adds light as on film: never beyond white.
    func screened(with light: Self) -> Self { 1 - (1 - self) * (1 - light) }
}

/// 0 below `from`, 1 above `to`, smooth between.
func smoothStep(_ from: Float, _ to: Float, _ value: Float) -> Float {
    let part = min(max((value - from) / (to - from), 0), 1)
    return part * part * (3 - 2 * part)
}
