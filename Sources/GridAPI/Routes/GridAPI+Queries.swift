import CollectionQuery
import GridEngine
import HTTPServer
import JSONText

/// Queries: what can be asked for, results as collections of their own, and counts by value.
extension GridAPI {
    /// Maximum size of a body that has a query.
    static let queryBodyBytes = 64 * 1024

    private static let facetFields = Parameter.text(
        "fields", example: "rating,camera", pattern: #"^[^,\u0000]{1,100}(,[^,\u0000]{1,100}){0,31}$"#,
        "names, separated by commas")
    private static let facetQuery = Parameter.text("query", example: #"{"search":"sea"}"#, "as JSON")
    private static let facetLimit = Parameter.integer("limit", FacetRequest.limits, example: 100)

    static let queryOperations = Operation.below(
        collectionPath, .finding,
        [
            Operation(
                .get, "/fields", "listFields", "What can be asked for, and how much of it is known",
                answer: .json("Fields"), refusals: [503], listFields),
            Operation(
                .get, "/items/{i}/fields", "getItemFields", "Every value that is known of an item",
                answer: .json("ItemFields"), refusals: [503], getItemFields),
            Operation(
                .get, "/items/{i}/stack", "getStack", "The items that are one with an item where stacks are folded",
                answer: .json("Stack"), refusals: [503], getStack),
            Operation(
                .post, "/queries", "openResult",
                "The result of a query, as a collection of its own that follows every change",
                body: .json("Query", maxBytes: queryBodyBytes), isChange: false, answer: .json("Result", 201),
                refusals: [429], openResult),
            Operation(
                .get, "/facets", "getFacets", "Counts by value: fields separated by commas, the query as JSON",
                query: [facetFields.required, facetQuery, facetLimit], answer: .json("Facets"), refusals: [503],
                getFacets),
            Operation(
                .post, "/facets", "countFacets", "Counts by value; changes nothing",
                body: .json("FacetRequest", maxBytes: queryBodyBytes), isChange: false, answer: .json("Facets"),
                countFacets),
        ])

    private func listFields(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let id = request.parameter("c")
        let list = try ask { () throws(GridError) in try engine.fields(of: id) }
        var writer = JSONWriter(reservingCapacity: 256 + list.fields.count * 64)
        writer.fields(list)
        return .respond(.json(writer.take(), headers: [.fresh]))
    }

    private func getItemFields(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        let values = try ask { () throws(GridError) in try engine.fieldValues(of: item, in: collection) }
        return .respond(
            .object(headers: [.fresh]) { writer in
                writer.member("item", item)
                writer.object("fields") { writer in
                    for (field, value) in values {
                        writer.key(escaping: field)
                        writer.value(value)
                    }
                }
            })
    }

    private func getStack(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        return .later { responder in
            responder.ask { () throws(GridError) in
                try engine.readStack(of: item, in: collection) { found in
                    responder.respond(
                        .object(headers: [.fresh]) { writer in
                            if let stack = found.stack { writer.member("stack", stack) }
                            writer.array("items") { writer in for item in found.items { writer.item(item) } }
                        })
                }
            }
        }
    }

    /// The result of a query as a collection of its own: the same query is the same result.
    private func openResult(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, client) = (request.parameter("c"), request.client)
        let query = try readQuery(request.body, at: "") { (reader) throws(JSONError) in try Query(from: &reader) }
        return later(GridAPI.response(to:), queryAt: "") { cancellation, completion in
            engine.whenRead(collection) {
                engine.openResult(
                    of: collection, query, for: client, cancellation: cancellation, completion: completion)
            }
        }
    }

    private static func response(to found: ResultDescription) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", found.id)
            writer.member("collection", found.collection)
            writer.member("version", found.version)
            writer.member("itemCount", found.itemCount)
            writer.member("sectionCount", found.sectionCount)
            if found.foldedCount > 0 { writer.member("folded", found.foldedCount) }
            writer.reading(found.reading)
            writer.key("query")
            found.query.write(to: &writer)
        }
        return .json(
            writer.take(), status: .created,
            headers: [
                HTTPHeader("Location", "/api/v1/collections/\(PercentCoding.segment(found.id))"),
                .version(found.version),
            ])
    }

    private func countFacets(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let wanted = try readQuery(request.body, at: "/query") { (reader) throws(JSONError) in
            try reader.read(FacetRequest.self)
        }
        return count(wanted, in: collection, for: request.client)
    }

    private func getFacets(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let names = (request.query(GridAPI.facetFields.name) ?? "").split(separator: ",").map(String.init)
        guard FacetRequest.fieldCounts.contains(names.count) else {
            throw ProblemDetails(
                .unprocessableContent, "fields is required: 1 to \(FacetRequest.fieldCounts.upperBound) names")
        }
        var wanted = FacetRequest()
        wanted.fields = names
        wanted.limit = try request.value(GridAPI.facetLimit) ?? wanted.limit
        if let text = request.query(GridAPI.facetQuery.name) {
            do throws(ProblemDetails) {
                wanted.query = try readQuery(Array(text.utf8), at: "") { (reader) throws(JSONError) in
                    try Query(from: &reader)
                }
            } catch {
                // The request is well-formed, whatever its parameter holds.
                var problem = error
                if problem.status == .badRequest { problem.status = .unprocessableContent }
                throw problem
            }
        }
        return count(wanted, in: collection, for: request.client)
    }

    private func count(_ wanted: FacetRequest, in collection: String, for client: Client?) -> HTTPOutcome {
        later(GridAPI.response(to:)) { cancellation, completion in
            engine.whenRead(collection) {
                engine.facets(
                    of: collection, wanted.fields, query: wanted.query, limit: wanted.limit, for: client,
                    cancellation: cancellation, completion: completion)
            }
        }
    }

    private static func response(to found: FacetList) -> HTTPResponse {
        var writer = JSONWriter(reservingCapacity: 1024)
        writer.object { writer in
            writer.array("facets") { writer in for facet in found.facets { writer.facet(facet) } }
            writer.reading(found.reading)
        }
        return .json(writer.take(), headers: [.fresh])
    }

    /// Answers once `work` calls its completion. The cancellation is raised when the asker goes away before.
    /// - Parameters:
    ///   - response: for what the work gives.
    ///   - pointer: of the query in the request's body.
    ///   - work: begins at once.
    /// - Returns: what tells the server to wait.
    func later<Value: Sendable>(
        _ response: @escaping @Sendable (Value) -> HTTPResponse, queryAt pointer: String = "/query",
        _ work: @escaping @Sendable (Cancellation, @escaping @Sendable (Result<Value, GridError>) -> Void) -> Void
    ) -> HTTPOutcome {
        .later { responder in
            let cancellation = Cancellation()
            responder.onDisconnect { cancellation.cancel() }
            work(cancellation) { result in
                switch result {
                case .success(let value): responder.respond(response(value))
                case .failure(let error): responder.respond(ProblemDetails(error, queryAt: pointer).response)
                }
            }
        }
    }
}

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
