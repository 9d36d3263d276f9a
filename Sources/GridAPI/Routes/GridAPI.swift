import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import JSONText
import PrometheusMetrics

/// The HTTP interface of an engine. Its only state is a small cache of encoded patches.
///
/// Most requests are answered on the serving thread; those that wait (changes, pictures, long polls) suspend their
/// connection.
package struct GridAPI: Sendable {
    let engine: GridEngine
    let patches = EncodedPatches()
    /// Parses large bodies, one at a time.
    let largeBodies = DispatchQueue(label: "lookahead.large-bodies", qos: .utility)
    /// Reads dates and sizes from the files of pictures, one at a time.
    let fileReads = DispatchQueue(label: "lookahead.file-reads", qos: .utility)
    /// Opens and reads originals.
    let originals = FileLanes((0..<8).map { DispatchQueue(label: "lookahead.files-\($0)", qos: .utility) })
    /// Writes uploads. Nobody who reads waits for them, and they take a fraction of the processor and of the disk.
    let uploads = FileLanes((0..<2).map { DispatchQueue(label: "lookahead.uploads-\($0)", qos: .utility) })
    let archives = ClientPlaces(limit: GridAPI.archiveLimit, of: .archives)
    /// Originals that are being sent: each takes a descriptor beside its connection's.
    let originalPlaces: ClientPlaces
    let closeLooks = RequestTurns()
    let sheets = RequestTurns(of: .sheets)
    /// Reads texels and puts sheets together.
    let sheetLanes = FileLanes((0..<2).map { DispatchQueue(label: "lookahead.sheets-\($0)", qos: .utility) })
    /// The demos' settings; `nil` without demos.
    let additionalSettings: (any AdditionalSettings)?
    /// The figures of `/metrics`.
    let figures: EngineFigures
    /// The parts of the decoders' confinement that this system lacks, by name.
    let missingConfinement: @Sendable () -> [String]
    private let server: @Sendable () -> HTTPServer.Statistics?

    /// - Parameters:
    ///   - engine: the engine that requests call.
    ///   - additionalSettings: further members of the settings.
    ///   - metrics: the metrics that `/metrics` returns; those of the engine and of the server are added.
    ///   - missingConfinement: the parts of the decoders' confinement that this system lacks, for `/healthz`.
    ///   - originalLimit: maximum number of originals that are sent at the same time.
    ///   - server: the statistics of the server that serves this; `nil` until it runs.
    package init(
        engine: GridEngine, additionalSettings: (any AdditionalSettings)? = nil,
        metrics: PrometheusFactory = PrometheusFactory(),
        missingConfinement: @escaping @Sendable () -> [String] = { [] }, originalLimit: Int = 4096,
        server: @escaping @Sendable () -> HTTPServer.Statistics? = { nil }
    ) {
        self.engine = engine
        self.additionalSettings = additionalSettings
        figures = EngineFigures(metrics)
        self.missingConfinement = missingConfinement
        originalPlaces = ClientPlaces(limit: originalLimit, of: .originals, least: 8)
        self.server = server
    }

    var serverStatistics: HTTPServer.Statistics? { server() }

    /// Maximum bytes of an `Idempotency-Key`.
    static let idempotencyKeyBytes = 200

    /// Paths that groups of operations begin with.
    static let collectionsPath = "/api/v1/collections"
    static let collectionPath = collectionsPath + "/{c}"
    static let itemPath = collectionPath + "/items/{i}"
    static let viewersPath = "/api/v1/viewers"

    /// Calls the engine.
    /// - Throws: its error as problem details.
    func ask<Value>(_ call: () throws(GridError) -> Value) throws(ProblemDetails) -> Value {
        do throws(GridError) { return try call() } catch { throw ProblemDetails(error) }
    }
}
