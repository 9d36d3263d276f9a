import Glibc
import Prefetching
import SeededRandom

/// Makes scroll traces up: people's hands in numbers. The same seed gives the same traces everywhere.
///
/// Flings of iOS, Android and trackpads (start velocity lognormal, median 2800 px/s; 45 % chained, 17.5 % reversals,
/// pauses lognormal with median 1.8 s), wheel bursts (median 2, nine in ten at most 9 ticks of 100 px, 0.11 s apart),
/// slow drags, page keys, scrubs of the scroll bar; and searches, which narrow what is shown with each key.
package struct TraceGenerator: Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case ios
        case android
        case trackpad
        case wheel
        case drag
        case keys
        case scrub
        /// A mouse wheel, turned as it was recorded: not in the mix, but beside it.
        case mouse
        /// Types, looks, and goes back to everything: beside the mix, too.
        case search

        /// Out of 25 traces.
        var share: Int {
            switch self {
            case .ios: 6
            case .android, .trackpad, .wheel: 4
            case .drag: 3
            case .keys: 3
            case .scrub: 1
            case .mouse, .search: 0
            }
        }
    }

    package var seed: UInt64
    package var seconds: Double
    package var contentHeight: Double
    package var viewportHeight: Double

    package init(seed: UInt64, seconds: Double = 30, contentHeight: Double, viewportHeight: Double) {
        self.seed = seed
        self.seconds = seconds
        self.contentHeight = contentHeight
        self.viewportHeight = viewportHeight
    }

    /// So many traces in the mix of kinds.
    package func traces(_ count: Int) -> [ScrollTrace] {
        let round = Kind.allCases.flatMap { Array(repeating: $0, count: $0.share) }
        // 7 and 25 have no common divisor: any run of traces has a fair mix.
        return (0..<count).map { trace(round[$0 * 7 % round.count], number: $0) }
    }

    /// So many traces of mouse wheels, of one person after another.
    package func mouseWheels(_ count: Int) -> [ScrollTrace] { (0..<count).map { trace(.mouse, number: $0) } }

    /// So many traces of people who search.
    package func searches(_ count: Int) -> [ScrollTrace] { (0..<count).map { trace(.search, number: $0) } }

    package func trace(_ kind: Kind, number: Int) -> ScrollTrace {
        var hand = Hand(
            random: SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number)), seconds: seconds,
            content: contentHeight, viewport: viewportHeight)
        hand.begin()
        while hand.time < seconds {
            switch kind {
            case .ios: hand.flings(.exponential(2.0))
            case .android: hand.flings(.spline)
            case .trackpad: hand.flings(.exponential(3.2), isTrackpad: true)
            case .wheel: hand.wheel()
            case .drag: hand.drag()
            case .keys: hand.keys()
            case .scrub: hand.scrub()
            case .mouse: hand.mouseWheel(WheelHabits.recorded[number % WheelHabits.recorded.count])
            case .search: hand.search()
            }
            if kind != .mouse { hand.pause() }
        }
        return ScrollTrace(kind: kind.rawValue, frames: hand.frames).measured()
    }
}

/// How one person turns a mouse wheel, in numbers.
struct WheelHabits: Sendable {
    struct Tick: Hashable, Sendable {
        var time: Double
        /// 1 downwards, or -1.
        var direction: Double
    }

    /// Ticks of a burst: median and σ of a lognormal distribution.
    let ticks: Double
    let tickSpread: Double
    /// Seconds between two ticks of a burst, likewise.
    let interval: Double
    let intervalSpread: Double

    /// Nine of the ten people of the Balabit Mouse Dynamics Challenge (Fülöp, Kovács, Kurics, Windhager-Pokol 2016,
    /// https://github.com/balabit/Mouse-Dynamics-Challenge, training files), by medians and deviations of their bursts. A burst
    /// ends with `burstEnd` seconds without a tick, or with a tick in the other direction. The tenth person's wheel sends
    /// thousands of ticks back and forth within 30 ms.
    static let recorded = [
        WheelHabits(ticks: 1.7, tickSpread: 0.6, interval: 0.14, intervalSpread: 0.38),
        WheelHabits(ticks: 2.2, tickSpread: 0.8, interval: 0.21, intervalSpread: 0.35),
        WheelHabits(ticks: 2.3, tickSpread: 1.0, interval: 0.12, intervalSpread: 0.3),
        WheelHabits(ticks: 1.9, tickSpread: 0.65, interval: 0.125, intervalSpread: 0.5),
        WheelHabits(ticks: 1.8, tickSpread: 0.6, interval: 0.14, intervalSpread: 0.4),
        WheelHabits(ticks: 2.1, tickSpread: 0.8, interval: 0.11, intervalSpread: 0.6),
        WheelHabits(ticks: 1.7, tickSpread: 0.65, interval: 0.17, intervalSpread: 0.5),
        WheelHabits(ticks: 4.9, tickSpread: 0.85, interval: 0.047, intervalSpread: 0.85),
        WheelHabits(ticks: 4.5, tickSpread: 0.8, interval: 0.033, intervalSpread: 0.85),
    ]

    private static let burstEnd = 0.3
    private static let longestBurst = 80
    /// A stretch of time with fewer ticks is no scrolling.
    private static let leastTicks = 10

    /// The ticks of a stretch of time in which the person scrolls.
    func scrolling(from start: Double, to end: Double, _ random: inout SeededRandom) -> [Tick] {
        var ticks: [Tick] = []
        repeat { ticks = turns(from: start, to: end, &random) } while ticks.count < Self.leastTicks
        return ticks
    }

    private func turns(from start: Double, to end: Double, _ random: inout SeededRandom) -> [Tick] {
        var ticks: [Tick] = []
        var time = start
        var direction = random.isTrue(0.58) ? 1.0 : -1.0
        while time < end {
            let count = random.lognormal(median: self.ticks, sigma: tickSpread).rounded()
            for tick in 0..<min(max(1, Int(count)), Self.longestBurst) {
                if tick > 0 { time += min(random.lognormal(median: interval, sigma: intervalSpread), Self.burstEnd) }
                if time < end { ticks.append(Tick(time: time, direction: direction)) }
            }
            let pause = pause(&random)
            time += pause
            // The longer a person looks, the less the next burst continues the last.
            if random.isTrue(pause < 1 ? 0.12 : pause < 2 ? 0.2 : pause < 5 ? 0.3 : 0.42) { direction = -direction }
        }
        return ticks
    }

    /// Between two bursts; one in five is 5 to 100 s of something else.
    private func pause(_ random: inout SeededRandom) -> Double {
        if random.isTrue(0.2) { return 5 * exp(3 * random.uniform()) }
        return Self.burstEnd + random.lognormal(median: 0.35, sigma: 1.3)
    }
}
