/// How much use loading a span of content would be, for many spans of one plan.
///
/// The tops of all futures at all moments are sorted, with running sums of what they count: the rects that a span meets are
/// those whose tops are between two values, so its use is one difference of two sums. Building costs a sort of some 300
/// numbers; a query next to the last one costs a few steps.
struct ScrollUse {
    private let origin: Double
    private let viewportHeight: Float
    private let bounds: Span?
    /// Ascending.
    private var tops: [Float] = []
    /// The weight of each top's future, and its moment.
    private var weights: [Float] = []
    private var moments: [Int] = []
    /// For each level of delay that was asked for: the sums before each top, and the whole.
    private var sums = [[Float]](repeating: [], count: ScrollFutures.levels)
    /// Indices of the last query's two values among the tops.
    private var first = 0
    private var end = 0

    init(_ futures: ScrollFutures) {
        origin = futures.origin
        viewportHeight = futures.viewportHeight
        bounds = futures.bounds
        var keys: [UInt64] = []
        keys.reserveCapacity(futures.futures.count * 16)
        for (number, future) in futures.futures.enumerated() {
            for moment in 0..<16 where future.tops[moment].isFinite {
                keys.append(Self.key(future.tops[moment]) << 32 | UInt64(number << 4 | moment))
            }
        }
        keys.sort()
        tops.reserveCapacity(keys.count)
        weights.reserveCapacity(keys.count)
        moments.reserveCapacity(keys.count)
        for key in keys {
            let future = futures.futures[Int(key & 0xffff_ffff) >> 4]
            moments.append(Int(key & 15))
            weights.append(future.weight)
            tops.append(future.tops[Int(key & 15)])
        }
    }

    /// Expected visible seconds of a span from `delay` seconds on, the later the less: e^(−(τ − delay)/θ) with
    /// θ = max(0.6, 1.2 · delay).
    mutating func use(of span: Span, after delay: Double) -> Float {
        use(of: span, level: ScrollFutures.level(delay))
    }

    /// `level` is that of the delay.
    mutating func use(of span: Span, level: Int) -> Float {
        if sums[level].isEmpty { sums[level] = summed(ScrollFutures.coefficients[level]) }
        // A rect whose top edge is at or above this one has left the span behind.
        let above = Float(span.top - origin) - viewportHeight
        let bottom = Float(span.bottom - origin)
        while first < tops.count, tops[first] <= above { first += 1 }
        while first > 0, tops[first - 1] > above { first -= 1 }
        while end < tops.count, tops[end] < bottom { end += 1 }
        while end > 0, tops[end - 1] >= bottom { end -= 1 }
        return max(0, sums[level][max(first, end)] - sums[level][first])
    }

    /// The use of what stays in view for all moments, once something was asked for at this level of delay.
    func whole(level: Int) -> Float { sums[level].last ?? 0 }

    /// The stretches of content that are in view or that any future shows within its bounds, ascending and apart.
    func reach() -> [Span] {
        var spans: [Span] = []
        var isNowAdded = false
        func add(_ top: Float) {
            let span = Span(top: origin + Double(top), bottom: origin + Double(top) + Double(viewportHeight))
            if let last = spans.last, span.top <= last.bottom {
                spans[spans.count - 1].bottom = span.bottom
            } else {
                spans.append(span)
            }
        }
        for top in tops {
            if top >= 0, !isNowAdded {
                add(0)
                isNowAdded = true
            }
            add(top)
        }
        if !isNowAdded { add(0) }
        guard let bounds else { return spans }
        return spans.filter { $0.bottom > bounds.top && $0.top < bounds.bottom }.map {
            Span(top: max($0.top, bounds.top), bottom: min($0.bottom, bounds.bottom))
        }
    }

    private func summed(_ worth: SIMD16<Float>) -> [Float] {
        var sums: [Float] = [0]
        sums.reserveCapacity(tops.count + 1)
        var sum: Float = 0
        for index in tops.indices {
            sum += weights[index] * worth[moments[index]]
            sums.append(sum)
        }
        return sums
    }

    /// Bits that order as the numbers do.
    private static func key(_ number: Float) -> UInt64 {
        let bits = number.bitPattern
        return UInt64(bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits)
    }
}
