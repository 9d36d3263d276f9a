import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Changing collections: every change answers with the patch it made, once it is durable.
extension GridAPI {
    func registerChanges(in router: inout Router) {
        router.on(.post, "/api/v1/collections/{c}/moves", accepts: GridAPI.json) { request throws(ProblemDetails) in
            let collection = request.parameter("c")
            let body = try read(request.body) { (reader) throws(JSONError) in try MoveRequest(from: &reader) }
            return change(request) { options, completion throws(GridError) in
                switch body {
                case .item(let item, let to, let version):
                    try engine.move(
                        item, in: collection, toAfter: to, version: version, options: options, completion: completion)
                case .ranges(let ranges, let version, let destination):
                    try engine.move(
                        ranges, at: version, in: collection, to: destination, options: options, completion: completion)
                }
            }
        }
        router.on(
            .post, "/api/v1/collections/{c}/batch", accepts: GridAPI.json, maxBodyBytes: GridAPI.largeBodyBytes
        ) { request in
            let (collection, options, isMinimal) = (request.parameter("c"), request.changeOptions, request.wantsMinimum)
            return readAside(request.body) { (reader) throws(JSONError) in
                try BatchRequest(from: &reader).batch
            } then: { batch, responder throws(GridError) in
                try engine.batch(batch, in: collection, options: options) {
                    responder.respond(answer($0, isMinimal: isMinimal))
                }
            }
        }
        router.on(
            .put, "/api/v1/collections/{c}/snapshot", accepts: GridAPI.json, maxBodyBytes: GridAPI.largeBodyBytes
        ) { request in
            let (collection, options, isMinimal) = (request.parameter("c"), request.changeOptions, request.wantsMinimum)
            return readAside(request.body) { (reader) throws(JSONError) in
                try NamedOrder(from: &reader)
            } then: { order, responder throws(GridError) in
                try engine.replace(with: order, in: collection, options: options) {
                    responder.respond(answer($0, isMinimal: isMinimal))
                }
            }
        }
        router.on(
            .patch, "/api/v1/collections/{c}/items/{i}",
            accepts: ["application/merge-patch+json", "application/json"]
        ) { request throws(ProblemDetails) in
            let (collection, item) = (request.parameter("c"), request.parameter("i"))
            let attributes = try read(request.body) { (reader) throws(JSONError) in
                try GridAPI.attributes(from: &reader)
            }
            return change(request) { options, completion throws(GridError) in
                try engine.patchAttributes(
                    of: item, in: collection, attributes, options: options, completion: completion)
            }
        }
        router.on(.post, "/api/v1/collections/{c}/undo", accepts: GridAPI.json) { request in
            let collection = request.parameter("c")
            return change(request) { options, completion throws(GridError) in
                try engine.undo(in: collection, options: options, completion: completion)
            }
        }
        router.on(.post, "/api/v1/collections/{c}/redo", accepts: GridAPI.json) { request in
            let collection = request.parameter("c")
            return change(request) { options, completion throws(GridError) in
                try engine.redo(in: collection, options: options, completion: completion)
            }
        }
        router.on(.post, "/api/v1/collections/{c}/refresh", accepts: GridAPI.json) { request throws(ProblemDetails) in
            let collection = request.parameter("c")
            // Said by those who know that nothing is there: otherwise an empty listing changes nothing.
            let empty = request.query("empty")
            guard empty == nil || empty == "accept" else {
                throw ProblemDetails(.unprocessableContent, "empty may be left out, or be accept")
            }
            let (refresh, isNew) = try ask { () throws(GridError) in
                try engine.refresh(collection, acceptsEmpty: empty != nil)
            }
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("refresh", refresh)
            writer.endObject()
            return .respond(.json(writer.take(), status: isNew ? .accepted : .ok))
        }
    }

    /// Puts the request to sleep until its change is durable.
    func change(
        _ request: borrowing HTTPRequest,
        _ start: @escaping @Sendable (ChangeOptions, @escaping GridEngine.ChangeCompletion) throws(GridError) -> Void
    ) -> HTTPOutcome {
        let options = request.changeOptions
        let isMinimal = request.wantsMinimum
        return .later { responder in
            do throws(GridError) {
                try start(options) { result in responder.respond(answer(result, isMinimal: isMinimal)) }
            } catch {
                responder.respond(ProblemDetails(error).response)
            }
        }
    }

    /// - Parameter isMinimal: the versions are enough (RFC 7240): a patch of many thousand moves takes megabytes.
    func answer(_ result: Result<CommittedChange, GridError>, isMinimal: Bool) -> HTTPResponse {
        switch result {
        case .success(let change) where isMinimal:
            .json(
                change.withoutOperations.json,
                headers: [.version(change.patch.to), HTTPHeader("Preference-Applied", "return=minimal")])
        case .success(let change):
            .json(patches.json(of: change), headers: [.version(change.patch.to)])
        case .failure(let error): ProblemDetails(error).response
        }
    }

    /// The item as a merge patch sees it: only its attributes can be changed.
    private static func attributes(from reader: inout JSONReader) throws(JSONError) -> JSONObject {
        var attributes = JSONObject()
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "attributes":
                guard case .object(let object) = try reader.readValue() else {
                    throw reader.unexpected("must be an object")
                }
                attributes = object
            default: throw reader.unexpected("cannot be changed; attributes can")
            }
        }
        return attributes
    }
}

extension HTTPRequest {
    /// Whether the versions are enough for an answer (RFC 7240).
    var wantsMinimum: Bool { header("Prefer")?.contains("return=minimal") == true }

    /// `If-Match` and `Idempotency-Key`.
    var changeOptions: ChangeOptions {
        var options = ChangeOptions(idempotencyKey: header("Idempotency-Key"))
        if let field = header("If-Match"), field != "*" {
            let isQuoted = field.utf8.count > 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
            // A tag that is none of ours matches no version.
            options.ifVersion = isQuoted ? Int(field.dropFirst().dropLast()) ?? -1 : -1
        }
        return options
    }
}

extension CommittedChange {
    /// The versions alone.
    fileprivate var withoutOperations: CommittedChange {
        var change = self
        change.patch.patch = Patch()
        return change
    }
}
