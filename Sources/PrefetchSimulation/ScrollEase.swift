import Glibc

/// How Chromium scrolls to the target of a mouse wheel: an ease-in-out that goes on from the present speed when another
/// tick moves the target (cc/animation/scroll_offset_animation_curve.cc, mouse wheels: INVERSE_DELTA).
struct ScrollEase {
    private(set) var target: Double
    private var origin: Double
    private var start = 0.0
    private var duration = 0.0
    private var curve = Curve(slope: 0)

    init(at offset: Double) {
        target = offset
        origin = offset
    }

    func isMoving(at time: Double) -> Bool { time - start < duration }

    func offset(at time: Double) -> Double {
        guard isMoving(at: time) else { return target }
        return origin + (target - origin) * curve.value(max(0, time - start) / duration)
    }

    mutating func retarget(to newTarget: Double, at time: Double) {
        guard abs(newTarget - target) > 0.01 else { return }
        let now = offset(at: time)
        let way = newTarget - now
        var length = Self.duration(way)
        var slope = 0.0
        if isMoving(at: time) {
            let speed = curve.slope(max(0, time - start) / duration) * (target - origin) / duration
            // Without the bound a fast motion would swing past a near target.
            if speed * way > 0 { length = min(length, 2.5 * way / speed) }
            slope = way == 0 ? 0 : speed * length / way
        }
        (origin, target, start, duration, curve) = (now, newTarget, time, length, Curve(slope: slope))
    }

    /// 0.2 s for a tick of 100 px, half as long for ways of 480 px and more.
    private static func duration(_ way: Double) -> Double { min(max(14 - abs(way) / 60, 6), 12) / 60 }

    /// A cubic Bézier curve from (0, 0) to (1, 1): CSS's ease-in-out, with a slope at its beginning.
    private struct Curve {
        private static let firstX = 0.42
        private static let secondX = 0.58
        private let firstY: Double

        init(slope: Double) { firstY = min(max(slope, -1000), 1000) * Self.firstX }

        func value(_ x: Double) -> Double { Self.bezier(firstY, 1, parameter(x)) }

        func slope(_ x: Double) -> Double {
            let parameter = parameter(x)
            return Self.derivative(firstY, 1, parameter) / Self.derivative(Self.firstX, Self.secondX, parameter)
        }

        private func parameter(_ x: Double) -> Double {
            var (low, high) = (0.0, 1.0)
            for _ in 0..<30 {
                let middle = (low + high) / 2
                if Self.bezier(Self.firstX, Self.secondX, middle) < x { low = middle } else { high = middle }
            }
            return (low + high) / 2
        }

        private static func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
            3 * first * (1 - t) * (1 - t) * t + 3 * second * (1 - t) * t * t + t * t * t
        }

        private static func derivative(_ first: Double, _ second: Double, _ t: Double) -> Double {
            3 * first * (1 - t) * (1 - t) + 6 * (second - first) * (1 - t) * t + 3 * (1 - second) * t * t
        }
    }
}
