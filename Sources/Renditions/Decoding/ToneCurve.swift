import Glibc

/// A curve of an ICC profile (ICC.1:2022, 10.6 and 10.18): from what is stored to light, both from 0 to 1.
enum ToneCurve {
    case table([Double])
    /// The numbers g, a, b, c, d, e, f of `(aX + b)^g + e` from d on, and `cX + f` below it.
    case parametric([Double])

    /// - Parameter element: of a profile, with its head.
    init?(_ element: UnsafeRawBufferPointer) {
        guard element.count >= 12 else { return nil }
        switch ColourProfile.tag(element, 0) {
        case "curv":
            let count = ColourProfile.word(element, 8)
            guard count <= 65_536, 12 + 2 * count <= element.count else { return nil }
            let numbers = (0..<count).map { index in
                Double(UInt16(bigEndian: element.loadUnaligned(fromByteOffset: 12 + 2 * index, as: UInt16.self)))
            }
            switch count {
            case 0: self = .gamma(1)
            case 1: self = .gamma(numbers[0] / 256)
            default: self = .table(numbers.map { $0 / 65_535 })
            }
        case "para":
            let kind = ColourProfile.word(element, 8) >> 16
            let counts = [1, 3, 4, 5, 7]
            guard counts.indices.contains(kind), 12 + 4 * counts[kind] <= element.count else { return nil }
            let numbers = (0..<counts[kind]).map { ColourProfile.fixed(element, 12 + 4 * $0) }
            guard let curve = Self(kind: kind, numbers) else { return nil }
            self = curve
        default: return nil
        }
    }

    /// - Parameters:
    ///   - kind: of the function, 0 to 4.
    ///   - numbers: as many as that has.
    private init?(kind: Int, _ numbers: [Double]) {
        let (g, a) = (numbers[0], kind == 0 ? 1 : numbers[1])
        guard a != 0 else { return nil }
        switch kind {
        case 0: self = .gamma(g)
        case 1: self = .parametric([g, a, numbers[2], 0, -numbers[2] / a, 0, 0])
        case 2: self = .parametric([g, a, numbers[2], 0, -numbers[2] / a, numbers[3], numbers[3]])
        case 3: self = .parametric(numbers + [0, 0])
        default: self = .parametric(numbers)
        }
    }

    static func gamma(_ exponent: Double) -> Self { .parametric([exponent, 1, 0, 0, 0, 0, 0]) }

    /// The curve of IEC 61966-2-1.
    static let standard = Self.parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0])

    func linear(_ value: Double) -> Double {
        switch self {
        case .table(let samples):
            let place = value * Double(samples.count - 1)
            let index = min(Int(place), samples.count - 2)
            return samples[index] + (samples[index + 1] - samples[index]) * (place - Double(index))
        case .parametric(let n):
            return value >= n[4] ? pow(max(0, n[1] * value + n[2]), n[0]) + n[5] : n[3] * value + n[6]
        }
    }

    /// Whether it is sRGB's, to less than a step of eight bits.
    var isStandard: Bool {
        (1...32).allSatisfy { step in
            let value = Double(step) / 32
            return abs(Self.standardInverse(linear(value)) - value) < 1.5 / 255
        }
    }

    /// The stored value for light, in sRGB.
    private static func standardInverse(_ light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
