import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Statistics, metrics and the description of the interface.
extension GridAPI {
    static let statisticsOperations = Operation.below(
        "", .operating,
        [
            Operation(
                .get, "/api/v1/openapi.json", "getDescription", "This description", answer: .json("Description"),
                getDescription),
            Operation(
                .get, "/api/v1/stats", "getStatistics", "Statistics", answer: .json("Statistics"), getStatistics),
            Operation(
                .get, "/metrics", "getMetrics", "Metrics for Prometheus", answer: .of("text/plain", "Metrics"),
                getMetrics),
        ])

    private func getDescription(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: [.fresh], body: .bytes(OpenAPIDocument.json),
                mayCompress: true))
    }

    private func getStatistics(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(.json(statistics(), headers: [.uncached]))
    }

    private func getMetrics(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(
            HTTPResponse(
                .ok, contentType: "text/plain; version=0.0.4; charset=utf-8", headers: [.uncached],
                body: .bytes(Array(figures.text(engine, serverStatistics).utf8))))
    }

    private func statistics() -> [UInt8] {
        let figures = engine.statistics()
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("loads") { writer in
                writer.member("loaders", figures.loaders)
                writer.member("running", figures.running)
                writer.member("queued", figures.queued)
                for (name, value) in GridAPI.counters(figures) {
                    writer.key(escaping: name)
                    writer.int(value)
                }
                writer.member("busySeconds", figures.loads.busySeconds)
                writer.member("wastedSeconds", figures.loads.wastedSeconds)
            }
            if let caches = engine.cacheStatistics {
                writer.key("caches")
                writer.cacheFigures(caches)
            }
            writer.member("viewers", figures.viewers)
            writer.member("movements", figures.movements)
            if let server = serverStatistics {
                writer.object("server") { writer in
                    writer.member("connections", server.connections)
                    writer.member("accepted", server.accepted)
                    writer.member("requests", server.requests)
                    writer.member("sleeping", server.sleeping)
                }
            }
            writer.array("collections") { writer in
                for summary in figures.collections { writer.summary(summary) }
            }
        }
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
}

extension HTTPHeader {
    static let uncached = HTTPHeader("Cache-Control", "no-store")
}
