import Prefetching
import SeededRandom
import Testing

@testable import PrefetchSimulation

/// The made-up mouse wheels against what was measured of the recorded ones: `WheelHabits`.
@Suite struct MouseWheelTests {
    private static let seed: UInt64 = 11

    /// 40 stretches of 30 s of each person.
    private static let stretches: [[WheelHabits.Tick]] = {
        var random = SeededRandom(seed: seed)
        return WheelHabits.recorded.flatMap { habits in
            (0..<40).map { _ in habits.scrolling(from: 0.5, to: 30, &random) }
        }
    }()

    /// Ticks in one direction that are at most 0.3 s apart.
    private static func bursts(_ ticks: [WheelHabits.Tick]) -> [ArraySlice<WheelHabits.Tick>] {
        var bursts: [ArraySlice<WheelHabits.Tick>] = []
        var start = 0
        for index in 1...ticks.count {
            let isOn =
                index < ticks.count && ticks[index].direction == ticks[index - 1].direction
                && ticks[index].time - ticks[index - 1].time <= 0.3
            if isOn { continue }
            bursts.append(ticks[start..<index])
            start = index
        }
        return bursts
    }

    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        values.sorted()[Int(Double(values.count) * share)]
    }

    @Test func `bursts, intervals and pauses are as they were recorded`() {
        let bursts = Self.stretches.map(Self.bursts)
        let lengths = bursts.flatMap { $0.map { Double($0.count) } }
        #expect(Self.quantile(lengths, 0.5) == 2)
        #expect((5...9).contains(Self.quantile(lengths, 0.9)))
        let intervals = bursts.joined().flatMap { zip($0, $0.dropFirst()).map { $1.time - $0.time } }
        #expect((0.08...0.13).contains(Self.quantile(intervals, 0.5)))
        var pauses: [Double] = []
        var reversals = 0
        for (before, after) in bursts.flatMap({ zip($0, $0.dropFirst()) }) {
            pauses.append(after.first!.time - before.last!.time)
            if after.first!.direction != before.last!.direction { reversals += 1 }
        }
        #expect((0.5...0.75).contains(Self.quantile(pauses, 0.5)))
        #expect((3.5...6).contains(Self.quantile(pauses, 0.9)))
        #expect((0.13...0.23).contains(Double(reversals) / Double(pauses.count)))
        let ticks = Self.stretches.reduce(0) { $0 + $1.count } / Self.stretches.count
        #expect((25...37).contains(ticks), "recorded: 29 in 30 s")
    }

    @Test func `a tick is eased to its end in 0.2 s, the steepest in the middle`() {
        var ease = ScrollEase(at: 1000)
        ease.retarget(to: 1100, at: 5)
        let offsets = stride(from: 5.0, through: 5.25, by: 1.0 / 60).map { ease.offset(at: $0) }
        #expect(offsets[0] == 1000 && offsets[12] == 1100 && offsets[11] < 1100)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(abs(offsets[6] - 1050) < 1, "ease-in-out")
        #expect(!ease.isMoving(at: 5.21))
    }

    @Test func `a tick during the ease moves the target and keeps the speed`() {
        var ease = ScrollEase(at: 0)
        ease.retarget(to: 100, at: 0)
        let before = (ease.offset(at: 0.1) - ease.offset(at: 0.099)) / 0.001
        ease.retarget(to: 200, at: 0.1)
        let after = (ease.offset(at: 0.101) - ease.offset(at: 0.1)) / 0.001
        #expect(abs(after - before) < 0.1 * before, "\(before), then \(after)")
        #expect(ease.target == 200 && ease.offset(at: 1) == 200)
        ease.retarget(to: 100, at: 2)
        #expect(ease.offset(at: 3) == 100)
    }

    @Test func `a page knows where the ticks end before it moves, and that it has stopped 0.12 s after it did`() throws
    {
        let world = SimulatedWorld()
        let trace = TraceGenerator(
            seed: Self.seed, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight
        ).trace(.mouse, number: 0)
        let first = try #require(trace.frames.firstIndex { $0.phase == .wheel })
        #expect(trace.frames[first].offset == trace.frames[first - 1].offset)
        #expect(abs(try #require(trace.frames[first].end) - trace.frames[first].offset) == 100)
        #expect(trace.frames.allSatisfy { $0.decay == nil && ($0.end != nil) == ($0.phase == .wheel) })
        for (before, after) in zip(trace.frames, trace.frames.dropFirst())
        where before.phase == .wheel && after.phase == .settled {
            #expect(before.end == after.offset && before.offset == after.offset)
        }
        #expect(abs(trace.duration - 30) < 0.1)
    }

    /// A page is opened and looked at for 3 s, then scrolled for 15, by each person.
    @Test func `of what is loaded for a wheel, also while the page is only looked at, at most 35 % is for nobody`() {
        let world = SimulatedWorld()
        let generator = TraceGenerator(
            seed: Self.seed, seconds: 15, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight)
        let rest = 3.0
        var total: [PrefetchPolicy: SimulationResult] = [:]
        for trace in generator.mouseWheels(WheelHabits.recorded.count) {
            var opened = trace
            opened.frames = (0..<Int(rest * 60)).map {
                .init(time: Double($0) / 60, offset: trace.frames[0].offset, phase: .settled, isCounted: false)
            }
            for var frame in trace.frames {
                frame.time += rest
                opened.frames.append(frame)
            }
            for policy in [PrefetchPolicy.none, .predictive] {
                var simulation = Simulation(world: world, trace: opened, policy: policy)
                total[policy, default: SimulationResult(kind: "all")].add(simulation.run())
            }
        }
        let (none, ours) = (total[.none]!, total[.predictive]!)
        #expect(ours.wastedShare <= 0.35, "\(ours.wastedShare)")
        #expect(ours.blankSeconds < 0.1 * none.blankSeconds, "\(ours.blankSeconds) of \(none.blankSeconds)")
    }
}
