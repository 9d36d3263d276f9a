import Glibc

@testable import Prefetching

extension ScrollFutures {
    /// Expected visible seconds of a span from `delay` seconds on, as a plan computes it.
    func use(of span: Span, after delay: Double) -> Float {
        var use = ScrollUse(self)
        return use.use(of: span, after: delay)
    }

    /// The same, written out future by future and moment by moment.
    func slowUse(of span: Span, after delay: Double) -> Double {
        let fading = max(0.6, 1.2 * delay)
        var use = 0.0
        for future in futures {
            var start = 0.0
            for index in future.tops.indices {
                let length = Double(Self.lengths[index])
                let middle = Double(Self.moments[index])
                if index > 0 { start = middle - length / 2 }
                let top = origin + Double(future.tops[index])
                guard top < span.bottom, top + Double(viewportHeight) > span.top else { continue }
                let after = min(1, max(0, (start + length - delay) / length))
                use += Double(future.weight) * after * length * exp(-max(0, middle - delay) / fading)
            }
        }
        return use
    }

    /// 1, except for rounding.
    var totalWeight: Double { futures.reduce(0) { $0 + Double($1.weight) } }
}
