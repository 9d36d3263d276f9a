import Glibc
import SeededRandom

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
