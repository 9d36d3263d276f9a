import CollectionQuery
import GridEngine
import HTTPServer
import JSONText

/// Queries that people keep: `PUT` saves one under a name, durable when it is answered.
extension GridAPI {
    static let savedQueryOperations = Operation.below(
        collectionPath + "/queries", .finding,
        [
            Operation(
                .get, "", "listQueries", "The saved queries, by name", answer: .json("SavedQueries"),
                refusals: [403, 503], listQueries),
            Operation(
                .put, "/{q}", "saveQuery", "Save a query under a name; 200 when it replaces one",
                body: .json("SavedQueryChange", maxBytes: queryBodyBytes), answer: .json("SavedQuery", 201, 200),
                refusals: [403, 429, 507], saveQuery),
            Operation(
                .delete, "/{q}", "removeQuery", "Delete a saved query", answer: .empty(), refusals: [403, 503, 507],
                removeQuery),
        ])

    private func listQueries(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let queries = try ask { () throws(GridError) in try engine.savedQueries(of: collection) }
        return .respond(
            .object(headers: [.fresh]) { writer in
                writer.array("queries") { writer in for query in queries { writer.savedQuery(query) } }
            })
    }

    private func saveQuery(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, name) = (request.parameter("c"), request.parameter("q"))
        let body = try readQuery(request.body, at: "/query") { (reader) throws(JSONError) in
            try reader.read(SavedQueryRequest.self)
        }
        guard SavedQueryRequest.isName(name) else {
            throw ProblemDetails(
                .unprocessableContent, "the name must have 1 to 200 bytes without control characters")
        }
        let query = SavedQuery(name: name, title: body.title ?? name, document: body.document)
        return .later { responder in
            responder.ask { () throws(GridError) in
                try engine.save(query, of: collection) { result in
                    responder.respond(to: result) { isNew in
                        var writer = JSONWriter()
                        writer.savedQuery(query)
                        return .json(writer.take(), status: isNew ? .created : .ok)
                    }
                }
            }
        }
    }

    private func removeQuery(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, name) = (request.parameter("c"), request.parameter("q"))
        return .later { responder in
            responder.ask { () throws(GridError) in
                try engine.removeQuery(name, of: collection) { responder.respond(to: $0) { _ in .empty() } }
            }
        }
    }
}
