#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Red, green and blue, 0…1, as the screen has them.
typealias Colour = SIMD3<Float>

extension SIMD3<Float> {
    /// 0xrrggbb.
    init(hex: Int) {
        self.init(Float(hex >> 16 & 0xff) / 255, Float(hex >> 8 & 0xff) / 255, Float(hex & 0xff) / 255)
    }

    /// `part` 0 is this colour, 1 the other.
    func mixed(with other: Self, _ part: Float) -> Self { self + (other - self) * part }

    /// As light added on film: never beyond white.
    func screened(with light: Self) -> Self { 1 - (1 - self) * (1 - light) }
}

/// 0 below `from`, 1 above `to`, smooth between.
func smoothStep(_ from: Float, _ to: Float, _ value: Float) -> Float {
    let part = min(max((value - from) / (to - from), 0), 1)
    return part * part * (3 - 2 * part)
}
