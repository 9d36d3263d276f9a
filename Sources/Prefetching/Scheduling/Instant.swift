/// A moment of the caller's monotonic clock, in nanoseconds since a start of its choosing.
///
/// Nothing in this module reads a clock: time comes in with each event, so the same code runs in the server, under a
/// manual clock and in the simulator.
public struct Instant: Hashable, Comparable, Sendable {
    /// Since the clock's start.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// For tests and simulations.
    package init(seconds: Double) {
        self.nanoseconds = Int64((seconds * 1e9).rounded())
    }

    /// The clock's start.
    public static let start = Instant(nanoseconds: 0)

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The moment after a duration.
    public static func + (left: Instant, right: Duration) -> Instant {
        Instant(nanoseconds: left.nanoseconds &+ right.nanoseconds)
    }

    /// The duration from `right` to `left`; negative when `left` is earlier.
    public static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanoseconds &- right.nanoseconds)
    }

    /// Moves on by a duration.
    public static func += (left: inout Instant, right: Duration) { left = left + right }

    /// Seconds from `other` to this moment; negative when this moment is earlier.
    public func seconds(since other: Instant) -> Double {
        Double(nanoseconds &- other.nanoseconds) / 1e9
    }
}

extension Duration {
    /// Whole nanoseconds. Meant for hours, not for centuries.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    var inSeconds: Double { Double(nanoseconds) / 1e9 }

    init(seconds: Double) {
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}
