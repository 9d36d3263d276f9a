import CollectionModel
import GridEngine
import HTTPServer
import JSONText
import Synchronization

/// Collections that are created and deleted through the interface.
extension GridAPI {
    static let deletes = Parameter.accept(
        "deletes", "accept: delete however much is not named; of a refresh, what vanished and is held")

    static let postingOperations = Operation.below(
        collectionsPath, .changing,
        [
            Operation(
                .post, "", "createCollection", "Create a collection", headers: [.ifMatch, .idempotencyKey],
                body: .streamed(
                    "NewCollectionLines", json: .json("NewCollection", maxBytes: largeBodyBytes), openCollection),
                answer: .json("Collection", 201, headers: [.version, .location]),
                refusals: [403, 409, 429, 507], createCollection),
            Operation(
                .post, "/{c}/import", "importCollection",
                """
                Make a posted collection what the lines say, all or nothing; 201 when it is new. Items and sections are known by \
                their identifiers. Without a last line {"end":true,"items":n}, one that would delete more than a tenth of the items, and more \
                than 100, is refused
                """, query: [deletes], headers: [.ifMatch, .idempotencyKey],
                body: .streamed("NewCollectionLines", openImport),
                answer: .json("Collection", 200, 201, headers: [.version, .location]),
                refusals: [403, 409, 412, 429, 507], refuseOtherImport),
            Operation(
                .delete, "/{c}", "removeCollection", "Delete a collection that was created through the interface",
                headers: [.ifMatch, .idempotencyKey], answer: .empty(), refusals: [403, 412, 503], removeCollection),
        ])

    private func createCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (options, client) = (try request.changeOptions(), request.client)
        return readInBackground(request.receivedBody, for: options) { (reader) throws(JSONError) in
            try PostedCollection(from: &reader, share: engine.postedShare())
        } then: { collection, options, responder in
            engine.create(collection, options: options, for: client) { responder.respond(GridAPI.response(to: $0)) }
        }
    }

    /// Lines are read while they arrive.
    private func openCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream {
        let (options, client) = (try request.changeOptions(), request.client)
        let lines = SharedLines(engine.postedShare(), options)
        return BodyStream(on: largeBodies) { (part) throws(ProblemDetails) in
            try lines.read(part)
        } respond: { responder in
            responder.attempt { () throws(ProblemDetails) in
                let (posted, options) = try lines.end()
                engine.create(posted, options: options, for: client) {
                    responder.respond(GridAPI.response(to: $0))
                }
            }
        }
    }

    /// The same lines as those of a new collection. The path says which collection it becomes.
    private func openImport(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream {
        let (options, client) = (try request.changeOptions(), request.client)
        let (id, deletes) = (request.parameter("c"), try request.deletes())
        guard GivenItem.isIdentifier(id) else {
            throw ProblemDetails(.unprocessableContent, "an identifier has 1 to 200 bytes, without control characters")
        }
        let lines = SharedLines(engine.postedShare(), options, named: id)
        return BodyStream(on: largeBodies) { (part) throws(ProblemDetails) in
            try lines.read(part)
        } respond: { responder in
            responder.attempt { () throws(ProblemDetails) in
                let (posted, options) = try lines.end()
                engine.take(posted, deletes: deletes, options: options, for: client) { result in
                    let status: HTTPStatus = (try? result.get().isNew) == true ? .created : .ok
                    responder.respond(GridAPI.response(to: result.map { $0.summary }, status: status))
                }
            }
        }
    }

    /// An import has lines, and is read while it arrives.
    private func refuseOtherImport(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        // No body is lines of which the first is missing, whatever it is called.
        var lines = PostedLines(share: engine.postedShare())
        if request.receivedBody.count == 0 { _ = try lines.end() }
        throw ProblemDetails(.unsupportedMediaType, "the body must be \(GridAPI.jsonLines)")
    }

    private func removeCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, options) = (request.parameter("c"), try request.changeOptions())
        return .later { responder in
            responder.ask { () throws(GridError) in
                try engine.remove(collection, options: options) { responder.respond(to: $0) { _ in .empty() } }
            }
        }
    }

    static func response(
        to result: Result<CollectionSummary, GridError>, status: HTTPStatus = .created
    ) -> HTTPResponse {
        switch result {
        case .success(let summary):
            var writer = JSONWriter()
            writer.summary(summary)
            let location = "/api/v1/collections/\(PercentCoding.segment(summary.id))"
            return .json(
                writer.take(), status: status,
                headers: [HTTPHeader("Location", location), .version(summary.head)])
        case .failure(let error): return ProblemDetails(error).response
        }
    }
}

/// The state that a body's parts share. They come one after another, from a queue.
private final class SharedLines: Sendable {
    private let state: Mutex<(lines: PostedLines, options: ChangeOptions)>

    init(_ share: PostedMemory.Share, _ options: ChangeOptions, named id: String? = nil) {
        state = Mutex((PostedLines(share: share, named: id), options))
    }

    func read(_ part: [UInt8]) throws(ProblemDetails) {
        try state.withLock { (state) throws(ProblemDetails) in
            state.options.fingerprint?.add(part)
            try state.lines.read(part)
        }
    }

    /// - Returns: with the body in the fingerprint of the options.
    func end() throws(ProblemDetails) -> (PostedCollection, ChangeOptions) {
        try state.withLock { (state) throws(ProblemDetails) in (try state.lines.end(), state.options) }
    }
}

extension HTTPRequest {
    /// Whether a whole order may take away much of the one that is there.
    borrowing func deletes() throws(ProblemDetails) -> Deletes {
        try value(GridAPI.deletes) == true ? .any : .few
    }
}
