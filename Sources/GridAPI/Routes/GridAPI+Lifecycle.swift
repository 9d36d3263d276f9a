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
        beginObject()
        if let viewer { member("viewer", viewer.description) }
        member("time", report.time.inMilliseconds)
        member("version", report.version)
        member("itemCount", report.itemCount)
        member("seq", report.sequence)
        member("policy", report.policy)
        member("reach", report.reach)
        member("visible", report.visible)
        member("window", report.window)
        if let predicted = report.predicted { member("predicted", predicted) }
        if let motion = report.motion { self.motion(motion) }
        if let row = report.row {
            key("row")
            beginObject()
            member("columns", row.columns)
            member("height", row.height)
            endObject()
        }
        key("wants")
        beginArray()
        for want in report.wants {
            beginArray()
            int(want.flat)
            int(want.state.rawValue)
            endArray()
        }
        endArray()
        key("steps")
        beginArray()
        for step in report.steps { self.step(step) }
        endArray()
        if report.dropped > 0 { member("dropped", report.dropped) }
        figures(report)
        endObject()
    }

    private mutating func motion(_ motion: LifecycleReport.Motion) {
        key("motion")
        beginObject()
        member("time", motion.time.inMilliseconds)
        member("y", motion.offset)
        member("height", motion.viewportHeight)
        member("v", motion.velocity)
        member("phase", motion.phase)
        if let decay = motion.decay { member("decay", decay) }
        if let end = motion.end { member("end", end) }
        endObject()
    }

    private mutating func step(_ step: LifecycleStep) {
        beginObject()
        member("step", step.kind.rawValue)
        member("time", step.time.inMilliseconds)
        member("id", step.item)
        if let flat = step.flat { member("index", flat) }
        if let load = step.load { member("load", Int(load)) }
        if step.isPreview { member("preview", true) }
        endObject()
    }

    private mutating func figures(_ report: LifecycleReport) {
        key("loads")
        beginObject()
        member("loaders", report.statistics.loaders)
        member("running", report.statistics.running)
        member("queued", report.statistics.queued)
        for (name, value) in GridAPI.counters(report.statistics) {
            key(escaping: name)
            int(value)
        }
        member("busySeconds", report.statistics.loads.busySeconds)
        member("wastedSeconds", report.statistics.loads.wastedSeconds)
        endObject()
        member("viewers", report.statistics.viewers)
        if let caches = report.caches {
            key("caches")
            cacheFigures(caches)
        }
        if let store = report.store {
            key("store")
            beginObject()
            member("appends", store.appends)
            member("overtaken", store.overtaken)
            member("adopted", store.adopted)
            member("leases", store.leases)
            member("leasesHeld", store.leasesHeld)
            member("server", store.server)
            if let holders = store.holders {
                key("holders")
                beginArray()
                for holder in holders {
                    beginObject()
                    member("server", holder.server)
                    member("leases", holder.leases)
                    endObject()
                }
                endArray()
            }
            member("commitSeconds", store.commitSeconds)
            member("unseenSeconds", store.unseenSeconds)
            endObject()
        }
    }

    mutating func cacheFigures(_ caches: CacheStatistics) {
        beginObject()
        member("memoryHits", caches.memoryHits)
        member("diskHits", caches.diskHits)
        member("originals", caches.originals)
        member("memoryBytes", caches.memoryBytes)
        member("memoryLimitBytes", caches.memoryLimitBytes)
        member("diskBytes", caches.diskBytes)
        member("diskLimitBytes", caches.diskLimitBytes)
        if let shared = caches.shared {
            member("sharedHits", shared.hits)
            member("sharedPuts", shared.puts)
            if let trouble = shared.trouble { member("sharedTrouble", trouble) }
        }
        endObject()
    }
}

extension Instant {
    /// Whole ms and tenths since the engine's start.
    fileprivate var inMilliseconds: Double { Double(nanoseconds / 100_000) / 10 }
}
