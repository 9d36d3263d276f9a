import Glibc

/// Wheels with steps: bursts of a few steps, each of which the browser eases to its end, and pauses of about a second.
extension ScrollPrediction {
    /// Time constant of the browser's ease, in seconds.
    private static let easing = 0.06
    /// px of a burst at which every second step is the last one. Less than a step is: the steps of half a frame arrive together.
    private static let lastStep = 50.0
    /// A burst that is longer than usual has this share of its length before it, about.
    private static let longBurst = 0.6
    /// px/s of a burst whose speed is not measured yet.
    private static let usualSpeed = 800.0
    /// The rest of a burst, as multiples of the usual one, and how often: an exponential distribution in three parts.
    private static let rests = [(0.4, 0.3), (1.1, 0.4), (2.5, 0.3)]
    /// The next burst, likewise. The long ones count more than they are frequent: before them there is time to load.
    private static let bursts = [(0.4, 0.3), (1.1, 0.4), (2.8, 0.3)]
    /// When the next burst begins, in usual pauses after the last; of the bursts that follow so late, how many more than usual
    /// turn round. One in four does not come.
    private static let starts = [(pauses: 0.1, turning: 1.0), (0.4, 1.0), (1.0, 1.7)]
    private static let startShare = 0.25
    /// Seconds between the last step and the event that says that the view rests.
    private static let settling = 0.4

    /// The wheel is being turned: the view comes to `end`, then the burst goes on or is over.
    func addBurst(_ sample: ScrollSample, end: Double, _ habits: ScrollHabits, _ futures: inout ScrollFutures) {
        let way = end - sample.offset
        let sign = way == 0 ? direction : way < 0 ? -1.0 : 1.0
        let goesOn = habits.burst / (habits.burst + Self.lastStep)
        let usual = max(habits.burst, Self.longBurst * abs(end - (habits.motionStart ?? end)))
        let speed = max(abs(sample.velocity), Self.usualSpeed) * sign
        for (length, share) in Self.rests {
            let whole = way + usual * length * sign
            futures.add(weight: goesOn * share) { time in
                let passed = Self.eased(way, time) + speed * time
                return abs(passed) < abs(whole) ? passed : whole
            }
        }
        addNextBurst(habits, weight: 1 - goesOn, coming: way, after: Self.settling, &futures)
    }

    /// No step for now: after a pause the next burst, most often in the same direction.
    /// `way` is what is still to come of the last step's ease, in px, and `delay` the time until the view rests, in seconds.
    func addNextBurst(
        _ habits: ScrollHabits, weight: Double, coming way: Double = 0, after delay: Double = 0,
        _ futures: inout ScrollFutures
    ) {
        let stays = 1 - Double(Self.starts.count) * Self.startShare
        futures.add(weight: weight * stays) { Self.eased(way, $0) }
        for (pauses, turning) in Self.starts {
            let start = delay + pauses * habits.burstPause
            let back = min(max(habits.reversed, 0.05) * turning, 0.5)
            for (sign, share) in [(direction, 1 - back), (-direction, back)] {
                for (length, lengthShare) in Self.bursts {
                    let burst = habits.burst * length * sign
                    futures.add(weight: weight * Self.startShare * share * lengthShare) { time in
                        Self.eased(way, time) + (time <= start ? 0 : burst * (1 - exp(-3 * (time - start))))
                    }
                }
            }
        }
    }

    private static func eased(_ way: Double, _ time: Double) -> Double { way * (1 - exp(-time / easing)) }
}
