import CollectionModel
import GridEngine
import HTTPServer
import JSONText
import Prefetching

/// Life-cycle reports for the dashboard, on a viewer's event line.
extension GridAPI {
    /// A client that reads slowly misses reports before it loses its line.
    private static let reportQueueBytes = 96 * 1024

    /// - Returns: what to stop when the line closes.
    func watch(
        _ names: [ViewerID], on stream: EventStream, namesViewers: Bool
    ) throws(ProblemDetails) -> [Int] {
        var watches: [Int] = []
        for name in names {
            let watch = try ask { () throws(GridError) in
                try engine.watchLifecycle(of: name) { report in
                    guard !stream.isClosed else { return false }
                    guard stream.bytes.queuedBytes < GridAPI.reportQueueBytes else { return true }
                    var writer = JSONWriter(reservingCapacity: 4096)
                    writer.report(report, of: namesViewers ? name : nil)
                    // No identifier: a report that was missed is not worth asking for.
                    return stream.send(event: "lifecycle", data: writer.take())
                }
            }
            watches.append(watch)
        }
        return watches
    }
}

extension JSONWriter {
    fileprivate mutating func report(_ report: LifecycleReport, of viewer: ViewerID?) {
        object { writer in
            if let viewer { writer.member("viewer", viewer.description) }
            writer.member("time", report.time.inMilliseconds)
            writer.member("version", report.version)
            writer.member("itemCount", report.itemCount)
            writer.member("seq", report.sequence)
            writer.member("policy", report.policy)
            writer.member("reach", report.reach)
            writer.member("visible", report.visible)
            writer.member("window", report.window)
            if let predicted = report.predicted { writer.member("predicted", predicted) }
            if let motion = report.motion { writer.motion(motion) }
            if let row = report.row {
                writer.object("row") { writer in
                    writer.member("columns", row.columns)
                    writer.member("height", row.height)
                }
            }
            writer.array("wants") { writer in
                for want in report.wants {
                    writer.array { writer in
                        writer.int(want.flat)
                        writer.int(want.state.rawValue)
                    }
                }
            }
            writer.array("steps") { writer in for step in report.steps { writer.step(step) } }
            if report.dropped > 0 { writer.member("dropped", report.dropped) }
            writer.figures(report)
        }
    }

    private mutating func motion(_ motion: LifecycleReport.Motion) {
        object("motion") { writer in
            writer.member("time", motion.time.inMilliseconds)
            writer.member("y", motion.offset)
            writer.member("height", motion.viewportHeight)
            writer.member("v", motion.velocity)
            writer.member("phase", motion.phase)
            if let decay = motion.decay { writer.member("decay", decay) }
            if let end = motion.end { writer.member("end", end) }
        }
    }

    private mutating func step(_ step: LifecycleStep) {
        object { writer in
            writer.member("step", step.kind.rawValue)
            writer.member("time", step.time.inMilliseconds)
            writer.member("id", step.item)
            if let flat = step.flat { writer.member("index", flat) }
            if let load = step.load { writer.member("load", Int(load)) }
            if let batch = step.batch { writer.member("batch", Int(batch)) }
            if step.isPreview { writer.member("preview", true) }
            if step.isContent { writer.member("content", true) }
        }
    }

    private mutating func figures(_ report: LifecycleReport) {
        loadFigures(report.statistics)
        member("viewers", report.statistics.viewers)
        if let problem = report.problem {
            member("problem", problem.sentence)
            member("problemReason", problem)
        }
        if let caches = report.caches {
            key("caches")
            cacheFigures(caches)
        }
        if let store = report.store {
            object("store") { writer in
                writer.member("appends", store.appends)
                writer.member("overtaken", store.overtaken)
                writer.member("adopted", store.adopted)
                writer.member("leases", store.leases)
                writer.member("leasesHeld", store.leasesHeld)
                writer.member("server", store.server)
                if let holders = store.holders {
                    writer.array("holders") { writer in
                        for holder in holders {
                            writer.object { writer in
                                writer.member("server", holder.server)
                                writer.member("leases", holder.leases)
                            }
                        }
                    }
                }
                writer.member("commitSeconds", store.commitSeconds)
                writer.member("unseenSeconds", store.unseenSeconds)
            }
        }
    }

    /// The member `loads`: running, waiting and ended loads.
    mutating func loadFigures(_ statistics: EngineStatistics) {
        object("loads") { writer in
            writer.member("loaders", statistics.loaders)
            writer.member("running", statistics.running)
            writer.member("queued", statistics.queued)
            for (name, value) in EngineFigures.counters(statistics.loads) {
                writer.key(escaping: name)
                writer.int(value)
            }
            writer.member("busySeconds", statistics.loads.busySeconds)
            writer.member("wastedSeconds", statistics.loads.wastedSeconds)
        }
    }

    mutating func cacheFigures(_ caches: CacheStatistics) {
        object { writer in
            writer.member("memoryHits", caches.memoryHits)
            writer.member("diskHits", caches.diskHits)
            writer.member("originals", caches.originals)
            writer.member("memoryBytes", caches.memoryBytes)
            writer.member("memoryLimitBytes", caches.memoryLimitBytes)
            writer.member("diskBytes", caches.diskBytes)
            writer.member("diskLimitBytes", caches.diskLimitBytes)
            if let shared = caches.shared {
                writer.member("sharedHits", shared.hits)
                writer.member("sharedPuts", shared.puts)
                if let trouble = shared.trouble { writer.member("sharedTrouble", trouble) }
            }
        }
    }
}

extension Instant {
    /// Whole ms and tenths since the engine's start.
    fileprivate var inMilliseconds: Double { Double(nanoseconds / 100_000) / 10 }
}
