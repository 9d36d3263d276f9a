import Glibc
import Prefetching
import SeededRandom

/// One person's hand on the content, drawn frame by frame at 60 a second.
struct Hand {
    enum Glide {
        /// v·e^(−λt)
        case exponential(Double)
        /// Android's OverScroller at 160 dpi and friction 0.015.
        case spline
    }

    private static let frame = 1.0 / 60

    var random: SeededRandom
    let seconds: Double
    let viewport: Double
    private let content: Double
    /// One item in this number is shown.
    var every = 1
    private(set) var frames: [ScrollTrace.Frame] = []
    private(set) var time = 0.0
    private(set) var offset = 0.0
    private var direction = 1.0

    init(random: SeededRandom, seconds: Double, content: Double, viewport: Double) {
        self.random = random
        self.seconds = seconds
        self.content = content
        self.viewport = viewport
    }

    /// The furthest offset in what is shown.
    var limit: Double { max(0, content / Double(every) - viewport) }

    /// Opens somewhere in the upper half and looks at it.
    mutating func begin() {
        offset = (limit * 0.5 * random.uniform()).rounded()
        rest(0.5)
    }

    mutating func pause() {
        rest(min(random.lognormal(median: 1.8, sigma: 0.8), 8))
    }

    /// A browser reports a trackpad as a wheel, including its glide.
    mutating func flings(_ glide: Glide, isTrackpad: Bool = false) {
        turn(0.175)
        var isChained = true
        var carried = 0.0
        while isChained, time < seconds {
            isChained = random.isTrue(0.45)
            let speed = min(random.lognormal(median: 2800, sigma: 0.6), 12_000) + carried
            push(to: speed, isTrackpad ? .wheel : .dragging)
            let after = isChained ? random.uniform(0.25...0.6) : .infinity
            carried = slide(glide, speed: speed, atMost: after, isTrackpad ? .wheel : .decelerating) * 0.5
        }
    }

    mutating func wheel() {
        turn(0.175)
        let ticks = max(1, Int(random.lognormal(median: 2, sigma: 1.17).rounded()))
        var left = 0.0
        for tick in 0..<min(ticks, 60) {
            left += 100 * direction
            let until = tick + 1 < ticks ? random.uniform(0.09...0.13) : 0.25
            var passed = 0.0
            while passed < until {
                let step = left * (1 - exp(-Self.frame / 0.035))
                left -= step
                passed += Self.frame
                draw(offset + step, .wheel)
            }
        }
        draw(offset + left, .wheel)
    }

    mutating func drag() {
        turn(0.25)
        let speed = random.uniform(80...700)
        var left = random.uniform(0.4...2.2)
        while left > 0 {
            left -= Self.frame
            draw(offset + direction * speed * Self.frame * random.uniform(0.7...1.3), .dragging)
        }
    }

    mutating func keys() {
        turn(0.2)
        if random.isTrue(0.12) {
            draw(random.isTrue(0.5) ? limit * random.uniform() : offset < limit / 2 ? limit : 0, .jump)
            return
        }
        for _ in 0..<max(1, Int(random.lognormal(median: 2.5, sigma: 0.7).rounded())) {
            draw(offset + direction * 0.9 * viewport, .keys)
            rest(random.uniform(0.25...0.7), .keys)
        }
    }

    mutating func scrub() {
        for _ in 0..<(1 + Int(random.uniform() * 3)) {
            let target = limit * random.uniform()
            let length = random.uniform(0.4...1.5)
            let start = offset
            var passed = 0.0
            while passed < length {
                passed += Self.frame
                let part = min(1, passed / length)
                draw(start + (target - start) * part * part * (3 - 2 * part), .scrubbing)
            }
            rest(random.uniform(0.05...0.4), .scrubbing)
        }
    }
}

extension Hand {
    /// The finger takes hold and gathers speed.
    private mutating func push(to speed: Double, _ phase: ScrollPhase) {
        let length = random.uniform(0.08...0.2)
        var passed = 0.0
        while passed < length {
            passed += Self.frame
            draw(offset + direction * speed * min(1, passed / length) * Self.frame, phase)
        }
    }

    /// Lifted: glides until it stops, or for the given time.
    /// - Returns: the remaining speed.
    private mutating func slide(
        _ glide: Glide, speed: Double, atMost limit: Double, _ phase: ScrollPhase
    ) -> Double {
        let start = offset
        var passed = 0.0
        var left = speed
        while passed < limit, left > 15, time < seconds {
            passed += Self.frame
            let way: Double
            switch glide {
            case .exponential(let decay):
                way = speed / decay * (1 - exp(-decay * passed))
                left = speed * exp(-decay * passed)
            case .spline:
                let friction = 778.4
                let level = log(0.35 * speed / friction)
                let length = exp(level / 1.358)
                let whole = friction * exp(1.7363 * level)
                let rest = max(0, 1 - passed / length)
                way = whole * (1 - pow(rest, 1 / 0.35))
                left = speed * pow(rest, 1 / 0.35 - 1)
            }
            draw(start + direction * way, phase)
        }
        return left
    }

    private mutating func turn(_ probability: Double) {
        if random.isTrue(probability) { direction = -direction }
        if offset <= 0 { direction = 1 }
        if offset >= limit { direction = -1 }
    }

    mutating func rest(_ length: Double, _ phase: ScrollPhase = .settled) {
        var left = length
        while left > 0 {
            left -= Self.frame
            draw(offset, phase)
        }
    }

    mutating func draw(_ place: Double, _ phase: ScrollPhase, end: Double? = nil) {
        offset = clamped(place)
        frames.append(ScrollTrace.Frame(time: time, offset: offset, phase: phase, end: end, every: every))
        time += Self.frame
    }

    func clamped(_ place: Double) -> Double { min(max(place, 0), limit) }
}

extension Hand {
    /// Content px of one tick.
    private static let tick = 100.0
    /// Seconds after the view's last movement until the page reports that it has stopped.
    private static let settling = 0.12

    /// A person who scrolls by a mouse wheel, in a browser that eases the view to where the ticks end.
    mutating func mouseWheel(_ habits: WheelHabits) {
        var ticks = habits.scrolling(from: time, to: seconds, &random)[...]
        var ease = ScrollEase(at: offset)
        var moved = -Double.infinity
        while time < seconds {
            while let tick = ticks.first, tick.time <= time {
                ease.retarget(to: clamped(ease.target + Self.tick * tick.direction), at: time)
                moved = time
                ticks.removeFirst()
            }
            let next = ease.offset(at: time).rounded()
            if next != offset { moved = time }
            let isMoving = time - moved <= Self.settling
            draw(next, isMoving ? .wheel : .settled, end: isMoving ? ease.target : nil)
        }
    }
}

extension Hand {
    /// Types three to five keys, each of which leaves a third of what was found before, looks at what is found, and goes back to
    /// where it was. Keys come 0.12 to 0.35 s apart, as people type.
    mutating func search() {
        let place = offset
        for _ in 0..<(3 + Int(random.uniform() * 3)) {
            every *= 3
            draw(0, .jump)
            rest(random.uniform(0.12...0.35))
        }
        rest(random.uniform(0.5...2))
        for _ in 0..<Int(random.uniform() * 3) {
            drag()
            rest(random.uniform(0.5...1.5))
        }
        every = 1
        draw(place, .jump)
        rest(random.uniform(0.3...1))
        flings(.exponential(2))
    }
}
