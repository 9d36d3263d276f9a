import Prefetching

/// The result of one trace under one policy.
package struct SimulationResult: Hashable, Sendable {
    package var kind: String
    /// Visible cells × seconds, and how much of it the full picture, or any pixels at all, were missing.
    package var visibleSeconds = 0.0
    package var blankSeconds = 0.0
    package var emptySeconds = 0.0
    /// From each stop (no motion for 0.3 s) until all in view was there, or the next motion.
    package var fillSeconds: [Double] = []
    package var busySeconds = 0.0
    /// On loads that were stopped or never seen.
    package var wastedSeconds = 0.0
    package var loads = 0
    package var stopped = 0
    /// Called off before a loader took them.
    package var withdrawn = 0
    /// Loads of a key that had been loaded or was being loaded.
    package var duplicates = 0
    /// Loads that were stopped although their item was in view: also over a change of the query the number is 0.
    package var stoppedInView = 0
    /// Pictures of which a load was begun, and how many loads read one whole, stopped ones too.
    package var pictures = 0
    package var reads = 0

    package var blankShare: Double { visibleSeconds > 0 ? blankSeconds / visibleSeconds : 0 }
    package var emptyShare: Double { visibleSeconds > 0 ? emptySeconds / visibleSeconds : 0 }
    /// Mean time from a stop to a full view.
    package var meanFill: Double { fillSeconds.isEmpty ? 0 : fillSeconds.reduce(0, +) / Double(fillSeconds.count) }
    /// One stop in twenty takes longer.
    package var lateFill: Double {
        fillSeconds.isEmpty ? 0 : fillSeconds.sorted()[min(fillSeconds.count - 1, fillSeconds.count * 19 / 20)]
    }
    /// How often a picture that was read was read.
    package var readsPerPicture: Double { pictures > 0 ? Double(reads) / Double(pictures) : 0 }
    package var wastedShare: Double { busySeconds > 0 ? wastedSeconds / busySeconds : 0 }

    /// How much of the way from `none` to the oracle this is: 1 is as good as the oracle.
    package func gapClosed(none: SimulationResult, oracle: SimulationResult) -> Double {
        let gap = none.blankShare - oracle.blankShare
        return gap > 0 ? (none.blankShare - blankShare) / gap : 0
    }

    package init(kind: String) {
        self.kind = kind
    }

    init(_ simulation: Simulation) {
        self.init(kind: simulation.trace.kind)
        var fulls: [Int: Double] = [:]
        var anything: [Int: Double] = [:]
        for (key, time) in simulation.arrivals {
            let item = Int(key.item)
            anything[item] = min(time, anything[item] ?? .infinity)
            if !key.isPreview { fulls[item] = time }
        }
        measureView(simulation.world, simulation.trace, fulls, anything)
        measureLoads(simulation)
        withdrawn = simulation.scheduler.statistics.cancelledQueued
    }

    /// Adds up over the frames of a trace. `fulls` are the times at which the full pictures of items reached the browser,
    /// `anything` those of their first pixels.
    mutating func measureView(
        _ world: SimulatedWorld, _ trace: ScrollTrace, _ fulls: [Int: Double], _ anything: [Int: Double]
    ) {
        let frames = trace.frames
        var stillSince: Double?
        for index in frames.indices.dropLast() {
            let frame = frames[index]
            let seconds = frames[index + 1].time - frame.time
            let visible = world.visibleItems(frame)
            if frame.isCounted {
                visibleSeconds += seconds * Double(visible.count)
                for item in visible {
                    if fulls[item] ?? .infinity > frame.time { blankSeconds += seconds }
                    if anything[item] ?? .infinity > frame.time { emptySeconds += seconds }
                }
            }
            let isMoving = frames[index + 1].offset != frame.offset || frames[index + 1].every != frame.every
            if !isMoving, stillSince == nil { stillSince = frame.time }
            if isMoving || index == frames.count - 2, let since = stillSince {
                let end = frame.time
                let filled = visible.reduce(since) { max($0, fulls[$1] ?? .infinity) }
                if end - since >= 0.3, since > 0 { fillSeconds.append(min(filled, end) - since) }
                if isMoving { stillSince = nil }
            }
        }
    }

    private mutating func measureLoads(_ simulation: Simulation) {
        var lastSeen: [Int: Double] = [:]
        for frame in simulation.trace.frames {
            for item in simulation.world.visibleItems(frame) { lastSeen[item] = frame.time }
        }
        let isWhole = simulation.world.previews == .wholePicture
        var busyUntil: [LoadKey: Double] = [:]
        for load in simulation.loads {
            let seconds = (load.end - load.start) / Double(load.batchCount)
            busySeconds += seconds
            let isSeen = lastSeen[Int(load.key.item)].map { $0 >= load.end + simulation.world.delay } ?? false
            if load.isStopped || !isSeen { wastedSeconds += seconds }
            if load.isStopped { stopped += 1 }
            if let until = busyUntil[load.key], load.start < until { duplicates += 1 }
            busyUntil[load.key] = load.isStopped ? load.end : .infinity
            if isWhole || !load.key.isPreview { reads += 1 }
        }
        pictures = Set(simulation.loads.lazy.filter { isWhole || !$0.key.isPreview }.map(\.key.item)).count
        loads = simulation.loads.count
        stoppedInView = simulation.stoppedInView
    }

    /// Adds another trace's figures.
    package mutating func add(_ other: SimulationResult) {
        visibleSeconds += other.visibleSeconds
        blankSeconds += other.blankSeconds
        emptySeconds += other.emptySeconds
        fillSeconds += other.fillSeconds
        busySeconds += other.busySeconds
        wastedSeconds += other.wastedSeconds
        loads += other.loads
        stopped += other.stopped
        withdrawn += other.withdrawn
        duplicates += other.duplicates
        stoppedInView += other.stoppedInView
        pictures += other.pictures
        reads += other.reads
    }
}
