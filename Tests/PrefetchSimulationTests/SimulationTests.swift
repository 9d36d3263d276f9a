import LookaheadTesting
import PrefetchSimulation
import Prefetching
import Testing

@Suite struct SimulationTests {
    static let world = SimulatedWorld()
    /// Few and short, since tests run unoptimised.
    static let traces = generator(seed: 5).traces(5)
    static let policies = Dictionary(uniqueKeysWithValues: PrefetchPolicy.allCases.map { ($0, simulate($0)) })
    static let oracle = total { SimulationOracle(world: world, trace: $0).run() }

    static func generator(seed: UInt64) -> TraceGenerator {
        TraceGenerator(
            seed: seed, seconds: 6, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight)
    }

    static func total(_ run: (ScrollTrace) -> SimulationResult) -> SimulationResult {
        traces.reduce(into: SimulationResult(kind: "all")) { $0.add(run($1)) }
    }

    static func simulate(_ policy: PrefetchPolicy, _ world: SimulatedWorld = world) -> SimulationResult {
        total { trace in
            var simulation = Simulation(world: world, trace: trace, policy: policy)
            return simulation.run()
        }
    }

    @Test func `the same seed gives the same traces and the same figures, another seed others`() {
        let again = Self.generator(seed: 5).traces(3)
        let other = Self.generator(seed: 6).traces(3)
        #expect(zip(again, Self.traces).allSatisfy { $0.frames == $1.frames })
        #expect(zip(other, Self.traces).allSatisfy { $0.frames != $1.frames })
        #expect(Self.simulate(.predictive) == Self.policies[.predictive])
    }

    @Test(arguments: PrefetchPolicy.allCases)
    func `no policy loads anything twice, prediction leaves less blank than any other, the oracle the least`(
        policy: PrefetchPolicy
    ) throws {
        let result = try #require(Self.policies[policy])
        #expect(result.duplicates == 0 && result.visibleSeconds > 0)
        #expect(Self.oracle.blankSeconds < result.blankSeconds)
        if policy != .predictive {
            #expect(try #require(Self.policies[.predictive]).blankSeconds < result.blankSeconds)
        }
    }

    @Test func `cost estimates and previews each leave less blank`() throws {
        let (none, plain) = (try #require(Self.policies[PrefetchPolicy.none]), try #require(Self.policies[.predictive]))
        #expect(plain.gapClosed(none: none, oracle: Self.oracle) >= 0.45)
        var world = Self.world
        world.costError = 0.3
        let informed = Self.simulate(.predictive, world)
        #expect(informed.gapClosed(none: none, oracle: Self.oracle) >= 0.65)
        world.previews = .small(share: 0.15)
        #expect(Self.simulate(.predictive, world).emptyShare <= 0.5 * informed.blankShare)
    }

    @Test func `the table holds every policy, each kind of trace and the oracle`() {
        let traces = (0..<2).map { Self.generator(seed: 9).trace($0 == 0 ? .wheel : .keys, number: $0) }
        let policies: [PrefetchPolicy] = [.none, .directional, .predictive]
        let table = SimulationTable(SimulationTable.entries(Self.world, policies: policies), traces: traces)
        let names = [
            "none", "directional", "predictive", "predictive, costs ± 30 %", "the same, previews first",
            "the same, previews at full cost",
            "oracle, sees 1 s ahead", "oracle",
        ]
        #expect(table.rows.map(\.name) == names)
        #expect(table.kinds == ["wheel", "keys"])
        #expect(table.gapClosed(table.rows[0]) == 0 && table.gapClosed(table.rows[7]) == 1)
        let lines = table.description.split(separator: "\n")
        #expect(lines.count == 9 && Set(lines.map(\.count)).count == 1, "columns are aligned")
        #expect(table.description(ofKind: "keys").split(separator: "\n").count == 9)
        let goals = SimulationGoals(table).goals
        #expect(goals.count == 13)
        #expect(SimulationGoals(table, wheels: table, searches: table).goals.count == 18)
        #expect(goals.suffix(2).map(\.isMet) == [true, true], "nothing was loaded twice, or stopped while in view")
    }

    @Test func `an oracle that sees less ahead never leaves less blank`() {
        let near = Self.total { SimulationOracle(world: Self.world, trace: $0, lookahead: 1).run() }
        #expect(near.blankSeconds >= Self.oracle.blankSeconds)
        #expect(near.blankSeconds < (Self.policies[.none]?.blankSeconds ?? 0))
    }

    @Test func `a recorded trace is replayed in its own grid, its rests filled with frames`() {
        let grid = ScrollTrace.Grid(items: 40, columns: 1, rowHeight: 100, viewportHeight: 400)
        let frames = [
            ScrollTrace.Frame(time: 0, offset: 0, phase: .settled),
            ScrollTrace.Frame(time: 3, offset: 900, phase: .jump),
            ScrollTrace.Frame(time: 6, offset: 900, phase: .settled),
        ]
        let trace = ScrollTrace(kind: "recorded", frames: frames, grid: grid).withoutGaps()
        #expect((340...380).contains(trace.frames.count))
        #expect(
            zip(trace.frames, trace.frames.dropFirst()).allSatisfy { $1.time > $0.time && $1.time - $0.time < 0.03 })
        let result = SimulationTable.Entry.policy(.none, Self.world).result(trace)
        #expect(abs(result.visibleSeconds - 6 * 4) < 0.1 && result.loads == 8)
        #expect(result.fillSeconds.count == 1)
    }

    @Test func `a view that never moves is blank for the loads' time alone`() {
        var world = SimulatedWorld()
        world.shortLoad = 0.1
        world.longLoad = 0.1
        world.columns = 1
        world.loaders = 6
        let frames = (0...300).map { ScrollTrace.Frame(time: Double($0) / 60, offset: 0, phase: .settled) }
        var simulation = Simulation(world: world, trace: ScrollTrace(kind: "still", frames: frames), policy: .none)
        let result = simulation.run()
        // Six cells: the event's way, one load, the picture's way, each rounded up to a frame.
        let expected = world.delay + 0.1 + world.delay
        #expect(abs(result.blankSeconds / 6 - expected) < 1.01 / 60, "\(result.blankSeconds / 6)")
        #expect(abs(result.visibleSeconds / 6 - 5) < 0.001)
        #expect(result.loads == 6 && result.wastedSeconds == 0)
    }

    @Test func `contents come in batches, ahead of need, and none twice`() {
        var world = SimulatedWorld()
        world.batches = .init(call: 0.005, item: 20e-6)
        let (none, ours) = (Self.simulate(.none, world), Self.simulate(.predictive, world))
        #expect(ours.blankSeconds < 0.25 * none.blankSeconds, "\(ours.blankSeconds) of \(none.blankSeconds)")
        #expect(ours.duplicates == 0 && none.duplicates == 0)
        // Those of a batch share the time of its call.
        #expect(ours.busySeconds < 0.005 * Double(ours.loads))
    }

    @Test func `over a search, loads of what stays in view go on`() throws {
        var world = SimulatedWorld()
        (world.shortLoad, world.longLoad) = (4, 4)
        (world.columns, world.loaders) = (1, 6)
        // Six rows in view: 0 … 5, then 0, 3, 6 … 15. Items 0 and 3 are being loaded when the key is typed, the other four give
        // their loaders up.
        let frames = (0...600).map { number in
            ScrollTrace.Frame(
                time: Double(number) / 60, offset: 0, phase: number == 30 ? .jump : .settled, every: number < 30 ? 1 : 3
            )
        }
        var simulation = Simulation(world: world, trace: ScrollTrace(kind: "search", frames: frames), policy: .none)
        let result = simulation.run()
        #expect(result.loads == 10 && result.stopped == 4 && result.stoppedInView == 0 && result.duplicates == 0)
        #expect(result.fillSeconds.count == 1)
        let trace = Self.generator(seed: 2).trace(.search, number: 0)
        #expect(Set(trace.frames.map(\.every)).isSuperset(of: [1, 3, 9, 27]))
    }

    @Test func `a search is written to a file and read again`() throws {
        let trace = ScrollTrace(
            kind: "search",
            frames: [.init(time: 0, offset: 0, phase: .settled), .init(time: 1, offset: 0, phase: .jump, every: 9)],
            grid: Self.world.grid)
        let folder = TemporaryFolder()
        let path = folder.file("search.jsonl")
        #expect(writeFile(trace.jsonLines(), to: path))
        let read = try ScrollTrace(file: path)
        #expect(read.frames == trace.frames)
    }

    @Test func `what is blank while frames do not count is not measured, and what is loaded then is there`() throws {
        var world = SimulatedWorld()
        (world.shortLoad, world.longLoad) = (0.1, 0.1)
        (world.columns, world.loaders) = (1, 8)
        let frames = (0...180).map { number in
            ScrollTrace.Frame(time: Double(number) / 60, offset: 0, phase: .settled, isCounted: number >= 60)
        }
        let trace = ScrollTrace(kind: "opened", frames: frames, grid: world.grid)
        var simulation = Simulation(world: world, trace: trace, policy: .none)
        let result = simulation.run()
        #expect(result.loads == 6 && result.blankSeconds == 0)
        #expect(abs(result.visibleSeconds / 6 - 2) < 0.001)
        #expect(SimulationOracle(world: world, trace: trace).run().visibleSeconds == result.visibleSeconds)
        let folder = TemporaryFolder()
        let path = folder.file("opened.jsonl")
        #expect(writeFile(trace.jsonLines(), to: path))
        #expect(try ScrollTrace(file: path).withoutGaps().frames.map(\.isCounted) == frames.map(\.isCounted))
    }

    @Test func `time to a filled view is counted from each stop`() {
        var world = SimulatedWorld()
        world.shortLoad = 0.1
        world.longLoad = 0.1
        world.columns = 1
        world.loaders = 8
        let frames = (0...240).map { number -> ScrollTrace.Frame in
            let isFar = number >= 60
            return ScrollTrace.Frame(
                time: Double(number) / 60, offset: isFar ? 50_000 : 0, phase: number == 60 ? .jump : .settled)
        }
        var simulation = Simulation(world: world, trace: ScrollTrace(kind: "jump", frames: frames), policy: .none)
        let fills = simulation.run().fillSeconds
        #expect(fills.count == 1)
        #expect(abs((fills.first ?? 0) - 0.16) < 0.04, "\(fills)")
    }

    @Test func `hands move as they are said to`() {
        let world = Self.world
        let generator = TraceGenerator(
            seed: 3, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight)
        var starts: [Double] = []
        var pauses: [Double] = []
        for number in 0..<16 {
            let frames = generator.trace(.ios, number: number).frames
            var rest = 0.0
            for index in frames.indices.dropFirst() {
                if frames[index].phase == .decelerating, frames[index - 1].phase == .dragging {
                    starts.append(abs(frames[index].offset - frames[index - 1].offset) * 60)
                }
                if frames[index].phase == .settled {
                    rest += 1.0 / 60
                } else {
                    if rest > 0, frames[index].time > 1 { pauses.append(rest) }
                    rest = 0
                }
            }
        }
        let (start, pause) = (starts.sorted()[starts.count / 2], pauses.sorted()[pauses.count / 2])
        #expect((2400...3800).contains(start), "median start \(start)")
        #expect((1.4...2.2).contains(pause), "median pause \(pause)")
    }

    @Test func `a page measures the λ and the end that the hand was drawn with`() throws {
        let world = Self.world
        let trace = TraceGenerator(
            seed: 4, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight
        ).trace(.ios, number: 1)
        let measured = trace.frames.compactMap(\.decay).sorted()
        let median = try #require(measured.isEmpty ? nil : measured[measured.count / 2])
        #expect((1.8...2.2).contains(median))
    }
}
