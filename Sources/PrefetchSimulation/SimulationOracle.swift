import Prefetching

/// The best that hindsight can do, about: as many loaders, none stopped, the whole trace and every duration known.
///
/// Finding the true best is hard; this takes the best of several rules for each trace. A policy may in principle beat
/// it, but none has.
package struct SimulationOracle {
    private let world: SimulatedWorld
    private let trace: ScrollTrace
    /// How many seconds ahead it sees.
    private let lookahead: Double
    /// When each item is in view, ascending, in seconds.
    private var intervals: [Int: [(start: Double, end: Double)]] = [:]
    private var seconds: [Int: Double] = [:]

    enum Rule {
        /// The next to come into view, unless it would come too late to be seen.
        case earliestFirst
        /// The most visible time gained for the loader's time, among what comes into view within `horizon` seconds; what
        /// is visible later than `lookahead` seconds from now counts for nothing.
        case valuePerCost(horizon: Double, lookahead: Double)
    }

    /// An oracle that knows the next `lookahead` seconds of a trace.
    package init(world: SimulatedWorld, trace: ScrollTrace, lookahead: Double = .infinity) {
        self.world = world
        self.trace = trace
        self.lookahead = lookahead
        let frames = trace.frames
        for index in frames.indices.dropLast() where frames[index].isCounted {
            for item in world.visibleItems(frames[index]) {
                let (start, end) = (frames[index].time, frames[index + 1].time)
                if let last = intervals[item]?.last, start - last.end < 1e-6 {
                    intervals[item]![intervals[item]!.count - 1].end = end
                } else {
                    intervals[item, default: []].append((start, end))
                }
            }
        }
        for item in intervals.keys { seconds[item] = world.loadSeconds(item) }
    }

    package func run() -> SimulationResult {
        func rules(lookahead: Double) -> [Rule] {
            let horizons = [0, 0.25, 0.5, 1, 2, 4, .infinity].filter { $0 <= lookahead }
            return horizons.map { .valuePerCost(horizon: $0, lookahead: lookahead) }
        }
        // One who knows all may also act as if it saw less: for some traces that is better.
        let rules =
            lookahead.isFinite
            ? rules(lookahead: lookahead) : [.earliestFirst] + rules(lookahead: 1) + rules(lookahead: lookahead)
        let results = rules.map { rule in
            var result = SimulationResult(kind: trace.kind)
            let arrivals = arrivals(rule)
            result.measureView(world, trace, arrivals, arrivals)
            return result
        }
        return results.min { $0.blankSeconds < $1.blankSeconds } ?? SimulationResult(kind: trace.kind)
    }

    private struct Job {
        let item: Int
        let seconds: Double
        let intervals: [(start: Double, end: Double)]

        /// Visible seconds from `time` on, as far as is seen.
        func value(_ time: Double, until end: Double = .infinity) -> Double {
            intervals.reduce(0) { $0 + max(0, min($1.end, end) - max($1.start, time)) }
        }

        func nextView(_ time: Double) -> Double? {
            intervals.first { $0.end > time }.map { max($0.start, time) }
        }
    }

    private func arrivals(_ rule: Rule) -> [Int: Double] {
        // Items in view for less than a blink are not worth a loader: with them, searches of scrubs never end.
        var jobs = intervals.keys.sorted().compactMap { item -> Job? in
            let job = Job(item: item, seconds: seconds[item]!, intervals: intervals[item]!)
            return job.value(0) >= 0.05 ? job : nil
        }
        var free = [Double](repeating: 0, count: world.loaders)
        var arrivals: [Int: Double] = [:]
        while !jobs.isEmpty {
            let loader = free.indices.min { free[$0] < free[$1] }!
            let now = free[loader]
            if now >= trace.duration { break }
            guard let choice = choose(&jobs, now, rule) else {
                let next = jobs.compactMap { $0.nextView(now) }.min() ?? .infinity
                guard case .valuePerCost(let horizon, _) = rule, next.isFinite else { break }
                free[loader] = max(now + 1e-3, next - horizon)
                continue
            }
            let job = jobs[choice]
            free[loader] = now + job.seconds
            arrivals[job.item] = free[loader] + world.delay
            jobs.swapAt(choice, jobs.count - 1)
            jobs.removeLast()
        }
        return arrivals
    }

    private func choose(_ jobs: inout [Job], _ now: Double, _ rule: Rule) -> Int? {
        var best: (index: Int, worth: Double)?
        var index = 0
        while index < jobs.count {
            let job = jobs[index]
            let done = now + job.seconds + world.delay
            if job.value(done) <= 0 {
                jobs.swapAt(index, jobs.count - 1)
                jobs.removeLast()
                continue
            }
            let next = job.nextView(now) ?? .infinity
            switch rule {
            case .earliestFirst:
                if next < -(best?.worth ?? -.infinity) { best = (index, -next) }
            case .valuePerCost(let horizon, let lookahead):
                let worth = job.value(done, until: now + lookahead) / job.seconds
                if next <= now + horizon, worth > best?.worth ?? 0 { best = (index, worth) }
            }
            index += 1
        }
        return best?.index
    }
}
