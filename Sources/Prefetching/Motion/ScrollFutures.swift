import Glibc

/// Where the visible rect may be over the next five seconds: a handful of futures, each with its weight, at sixteen
/// moments. `ScrollUse` says how much use loading a stretch of content would be.
package struct ScrollFutures: Sendable {
    /// The moments, in seconds from now.
    static let moments = SIMD16<Float>(
        0.03, 0.1, 0.18, 0.27, 0.38, 0.5, 0.64, 0.8, 1.0, 1.25, 1.55, 1.9, 2.35, 2.95, 3.75, 4.75)
    /// The length of time, in seconds, that each moment represents.
    static let lengths = SIMD16<Float>(
        0.065, 0.075, 0.085, 0.1, 0.115, 0.13, 0.15, 0.18, 0.225, 0.275, 0.325, 0.4, 0.525, 0.7, 0.9, 1.0)

    struct Future: Sendable {
        let weight: Float
        /// Top edge of the visible rect at each moment.
        let tops: SIMD16<Float>
    }

    let viewportHeight: Float
    /// Offsets are held against this one, so that single precision is enough at any content height.
    let origin: Double
    let limit: ClosedRange<Float>
    /// Scrubbing faster than ten viewports a second: a full picture would come too late to be seen.
    let isFlyingOver: Bool
    let isResting: Bool
    /// A wheel with steps moves the view, or did so last.
    let isStepped: Bool
    /// Limits loads ahead to this span, whatever the futures show; `nil` once the viewer has scrolled.
    let bounds: Span?
    private(set) var futures: [Future] = []
    /// In px from the present offset.
    private let horizon: Float

    init(_ sample: ScrollSample, reach: Double = 1, isStepped: Bool = false, hasScrolled: Bool = true) {
        self.isStepped = isStepped
        origin = sample.offset
        viewportHeight = Float(sample.viewportHeight)
        horizon = Self.horizon * Float(reach) * viewportHeight
        let screen = reach * sample.viewportHeight
        bounds =
            hasScrolled
            ? nil : sample.visible.grown(above: Self.firstBehind * screen, below: Self.firstAhead * screen)
        limit = Float(-sample.offset)...Float(max(0, sample.contentHeight - sample.viewportHeight - sample.offset))
        isFlyingOver = sample.phase == .scrubbing && abs(sample.velocity) > 10 * sample.viewportHeight
        isResting = sample.phase == .settled || sample.phase == .jump || sample.phase == .hidden
        futures.reserveCapacity(16)
    }

    /// Viewports beyond which a future is not followed: what is there is requested when it is nearer, and one event
    /// never names items over half the collection.
    private static let horizon: Float = 12
    /// Viewports that are loaded below and above the view before the first scroll. It is open whether the viewer will scroll at all, and
    /// the time of a rest is enough to load far more than the first scroll shows.
    private static let firstAhead = 1.5
    private static let firstBehind = 0.25

    /// Adds a future given by the way from the present offset, in px, at a time in seconds.
    mutating func add(weight: Double, way: (Double) -> Double) {
        guard weight > 0 else { return }
        var tops = SIMD16<Float>()
        for index in tops.indices {
            let top = min(max(Float(way(Double(Self.moments[index]))), limit.lowerBound), limit.upperBound)
            tops[index] = abs(top) <= horizon ? top : .infinity
        }
        futures.append(Future(weight: Float(weight), tops: tops))
    }

    static let levels = 18

    /// The weight of a second at each moment, for delays of 0.02 · √2ⁿ seconds.
    static let coefficients: [SIMD16<Float>] = (0..<levels).map { level in
        let delay = 0.02 * pow(2, Double(level) / 2)
        let fading = max(0.6, 1.2 * delay)
        var result = SIMD16<Float>()
        for index in result.indices {
            // A moment represents a length of time: the part of it after the delay counts.
            let length = Double(lengths[index])
            let middle = Double(moments[index])
            let start = index == 0 ? 0 : middle - length / 2
            let part = min(1, max(0, (start + length - delay) / length))
            result[index] = Float(part * length * exp(-max(0, middle - delay) / fading))
        }
        return result
    }

    /// Twice the binary logarithm of the delay over its least, to the nearest whole number; read off the number's own
    /// exponent, since it is asked for each item.
    static func level(_ delay: Double) -> Int {
        let ratio = max(delay, 0.02) / 0.02
        // 2^¼ and 2^¾: where it is rounded up.
        let part = ratio.significand < 1.189_207_115 ? 0 : ratio.significand < 1.681_792_831 ? 1 : 2
        return min(2 * Int(ratio.exponent) + part, levels - 1)
    }
}
