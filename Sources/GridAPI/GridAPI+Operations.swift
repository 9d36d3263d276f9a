import CollectionModel
import GridEngine
import HTTPServer

/// What runs the place: figures and health.
extension GridAPI {
    func registerOperations(in router: inout Router) {
        router.on(.get, "/healthz") { _ in
            .respond(.json(health(), headers: [HTTPHeader("Cache-Control", "no-store")]))
        }
        router.on(.get, "/api/v1/openapi.json") { _ in
            .respond(
                HTTPResponse(
                    .ok, contentType: "application/json", headers: [.fresh], body: .bytes(OpenAPIDocument.json),
                    mayCompress: true))
        }
        router.on(.get, "/api/v1/stats") { _ in
            .respond(.json(statistics(), headers: [HTTPHeader("Cache-Control", "no-store")]))
        }
        router.on(.get, "/metrics") { _ in
            .respond(
                HTTPResponse(
                    .ok, contentType: "text/plain; version=0.0.4; charset=utf-8",
                    headers: [HTTPHeader("Cache-Control", "no-store")], body: .bytes(Array(metrics().utf8))))
        }
    }

    /// 200 as long as it answers: a source that cannot be read is no reason to start the server anew.
    private func health() -> [UInt8] {
        let troubled = engine.summaries().filter { $0.problem != nil }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", troubled.isEmpty ? "ok" : "degraded")
        if !troubled.isEmpty {
            writer.key("problems")
            writer.beginObject()
            for summary in troubled {
                writer.key(escaping: summary.id)
                writer.string(summary.problem ?? "")
            }
            writer.endObject()
        }
        writer.endObject()
        return writer.take()
    }

    private func statistics() -> [UInt8] {
        let figures = engine.statistics()
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("loads")
        writer.beginObject()
        writer.member("loaders", figures.loaders)
        writer.member("running", figures.running)
        writer.member("queued", figures.queued)
        for (name, value) in GridAPI.counters(figures) {
            writer.key(escaping: name)
            writer.int(value)
        }
        writer.member("busySeconds", figures.loads.busySeconds)
        writer.member("wastedSeconds", figures.loads.wastedSeconds)
        writer.endObject()
        if let caches = engine.cacheStatistics {
            writer.key("caches")
            writer.cacheFigures(caches)
        }
        writer.member("viewers", figures.viewers)
        writer.member("movements", figures.movements)
        if let server = serverStatistics {
            writer.key("server")
            writer.beginObject()
            writer.member("connections", server.connections)
            writer.member("accepted", server.accepted)
            writer.member("requests", server.requests)
            writer.member("sleeping", server.sleeping)
            writer.endObject()
        }
        writer.key("collections")
        writer.beginArray()
        for summary in figures.collections { writer.summary(summary) }
        writer.endArray()
        writer.endObject()
        return writer.take()
    }

    static func counters(_ figures: EngineStatistics) -> [(String, Int)] {
        let loads = figures.loads
        return [
            ("started", loads.started), ("loaded", loads.loaded), ("failed", loads.failed),
            ("retried", loads.retried), ("promoted", loads.promoted), ("cancelledQueued", loads.cancelledQueued),
            ("cancelledRunning", loads.cancelledRunning), ("dropped", loads.dropped),
        ]
    }

    /// The Prometheus text format.
    private func metrics() -> String {
        let figures = engine.statistics()
        var text = ""
        func metric(_ name: String, _ kind: String, _ help: String, _ value: String) {
            text += "# HELP lookahead_\(name) \(help)\n# TYPE lookahead_\(name) \(kind)\nlookahead_\(name) \(value)\n"
        }
        metric("viewers", "gauge", "Viewers that are open.", "\(figures.viewers)")
        metric("loads_running", "gauge", "Loads that run now.", "\(figures.running)")
        metric("loads_queued", "gauge", "Loads that wait.", "\(figures.queued)")
        metric("loads_busy_seconds_total", "counter", "Loader time spent.", "\(figures.loads.busySeconds)")
        metric(
            "loads_wasted_seconds_total", "counter", "Loader time spent on loads never seen.",
            "\(figures.loads.wastedSeconds)")
        text += "# HELP lookahead_loads_total Loads, by what became of them.\n# TYPE lookahead_loads_total counter\n"
        for (name, value) in GridAPI.counters(figures) { text += "lookahead_loads_total{what=\"\(name)\"} \(value)\n" }
        if let caches = engine.cacheStatistics {
            metric("cache_memory_bytes", "gauge", "Prepared pictures in memory.", "\(caches.memoryBytes)")
            metric("cache_disk_bytes", "gauge", "Prepared pictures on disk.", "\(caches.diskBytes)")
            metric("cache_memory_hits_total", "counter", "Pictures answered from memory.", "\(caches.memoryHits)")
            metric("cache_disk_hits_total", "counter", "Pictures answered from disk.", "\(caches.diskHits)")
            metric("cache_originals_total", "counter", "Loads that went to the original.", "\(caches.originals)")
        }
        text += "# HELP lookahead_items Items of a collection.\n# TYPE lookahead_items gauge\n"
        for summary in figures.collections {
            let label = summary.id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            text += "lookahead_items{collection=\"\(label)\"} \(summary.itemCount)\n"
        }
        if let server = serverStatistics {
            metric("http_connections", "gauge", "Open connections.", "\(server.connections)")
            metric("http_sleeping", "gauge", "Connections that wait or stream.", "\(server.sleeping)")
            metric("http_requests_total", "counter", "Requests begun.", "\(server.requests)")
        }
        return text
    }
}
