import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// The routes that say whether the server lives, whether it is ready, and which troubles it has.
extension GridAPI {
    static let healthOperations = Operation.below(
        "/healthz", .operating,
        [
            Operation(.get, "", "getHealth", "Health and version", answer: .json("Health"), getHealth),
            Operation(
                .get, "/live", "getLiveness", "Whether the server responds", answer: .json("Health"), getLiveness),
            Operation(
                .get, "/ready", "getReadiness", "Whether all collections have been read", answer: .json("Health"),
                refusals: [503], getReadiness),
        ])

    /// 200 whenever the server responds: restarting it would not make a source readable.
    private func getHealth(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(.json(health(), headers: [.uncached]))
    }

    /// 200 whenever the server responds. A service manager that gets no answer may restart it.
    private func getLiveness(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        return .respond(
            .object(headers: [.uncached]) { writer in
                writer.member("status", "ok")
                writer.member("version", GridAPI.version)
            })
    }

    /// 200 when every collection has been read, or has a problem that waiting does not mend. A full disk leaves the server ready: what is
    /// there can be seen.
    /// - Throws: 503 while collections are being read.
    private func getReadiness(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let unread = engine.summaries().filter { !$0.isOpen && $0.problem == nil }.count
        guard unread == 0 else {
            throw ProblemDetails(
                .serviceUnavailable, "\(unread) collections are still being read",
                headers: [HTTPHeader("Retry-After", "1")])
        }
        return .respond(.json(health(), headers: [.uncached]))
    }

    private func health() -> [UInt8] {
        let troubled = engine.summaries().filter { $0.problem != nil }
        var writer = JSONWriter()
        writer.object { writer in
            let storeTrouble = engine.storeTrouble
            let isDegraded = !troubled.isEmpty || storeTrouble != nil
            writer.member("status", isDegraded ? "degraded" : "ok")
            writer.member("version", GridAPI.version)
            if let storeTrouble { writer.member("store", storeTrouble) }
            if !troubled.isEmpty {
                writer.object("problems") { writer in
                    for summary in troubled {
                        writer.key(escaping: summary.id)
                        writer.string(summary.problem?.sentence ?? "")
                    }
                }
            }
            let missing = missingConfinement()
            if !missing.isEmpty {
                writer.array("missingConfinement") { writer in for part in missing { writer.string(part) } }
            }
        }
        return writer.take()
    }
}

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
            writer.loadFigures(figures)
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
