import ArgumentParser
import Dispatch
import PrefetchSimulation
import Prefetching
import Synchronization

/// `lookahead simulate`: replays traces through the server's planning and scheduling on a virtual clock, and compares each
/// policy with `none` and the oracles.
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replay scroll traces and compare the prefetching policies.",
        discussion: "Traces are JSON lines, as the page records them with ?record=1: see docs/scroll-traces.md.")

    @Option(parsing: .upToNextOption, help: "Files with recorded traces.", completion: .file())
    var trace: [String] = []

    @Option(
        help: ArgumentHelp(
            "Generate this number of traces of 30 s, of several kinds of scrolling, and as many of mouse wheels and of searches.",
            valueName: "count")
    )
    var synthetic: Int?

    @Option(help: "Random seed of the traces and loads.")
    var seed: UInt64 = 1

    @Option(parsing: .upToNextOption, help: "Only these policies, besides none and the oracles.")
    var policy: [PrefetchPolicy] = PrefetchPolicy.allCases

    @Option(help: "Maximum number of pictures loaded at the same time.")
    var loaders = 4

    @Option(help: ArgumentHelp("Load time of nine in ten pictures, in ms.", valueName: "min-max"))
    var load = Latency(20...200)

    @Flag(help: "Keep all load times within --load, distributed as by --demo-latency.")
    var boundedLoad = false

    @Option(help: "Network delay in each direction, in ms.")
    var delay = 30.0

    @Option(help: "1: full pictures only. 2: a small preview first, at 15 % of the cost, under every policy.")
    var tiers = 1

    @Flag(help: "Load contents of data in batches in place of pictures: 5 ms a call and 20 µs an item.")
    var contents = false

    @Flag(help: "Let every policy know the cost of each load within 30 %.")
    var costs = false

    @Flag(help: "Print a table for each kind of trace as well.")
    var kinds = false

    @Flag(help: "Check the goals of the standard table; exit with status 1 if one is missed.")
    var check = false

    @Option(help: ArgumentHelp("Write the traces to files in this folder.", valueName: "folder"))
    var write: String?

    func validate() throws {
        func require(_ isRight: Bool, _ message: String) throws {
            guard isRight else { throw ValidationError(message) }
        }
        try require(!trace.isEmpty || synthetic != nil, "Add --trace with files, or --synthetic 50.")
        try require((1...10_000).contains(synthetic ?? 1), "--synthetic must be a number from 1 to 10,000.")
        try require((1...256).contains(loaders), "--loaders must be a number from 1 to 256.")
        try require((0...10_000).contains(delay), "--delay must be a number of ms from 0 to 10,000.")
        try require((1...2).contains(tiers), "--tiers must be 1 or 2.")
        try require(!contents || tiers == 1 && !costs && !check, "--contents has no --tiers, --costs or --check.")
        try require(load.milliseconds.lowerBound > 0, "--load must be a number of ms above 0.")
    }

    func run() throws {
        let world = world
        var traces: [ScrollTrace] = []
        for path in trace {
            do throws(ScrollTraceError) {
                traces.append(try ScrollTrace(file: path).withoutGaps())
            } catch {
                writeError(error.description)
                throw ExitCode(1)
            }
        }
        var (wheels, searches): ([ScrollTrace], [ScrollTrace]) = ([], [])
        if let synthetic {
            let generator = TraceGenerator(
                seed: seed, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight)
            traces += generator.traces(synthetic)
            wheels = generator.mouseWheels(synthetic)
            searches = generator.searches(synthetic)
        }
        if let write { try save(traces + wheels + searches, in: write) }

        let entries = SimulationTable.entries(world, policies: policy)
        let table = Self.table(entries, traces)
        let wheelTable = wheels.isEmpty ? nil : Self.table(entries, wheels)
        let searchTable = searches.isEmpty ? nil : Self.table(entries, searches)
        print(
            "\(traces.count) traces, \(loaders) loaders, \(loadText), \(delay) ms each way, seed \(seed)\n"
        )
        print(table)
        if kinds {
            for kind in table.kinds { print("\n\(table.description(ofKind: kind))") }
        }
        for beside in [wheelTable, searchTable] {
            for kind in beside?.kinds ?? [] { print("\n\(beside?.description(ofKind: kind) ?? "")") }
        }
        guard check else { return }
        let goals = SimulationGoals(table, wheels: wheelTable, searches: searchTable)
        print("\n\(goals)")
        if !goals.areMet { throw ExitCode(1) }
    }
}

extension Simulate {
    private var loadText: String {
        contents ? "contents of 5 ms a call and 20 µs an item" : "loads of \(load.text) ms"
    }

    private var world: SimulatedWorld {
        var world = SimulatedWorld()
        world.loaders = loaders
        world.shortLoad = Double(load.milliseconds.lowerBound) / 1000
        world.longLoad = Double(load.milliseconds.upperBound) / 1000
        world.isBounded = boundedLoad
        world.delay = delay / 1000
        world.previews = tiers == 2 ? .small(share: 0.15) : .none
        world.batches = contents ? .init(call: 0.005, item: 20e-6) : nil
        world.costError = costs ? 0.3 : nil
        world.seed = seed
        return world
    }

    /// Traces are independent of each other, so they are replayed on all cores.
    private static func table(_ entries: [SimulationTable.Entry], _ traces: [ScrollTrace]) -> SimulationTable {
        let results = Mutex([[SimulationResult]](repeating: [], count: traces.count))
        DispatchQueue.concurrentPerform(iterations: traces.count) { number in
            let result = entries.map { $0.result(traces[number]) }
            results.withLock { $0[number] = result }
        }
        return SimulationTable(entries, results: results.withLock { $0 })
    }

    private func save(_ traces: [ScrollTrace], in folder: String) throws {
        guard isFolder(folder) else {
            writeError("The folder \(folder) does not exist.")
            throw ExitCode(1)
        }
        for (number, trace) in traces.enumerated() {
            let path = "\(folder)/\(number)-\(trace.kind).jsonl"
            var trace = trace
            trace.grid = trace.grid ?? world.grid
            guard writeFile(trace.jsonLines(), to: path) else {
                writeError("\(path) could not be written.")
                throw ExitCode(1)
            }
        }
    }
}

extension PrefetchPolicy: ExpressibleByArgument {}

extension Latency {
    var text: String {
        let (low, high) = (milliseconds.lowerBound, milliseconds.upperBound)
        return low == high ? "\(low)" : "\(low)–\(high)"
    }
}
