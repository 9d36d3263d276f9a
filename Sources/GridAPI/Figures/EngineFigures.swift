import CoreMetrics
import GridEngine
import HTTPServer
import Prefetching
import PrometheusMetrics
import Synchronization

/// Copies the statistics of engine and server to swift-metrics when `/metrics` is read: counting every load and request twice
/// would cost too much.
final class EngineFigures: Sendable {
    /// The values copied last, because counters only take differences. Locked during a copy, so that no difference counts twice.
    private struct Told {
        var counters: [String: Double] = [:]
        /// By collection.
        var items: [String: Meter] = [:]
        var heads: [String: Meter] = [:]
    }

    let factory: PrometheusFactory
    private let told = Mutex(Told())

    init(_ factory: PrometheusFactory) {
        self.factory = factory
        for (name, help) in EngineFigures.help { factory.describe("lookahead_\(name)", help) }
        for (name, help) in ProcessFigures.help { factory.describe("process_\(name)", help) }
    }

    private static let help = [
        "viewers": "Viewers that are open.",
        "loads_running": "Loads that run now.",
        "loads_queued": "Loads that wait.",
        "loads_busy_seconds": "Loader time spent.",
        "loads_wasted_seconds": "Loader time spent on loads never seen.",
        "loads": "Loads, by what became of them.",
        "cache_memory_bytes": "Prepared pictures in memory.",
        "cache_disk_bytes": "Prepared pictures on disk.",
        "cache_memory_hits": "Pictures answered from memory.",
        "cache_disk_hits": "Pictures answered from disk.",
        "shared_hits": "Pictures taken from the store that servers share.",
        "shared_misses": "Pictures that the store had not.",
        "shared_damaged": "Objects of the store that were no picture of their name.",
        "shared_puts": "Pictures put into the store.",
        "shared_dropped": "Pictures that were not put: the store was away, or did not keep up.",
        "shared_failures": "Calls of the store that failed.",
        "shared_waits": "Originals for which another server was waited, that was reading them.",
        "shared_queued_bytes": "Pictures that wait to be put into the store.",
        "shared_trouble": "1 while the store is left alone because it fails; else 0.",
        "cache_originals": "Reads of originals; loads that need the same one share it.",
        "items": "Items of a collection.",
        "store_appends": "Changes of collections stored in the shared database.",
        "store_overtaken": "Tries to store before which another server came.",
        "store_adopted": "Changes of other servers that were read.",
        "store_leases": "Leases of work for all servers that this one took or kept.",
        "store_leases_held": "Leases of work for all servers that this one has now.",
        "store_head": "Version of a collection that this server is at.",
        "store_connections": "Connections made to the shared database.",
        "store_commit_seconds": "Time spent on storing.",
        "store_unseen_seconds": "Time since the changes of other servers were last looked for.",
        "prepared": "Pictures prepared before anybody looked at them.",
        "store_trouble": "1 while changes cannot be stored, or not as safely as promised; else 0.",
        "collections_opening": "Collections that are still being read.",
        "collections_troubled": "Collections that cannot be read, or not wholly.",
        "http_connections": "Open connections.",
        "http_sleeping": "Connections that wait or stream.",
        "http_requests": "Requests begun.",
    ]

    /// The numbers of loads, by what became of them.
    static func counters(_ loads: LoadStatistics) -> [(String, Int)] {
        [
            ("started", loads.started), ("loaded", loads.loaded), ("failed", loads.failed),
            ("retried", loads.retried), ("promoted", loads.promoted), ("cancelledQueued", loads.cancelledQueued),
            ("cancelledRunning", loads.cancelledRunning), ("dropped", loads.dropped),
        ]
    }

    /// The text that Prometheus reads, with the figures of this moment.
    func text(_ engine: GridEngine, _ server: HTTPServer.Statistics?) -> String {
        told.withLock { told in
            let figures = engine.statistics()
            gauge("viewers", Double(figures.viewers))
            gauge("loads_running", Double(figures.running))
            gauge("loads_queued", Double(figures.queued))
            count("loads_busy_seconds", figures.loads.busySeconds, &told)
            count("loads_wasted_seconds", figures.loads.wastedSeconds, &told)
            for (name, value) in EngineFigures.counters(figures.loads) {
                count("loads", Double(value), by: ("what", name), &told)
            }
            if let caches = engine.cacheStatistics {
                gauge("cache_memory_bytes", Double(caches.memoryBytes))
                gauge("cache_disk_bytes", Double(caches.diskBytes))
                count("cache_memory_hits", Double(caches.memoryHits), &told)
                count("cache_disk_hits", Double(caches.diskHits), &told)
                count("cache_originals", Double(caches.originals), &told)
                if let shared = caches.shared { tell(shared, &told) }
            }
            if let store = engine.storeFigures {
                count("store_appends", Double(store.appends), &told)
                count("store_overtaken", Double(store.overtaken), &told)
                count("store_adopted", Double(store.adopted), &told)
                count("store_leases", Double(store.leases), &told)
                gauge("store_leases_held", Double(store.leasesHeld))
                count("store_connections", Double(store.connections), &told)
                count("store_commit_seconds", store.commitSeconds, &told)
                gauge("store_unseen_seconds", store.unseenSeconds)
            }
            count("prepared", Double(engine.preparedPictures), &told)
            tellItems(figures.collections, &told)
            if engine.storeFigures != nil { tellHeads(figures.collections, &told) }
            tellTrouble(engine, figures.collections)
            tellProcess(&told)
            if let server {
                gauge("http_connections", Double(server.connections))
                gauge("http_sleeping", Double(server.sleeping))
                count("http_requests", Double(server.requests), &told)
            }
        }
        return factory.text
    }

    private func tell(_ shared: SharedCacheStatistics, _ told: inout Told) {
        count("shared_hits", Double(shared.hits), &told)
        count("shared_misses", Double(shared.misses), &told)
        count("shared_damaged", Double(shared.damaged), &told)
        count("shared_puts", Double(shared.puts), &told)
        count("shared_dropped", Double(shared.dropped), &told)
        count("shared_failures", Double(shared.failures), &told)
        count("shared_waits", Double(shared.waits), &told)
        gauge("shared_queued_bytes", Double(shared.queuedBytes))
        gauge("shared_trouble", shared.trouble == nil ? 0 : 1)
    }

    private func tellTrouble(_ engine: GridEngine, _ collections: [CollectionSummary]) {
        gauge("store_trouble", engine.storeTrouble == nil ? 0 : 1)
        gauge("collections_opening", Double(collections.count { !$0.isOpen && $0.problem == nil }))
        gauge("collections_troubled", Double(collections.count { $0.problem != nil }))
    }

    /// Under the names that exporters of every language use.
    private func tellProcess(_ told: inout Told) {
        let process = ProcessFigures.now()
        for (name, value) in process.gauges { gauge(name, value, of: "process") }
        count("cpu_seconds", process.processorSeconds, of: "process", &told)
    }

    private func gauge(_ name: String, _ value: Double, of family: String = "lookahead") {
        Meter(label: "\(family)_\(name)", dimensions: [], factory: factory).set(value)
    }

    private func count(
        _ name: String, _ value: Double, by dimension: (String, String)? = nil, of family: String = "lookahead",
        _ told: inout Told
    ) {
        let key = "\(family) \(name) \(dimension?.1 ?? "")"
        FloatingPointCounter(label: "\(family)_\(name)", dimensions: dimension.map { [$0] } ?? [], factory: factory)
            .increment(by: max(0, value - told.counters[key, default: 0]))
        told.counters[key] = max(value, told.counters[key, default: 0])
    }

    private func tellItems(_ collections: [CollectionSummary], _ told: inout Told) {
        tell("lookahead_items", \.itemCount, of: collections, by: &told.items)
    }

    /// The version of each collection that this server has applied; others may be ahead.
    private func tellHeads(_ collections: [CollectionSummary], _ told: inout Told) {
        tell("lookahead_store_head", \.version, of: collections, by: &told.heads)
    }

    /// Collections come and go.
    private func tell(
        _ label: String, _ value: KeyPath<CollectionSummary, Int>, of collections: [CollectionSummary],
        by meters: inout [String: Meter]
    ) {
        let names = Set(collections.map(\.id))
        for (name, meter) in meters where !names.contains(name) {
            meter.destroy()
            meters[name] = nil
        }
        for collection in collections {
            let meter =
                meters[collection.id]
                ?? Meter(label: label, dimensions: [("collection", collection.id)], factory: factory)
            meter.set(collection[keyPath: value])
            meters[collection.id] = meter
        }
    }
}
