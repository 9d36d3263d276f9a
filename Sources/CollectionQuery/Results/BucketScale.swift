/// Buckets of equal round width (1, 2 or 5 times a power of ten) over a range of numbers, at most 64 and mostly about twenty.
struct BucketScale {
    let count: Int
    /// The width is `factor` × 10^`exponent`; bounds are multiples of it, from `first` on.
    private let factor: Double
    private let exponent: Int
    private let first: Double

    init(from least: Double, to most: Double) {
        var (factor, exponent) = Self.roundWidth(atLeast: most / 20 - least / 20)
        // Integers in buckets of less than one would be all ends.
        if exponent < 0, least.rounded() == least, most.rounded() == most { (factor, exponent) = (1, 0) }
        self.factor = factor
        self.exponent = exponent
        first = (least / Self.value(factor, exponent)).rounded(.down)
        let last = (most / Self.value(factor, exponent)).rounded(.down)
        count = max(1, Int(min(last - first + 1, 64)))
    }

    func bucket(of number: Double) -> Int {
        let place = (number / Self.value(factor, exponent)).rounded(.down) - first
        let bucket = Int(max(0, min(place, Double(count - 1))))
        // A quotient may be rounded to the next integer; the bounds decide.
        if bucket > 0, number < start(of: bucket) { return bucket - 1 }
        return bucket + 1 < count && number >= start(of: bucket + 1) ? bucket + 1 : bucket
    }

    func start(of bucket: Int) -> Double {
        let start = Self.value((first + Double(bucket)) * factor, exponent)
        return start.isFinite ? start : .greatestFiniteMagnitude
    }

    private static func roundWidth(atLeast wanted: Double) -> (factor: Double, exponent: Int) {
        guard wanted > 0 else { return (1, 0) }
        var exponent = -300
        while exponent < 308 {
            if let factor = [1.0, 2, 5].first(where: { value($0, exponent) >= wanted }) { return (factor, exponent) }
            exponent += 1
        }
        return (1, 308)
    }

    /// A quotient where the power is negative: 2 / 10 is nearer to what people write than 2 × 0.1.
    private static func value(_ factor: Double, _ exponent: Int) -> Double {
        exponent < 0 ? factor / power(-exponent) : factor * power(exponent)
    }

    private static func power(_ exponent: Int) -> Double { powers[exponent] }

    private static let powers = (0...308).map { Double("1e\($0)")! }
}
