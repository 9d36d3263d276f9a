/// Smooth random fields: value noise, and sums of it at rising frequency. The same seed gives the same field.
struct Noise {
    private let seed: UInt32

    init(seed: UInt64) {
        self.seed = UInt32(truncatingIfNeeded: seed ^ seed >> 32)
    }

    /// −1…1, one hill to a unit.
    func value(_ x: Float) -> Float {
        let cell = x.rounded(.down)
        let place = Int32(truncatingIfNeeded: Int(cell))
        return Self.mix(corner(place, 0), corner(place &+ 1, 0), Self.ease(x - cell))
    }

    /// −1…1, one hill to a unit in both directions.
    func value(_ x: Float, _ y: Float) -> Float {
        let (cellX, cellY) = (x.rounded(.down), y.rounded(.down))
        let (placeX, placeY) = (Int32(truncatingIfNeeded: Int(cellX)), Int32(truncatingIfNeeded: Int(cellY)))
        let (right, down) = (Self.ease(x - cellX), Self.ease(y - cellY))
        let upper = Self.mix(corner(placeX, placeY), corner(placeX &+ 1, placeY), right)
        let lower = Self.mix(corner(placeX, placeY &+ 1), corner(placeX &+ 1, placeY &+ 1), right)
        return Self.mix(upper, lower, down)
    }

    /// A sum of octaves, each twice as fine and `gain` times as strong; about −1…1.
    func sum(_ x: Float, octaves: Int, gain: Float = 0.5) -> Float {
        var (total, strength, frequency, reach) = (Float(0), Float(1), Float(1), Float(0))
        for octave in 0..<octaves {
            total += strength * value(x * frequency + Float(octave) * 17.3)
            reach += strength
            strength *= gain
            frequency *= 2
        }
        return total / reach
    }

    func sum(_ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5) -> Float {
        var (total, strength, frequency, reach) = (Float(0), Float(1), Float(1), Float(0))
        for octave in 0..<octaves {
            let shift = Float(octave) * 17.3
            total += strength * value(x * frequency + shift, y * frequency - shift)
            reach += strength
            strength *= gain
            frequency *= 2.03
        }
        return total / reach
    }

    /// Folded at zero, so that it has creases as mountains do; 0…1, 1 on the creases.
    func ridged(_ x: Float, octaves: Int) -> Float {
        var (total, strength, frequency, reach) = (Float(0), Float(1), Float(1), Float(0))
        for octave in 0..<octaves {
            let fold = 1 - abs(value(x * frequency + Float(octave) * 31.7))
            total += strength * fold * fold
            reach += strength
            strength *= 0.5
            frequency *= 2.1
        }
        return total / reach
    }

    /// −1…1 for a lattice point.
    func corner(_ x: Int32, _ y: Int32) -> Float {
        var hash = UInt32(bitPattern: x) &* 0x9e37_79b1 ^ UInt32(bitPattern: y) &* 0x85eb_ca77 ^ seed
        hash = (hash ^ hash >> 15) &* 0x2c1b_3c6d
        hash = (hash ^ hash >> 12) &* 0x297a_2d39
        hash ^= hash >> 15
        return Float(hash >> 8) / Float(1 << 23) - 1
    }

    private static func ease(_ part: Float) -> Float { part * part * (3 - 2 * part) }
    private static func mix(_ from: Float, _ to: Float, _ part: Float) -> Float { from + (to - from) * part }
}
