import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import JSONText

/// Collections that come and go through the interface.
extension GridAPI {
    func registerPosting(in router: inout Router) {
        router.on(
            .post, "/api/v1/collections", accepts: GridAPI.json, maxBodyBytes: GridAPI.largeBodyBytes
        ) { request in
            let options = request.changeOptions
            return readAside(request.body) { (reader) throws(JSONError) in
                try PostedCollection(from: &reader)
            } then: { collection, responder in
                engine.create(collection, options: options) { responder.respond(GridAPI.answer($0)) }
            }
        }
        router.on(.delete, "/api/v1/collections/{c}") { request in
            let (collection, options) = (request.parameter("c"), request.changeOptions)
            return .later { responder in
                do throws(GridError) {
                    try engine.remove(collection, options: options) { result in
                        switch result {
                        case .success: responder.respond(.empty())
                        case .failure(let error): responder.respond(ProblemDetails(error).response)
                        }
                    }
                } catch {
                    responder.respond(ProblemDetails(error).response)
                }
            }
        }
    }

    private static func answer(_ result: Result<CollectionSummary, GridError>) -> HTTPResponse {
        switch result {
        case .success(let summary):
            var writer = JSONWriter()
            writer.summary(summary)
            let location = "/api/v1/collections/\(PercentCoding.encode(summary.id))"
            return .json(
                writer.take(), status: .created,
                headers: [HTTPHeader("Location", location), .version(summary.version)])
        case .failure(let error): return ProblemDetails(error).response
        }
    }

    // MARK: Large bodies

    /// What a batch, an order or a new collection may take: about a million items.
    static let largeBodyBytes = 64 << 20

    private static let smallBodyBytes = 64 * 1024

    /// Reads a body that may be large and goes on with what it says. A small one is read at once; others wait their turn beside
    /// the serving threads, so that no range event waits for megabytes of JSON and memory is taken for one at a time.
    func readAside<Value: Sendable>(
        _ body: [UInt8], _ decode: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value,
        then goOn: @escaping @Sendable (Value, Responder) throws(GridError) -> Void
    ) -> HTTPOutcome {
        .later { responder in
            let work: @Sendable () -> Void = {
                do throws(ProblemDetails) {
                    let value = try read(body, decode)
                    try ask { () throws(GridError) in try goOn(value, responder) }
                } catch {
                    responder.respond(error.response)
                }
            }
            if body.count <= GridAPI.smallBodyBytes { work() } else { largeBodies.async(execute: work) }
        }
    }
}

extension PostedCollection {
    /// `{"id","title","sections":[…]}`
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        var sections: [GivenSection] = []
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "id": id = try reader.readIdentifier()
            case "title": title = try reader.readString()
            case "sections": sections = try reader.readGivenSections()
            default: throw reader.unexpected("is no member of a collection")
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(id: id, title: title ?? id, sections: sections)
    }
}

extension NamedOrder {
    /// A snapshot, as it is read or with whole items.
    init(from reader: inout JSONReader) throws(JSONError) {
        var sections: [GivenSection]?
        var version: Int?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "sections": sections = try reader.readGivenSections()
            case "version": version = try reader.readIndex()
            case "collection": try reader.skipValue()
            default: throw reader.unexpected("is no member of a snapshot")
            }
        }
        guard let sections else { throw reader.missing("sections") }
        self.init(sections: sections, version: version)
    }
}

extension JSONReader {
    fileprivate mutating func readGivenSections() throws(JSONError) -> [GivenSection] {
        var sections: [GivenSection] = []
        try beginArray()
        while try nextElement() { sections.append(try readGivenSection()) }
        return sections
    }
}
