import Glibc

/// Where a viewer will probably scroll: a mixture of futures for each phase, weighed by what the viewer usually does.
package struct ScrollPrediction: Sendable {
    private(set) var habits: ScrollHabits?
    /// The last direction of motion: 1 downwards.
    private(set) var direction = 1.0
    private var last: ScrollSample?
    /// The distance of the view's last move.
    private var mover = ScrollPhase.settled
    /// Whether that was a wheel with steps.
    private var isStepped = false
    private var hasScrolled = false

    package init() {}

    package mutating func observe(_ sample: ScrollSample) {
        if habits == nil { habits = ScrollHabits(viewportHeight: sample.viewportHeight) }
        habits?.observe(sample)
        let way = sample.offset - (last?.offset ?? sample.offset)
        if sample.phase != .jump, sample.phase != .scrubbing {
            let sign = sample.velocity != 0 ? sample.velocity : way
            if sign != 0 { direction = sign < 0 ? -1 : 1 }
        }
        if sample.phase != .settled, sample.phase != .hidden {
            mover = sample.phase
            isStepped = sample.isStepped
        }
        if way != 0 || mover != .settled { hasScrolled = true }
        last = sample
    }

    /// The mixture at the last event, followed for `reach` times as far as usual. Before the first one: `nil`.
    package func futures(reach: Double = 1) -> ScrollFutures? {
        guard let last, let habits else { return nil }
        var futures = ScrollFutures(last, reach: reach, isStepped: isStepped, hasScrolled: hasScrolled)
        switch last.phase {
        case .decelerating: addGlide(last, habits, &futures)
        case .dragging: addDrag(last, habits, &futures)
        case .wheel:
            // A trackpad arrives as a wheel; its glide is distinguished from ticks by how evenly it slows down.
            if last.isStepped, let end = last.end {
                addBurst(last, end: end, habits, &futures)
            } else if let decay = last.decay, decay < Self.fastestGlide {
                addGlide(last, habits, &futures)
            } else {
                addWheel(last, habits, &futures)
            }
        case .keys: addSteps(last, habits, weight: 1, &futures)
        case .scrubbing: addScrub(last, &futures)
        case .settled where mover == .keys:
            // People who page look at each page, and page on.
            let weight = habits.nextKey(from: last.time) == nil ? 0.7 : 1
            addSteps(last, habits, weight: weight, &futures)
            addRest(last, habits, weight: 1 - weight, after: 0, &futures)
        case .settled where isStepped: addNextBurst(habits, weight: 1, &futures)
        case .jump, .settled, .hidden: addRest(last, habits, weight: 1, after: 0, &futures)
        }
        return futures
    }
}

extension ScrollPrediction {
    /// λ beyond which it is no glide but a wheel's tick coming to rest.
    private static let fastestGlide = 7.0
    /// Less than this is measured while the speed still rises.
    private static let slowestGlide = 1.2
    /// The next push, as multiples of the usual one, and how often each occurs. The long one is rare, but while the view rests
    /// there is time for it: without it loaders are idle before a push that they could have prepared for.
    private static let pushLengths = [(0.5, 0.425), (1.4, 0.425), (2.6, 0.15)]
    /// Usual λ where the page could not measure it yet.
    private static let usualDecay = 2.5
    /// In seconds, between two keys.
    private static let usualKeyPause = 0.45
    private static let shortestKeyPause = 0.025

    /// It glides on to its end; or it is pushed on, stopped, or turned before.
    private func addGlide(_ sample: ScrollSample, _ habits: ScrollHabits, _ futures: inout ScrollFutures) {
        let decay = max(sample.decay ?? Self.usualDecay, Self.slowestGlide)
        let whole = sample.velocity / decay
        func glide(_ share: Double) -> (Double) -> Double {
            { time in whole * share * (1 - exp(-decay * time / max(share, 0.2))) }
        }
        let pushOn = 0.5 * habits.chained
        let turn = 0.05
        let stop = 0.04
        let onwards = 1 - pushOn - turn - stop
        // The end is known within a tenth or so; what comes after it is a rest.
        for (share, part) in [(0.88, 0.2), (1.0, 0.6), (1.12, 0.2)] {
            futures.add(weight: onwards * part, way: glide(share))
        }
        let push = habits.pushLength * (sample.velocity < 0 ? -1 : 1)
        for (after, part) in [(0.2, 0.4), (0.45, 0.6)] {
            let before = glide(1)
            futures.add(weight: pushOn * part) { time in
                guard time > after else { return before(time) }
                return before(after) + (push + whole) * (1 - exp(-decay * (time - after)))
            }
        }
        futures.add(weight: stop) { _ in 0 }
        futures.add(weight: turn) { time in time < 0.2 ? 0 : -push * (1 - exp(-decay * (time - 0.2))) }
    }

    /// The finger is down: it is lifted and the content glides, or it goes on, or it holds.
    private func addDrag(_ sample: ScrollSample, _ habits: ScrollHabits, _ futures: inout ScrollFutures) {
        let speed = sample.velocity
        futures.add(weight: 0.35) { time in speed / 1.75 * (1 - exp(-1.75 * time)) }
        for (hold, part) in [(0.33, 0.5), (1.1, 0.5)] {
            futures.add(weight: 0.5 * part) { time in speed * min(time, hold) }
        }
        futures.add(weight: 0.1) { _ in 0 }
        futures.add(weight: 0.05) { time in -speed * min(time, 0.4) }
    }

    private func addWheel(_ sample: ScrollSample, _ habits: ScrollHabits, _ futures: inout ScrollFutures) {
        let speed = sample.velocity
        futures.add(weight: 0.4) { time in speed * 0.06 * (1 - exp(-time / 0.06)) }
        futures.add(weight: 0.3) { time in speed * min(time, 0.25) }
        futures.add(weight: 0.2) { time in speed * min(time, 0.8) }
        addRest(sample, habits, weight: 0.1, after: 0.1, &futures)
    }

    private func addSteps(
        _ sample: ScrollSample, _ habits: ScrollHabits, weight: Double, _ futures: inout ScrollFutures
    ) {
        let step = habits.step * direction
        let next = habits.nextKey(from: sample.time)
        let pause = max(next == nil ? Self.usualKeyPause : habits.keyPause, Self.shortestKeyPause)
        let start = next ?? pause
        let onwards = next == nil ? 0.2 : max(0.2, habits.keysChained - 0.05)
        let rest = weight * (1 - onwards)
        func keys(_ time: Double) -> Double { time < start ? 0 : 1 + ((time - start) / pause).rounded(.down) }
        futures.add(weight: weight * onwards) { time in keys(time) * step }
        futures.add(weight: rest * 0.3) { time in min(keys(time), 1) * step }
        futures.add(weight: rest * 0.4) { _ in 0 }
        futures.add(weight: rest * 0.15) { time in time < 1.5 ? 0 : step }
        futures.add(weight: rest * 0.15) { time in time < 0.8 ? 0 : -step }
    }

    /// The scroll bar is held: hardly predictable; most of the time it has just stopped or is about to.
    private func addScrub(_ sample: ScrollSample, _ futures: inout ScrollFutures) {
        let speed = sample.velocity
        futures.add(weight: 0.5) { _ in 0 }
        futures.add(weight: 0.25) { time in speed * min(time, 0.1) }
        futures.add(weight: 0.25) { time in speed * min(time, 0.3) }
    }

    /// Still; after a while it moves on, most often as before.
    private func addRest(
        _ sample: ScrollSample, _ habits: ScrollHabits, weight: Double, after: Double, _ futures: inout ScrollFutures
    ) {
        futures.add(weight: weight * 0.25) { _ in 0 }
        let back = min(max(habits.reversed, 0.1), 0.5)
        for (pauses, part) in [(0.35, 0.3), (0.8, 0.3), (1.6, 0.15)] {
            let start = after + pauses * habits.pause
            for (sign, share) in [(direction, 1 - back), (-direction, back)] {
                for (length, lengthShare) in Self.pushLengths {
                    let way = habits.pushLength * length * sign
                    futures.add(weight: weight * part * share * lengthShare) { time in
                        time <= start ? 0 : way * (1 - exp(-2.5 * (time - start)))
                    }
                }
            }
        }
    }
}

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
