import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import JSONText
import PrometheusMetrics

/// The HTTP interface of an engine: requests in, calls to the engine, answers out. Holds no state of its own but a few
/// encoded patches.
///
/// What answers at once answers on the serving thread; what waits (changes, pictures, long polls) puts its connection to
/// sleep.
package struct GridAPI: Sendable {
    let engine: GridEngine
    let patches = EncodedPatches()
    /// One large body is read at a time.
    let largeBodies = DispatchQueue(label: "lookahead.large-bodies", qos: .utility)
    /// What can be turned in the demos; `nil` without them.
    let additionalSettings: (any AdditionalSettings)?
    /// What `/metrics` tells.
    let figures: EngineFigures
    private let server: @Sendable () -> HTTPServer.Statistics?

    /// - Parameters:
    ///   - metrics: what `/metrics` reads: the figures of the engine and of the server, beside what others put there.
    ///   - server: the figures of the server that serves this, once it runs.
    package init(
        engine: GridEngine, additionalSettings: (any AdditionalSettings)? = nil,
        metrics: PrometheusFactory = PrometheusFactory(),
        server: @escaping @Sendable () -> HTTPServer.Statistics? = { nil }
    ) {
        self.engine = engine
        self.additionalSettings = additionalSettings
        figures = EngineFigures(metrics)
        self.server = server
    }

    var serverStatistics: HTTPServer.Statistics? { server() }

    /// Media types of JSON bodies.
    static let json = ["application/json"]

    /// Adds every route of the interface.
    package func register(in router: inout Router) {
        registerCollections(in: &router)
        registerSections(in: &router)
        registerPosting(in: &router)
        registerChanges(in: &router)
        registerMovements(in: &router)
        registerViewers(in: &router)
        registerEvents(in: &router)
        registerImages(in: &router)
        registerOperations(in: &router)
        registerSettings(in: &router)
    }

    /// Runs a call of the engine, and makes problem details of its refusal.
    func ask<Value>(_ call: () throws(GridError) -> Value) throws(ProblemDetails) -> Value {
        do throws(GridError) { return try call() } catch { throw ProblemDetails(error) }
    }

    /// Reads a whole body, and makes problem details of what is wrong with it.
    func read<Value>(
        _ body: [UInt8], _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        do throws(JSONError) {
            var reader = JSONReader(body)
            let value = try decode(&reader)
            try reader.end()
            return value
        } catch {
            throw ProblemDetails(GridAPI.isJSON(body) ? error : error.asMalformed)
        }
    }

    /// What is of the wrong shape may not be JSON at all further on; that is another status.
    private static func isJSON(_ body: [UInt8]) -> Bool {
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.skipValue()
            try reader.end()
            return true
        } catch {
            return error.isWellFormed
        }
    }
}

extension JSONError {
    fileprivate var asMalformed: JSONError {
        isWellFormed ? JSONError(kind: .malformed("not JSON"), offset: offset, pointer: "") : self
    }
}
