import CollectionQuery
import Glibc

extension Texel {
    /// The looks of the picture: which of the lowest 64 frequencies of its brightness, without the mean, are above their median. A picture
    /// that was resized, compressed or brightened differs in few.
    ///
    /// After Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions" (2010), from fewer pixels.
    package var likeness: Likeness {
        let rows = (0..<Self.side).map(brightness(ofRow:))
        var powers: [Float] = []
        powers.reserveCapacity(Self.waves.count * Self.waves.count)
        for across in Self.waves {
            var column = SIMD16<Float>()
            for row in 0..<Self.side { column[row] = (rows[row] * across).sum() }
            for down in Self.waves {
                let power = (column * down).sum()
                powers.append(abs(power) < Self.leastPower ? 0 : power)
            }
        }
        let median = powers.sorted()[powers.count / 2]
        return Likeness(bits: powers.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) })
    }

    /// The brightness of a row's pixels, by the weights of BT.601, in thousandths.
    private func brightness(ofRow row: Int) -> SIMD16<Float> {
        var samples = SIMD16<Float>()
        for column in 0..<Self.side {
            let pixel = (row * Self.side + column) * 3
            samples[column] = Float(299 * Int(rgb[pixel]) + 587 * Int(rgb[pixel + 1]) + 114 * Int(rgb[pixel + 2]))
        }
        return samples
    }

    /// A plain picture has less by rounding alone: all of those are alike.
    private static let leastPower: Float = 4000

    /// Cosines from the first frequency above the mean on.
    private static let waves: [SIMD16<Float>] = (1...8).map { frequency in
        var wave = SIMD16<Float>()
        for place in 0..<side {
            wave[place] = Float(cos(Double(frequency) * (Double(place) + 0.5) / Double(side) * .pi))
        }
        return wave
    }
}
