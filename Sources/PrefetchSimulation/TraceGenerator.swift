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
