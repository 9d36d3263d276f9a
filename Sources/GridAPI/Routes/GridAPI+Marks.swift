import GridEngine
import HTTPServer
import JSONText

/// Marks: stars, flags, ratings and labels, of one item or of millions.
extension GridAPI {
    func registerMarks(in router: inout Router) {
        let collection = "/api/v1/collections/{c}"
        router.on(
            .post, collection + "/marks", accepts: GridAPI.json, maxBodyBytes: GridAPI.markBodyBytes, markItems)
        router.on(.get, collection + "/labels", listLabels)
    }

    /// Maximum size of a request that marks items: some 10,000 identifiers, or 50,000 ranges.
    static let markBodyBytes = 1 << 20

    private func markItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let body = try read(request.body) { (reader) throws(JSONError) in try MarkRequest(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            try engine.mark(body.items, in: collection, as: body.marks, options: options, completion: completion)
        }
    }

    private func listLabels(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let labels = try ask { () throws(GridError) in try engine.labels(of: collection) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("labels")
        writer.beginArray()
        for label in labels {
            writer.beginObject()
            writer.member("name", label.name)
            if let colour = label.colour { writer.member("colour", colour.rawValue) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return .respond(.json(writer.take()))
    }
}
