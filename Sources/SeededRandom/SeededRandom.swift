import Glibc

/// Random numbers that are the same for the same seed on every machine: SplitMix64 (Steele, Lea, Flood 2014).
///
/// The distributions are formulas of our own, since those of the standard library may change between its versions.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// At least 0, below `bound`, which is positive.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// At least 0, below 1.
    package mutating func uniform() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Uniform in `range`.
    package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }

    /// Uniform in `range`, from 24 bits.
    package mutating func float(in range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(next() >> 40) / Float(1 << 24)
    }

    package mutating func isTrue(_ probability: Double) -> Bool { uniform() < probability }

    /// Normal with mean 0 and deviation 1.
    package mutating func normal() -> Double {
        (-2 * log(max(uniform(), 1e-300))).squareRoot() * cos(2 * .pi * uniform())
    }

    package mutating func lognormal(median: Double, sigma: Double) -> Double { median * exp(sigma * normal()) }
}
