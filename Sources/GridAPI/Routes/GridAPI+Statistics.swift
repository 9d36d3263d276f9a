import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Statistics and metrics.
extension GridAPI {
    static let statisticsOperations = Operation.below(
        "", .operating,
        [
            Operation(
                .get, "/api/v1/stats", "getStatistics", "Statistics", answer: .json("Statistics"), getStatistics),
            Operation(
                .get, "/metrics", "getMetrics", "Metrics for Prometheus", answer: .of("text/plain", "Metrics"),
                getMetrics),
        ])

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
                for (name, value) in EngineFigures.counters(figures.loads) {
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
}

extension HTTPHeader {
    static let uncached = HTTPHeader("Cache-Control", "no-store")
}
