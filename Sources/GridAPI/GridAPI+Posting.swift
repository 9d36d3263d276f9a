import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Collections that are created and deleted through the interface.
extension GridAPI {
    func registerPosting(in router: inout Router) {
        router.on(
            .post, "/api/v1/collections", accepts: GridAPI.json, maxBodyBytes: GridAPI.largeBodyBytes, createCollection)
        router.on(.delete, "/api/v1/collections/{c}", removeCollection)
    }

    private func createCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (options, client) = (try request.changeOptions(), request.client)
        return readInBackground(request.receivedBody) { (reader) throws(JSONError) in
            try PostedCollection(from: &reader)
        } then: { collection, responder in
            engine.create(collection, options: options, for: client) { responder.respond(GridAPI.response(to: $0)) }
        }
    }

    private func removeCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, options) = (request.parameter("c"), try request.changeOptions())
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

    private static func response(to result: Result<CollectionSummary, GridError>) -> HTTPResponse {
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
            case "title": title = try reader.readText(limitBytes: GivenItem.titleLimitBytes)
            case "sections": sections = try reader.readGivenSections(itemLimit: PostedCollection.itemLimit)
            default: throw reader.unexpected("is not a member of a collection")
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(id: id, title: title ?? id, sections: sections)
    }
}

extension NamedOrder {
    /// A snapshot document, or one with whole items.
    init(from reader: inout JSONReader) throws(JSONError) {
        var sections: [GivenSection]?
        var version: Int?
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "sections": sections = try reader.readGivenSections()
            case "version": version = try reader.readIndex()
            case "collection": try reader.skipValue()
            default: throw reader.unexpected("is not a member of a snapshot")
            }
        }
        guard let sections else { throw reader.missing("sections") }
        self.init(sections: sections, version: version)
    }
}

extension JSONReader {
    fileprivate mutating func readGivenSections(itemLimit: Int = .max) throws(JSONError) -> [GivenSection] {
        var sections: [GivenSection] = []
        var count = 0
        try beginArray()
        while try nextElement() {
            let section = try readGivenSection(itemLimit: itemLimit - count) { reader in
                reader.tooMany("items", limit: itemLimit)
            }
            count += section.items.count
            sections.append(section)
        }
        return sections
    }
}
