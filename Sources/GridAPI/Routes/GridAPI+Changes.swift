import CollectionModel
import CollectionQuery
import GridEngine
import HTTPServer
import JSONText

/// Changing collections: every response holds the patch of the change, and is sent once the change is durable.
extension GridAPI {
    private static let empty = Parameter.accept("empty", "accept: take over a listing without items")

    static let changeOperations = Operation.below(
        collectionPath, .changing,
        [
            .change(
                .post, "/moves", "moveItems", "Move one item, or ranges of items", body: .json("Move"), moveItems),
            .change(
                .post, "/batch", "batchUpdate", "A batch update, all or nothing",
                body: .json("Batch", maxBytes: largeBodyBytes), batchUpdate),
            .change(
                .put, "/snapshot", "replaceSnapshot",
                """
                Replace the order; the patch is the smallest that does. One that would delete more than a tenth of the items, and more \
                than 100, is refused
                """, query: [deletes], body: .json("Order", maxBytes: largeBodyBytes), replaceSnapshot),
            .change(
                .post, "/sort", "sortItems", "Make a sort the collection's own order, in one change",
                body: .json("Sort", maxBytes: queryBodyBytes), refusals: [429], sortItems),
            Operation(
                .post, "/refresh", "refresh", "Read the source again; 200 with the same id when a refresh is running",
                query: [empty, deletes], body: .unread, answer: .json("Refresh", 202, 200), refusals: [403, 503],
                refresh),
        ])

    private func moveItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let body = try read(request.body) { (reader) throws(JSONError) in try MoveRequest(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            switch body {
            case .item(let item, let to, let version):
                try engine.move(
                    item, in: collection, toAfter: to, version: version, options: options, completion: completion)
            case .itemBeside(let item, let destination):
                try engine.move(item, in: collection, to: destination, options: options, completion: completion)
            case .ranges(let ranges, let version, let destination):
                try engine.move(
                    ranges, at: version, in: collection, to: destination, options: options, completion: completion)
            }
        }
    }

    private func batchUpdate(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, options, isMinimal) = (
            request.parameter("c"), try request.changeOptions(), request.wantsMinimum
        )
        return readInBackground(request.receivedBody, for: options) { (reader) throws(JSONError) in
            try BatchRequest(from: &reader).batch
        } then: { batch, options, responder throws(GridError) in
            try engine.batch(batch, in: collection, options: options) {
                responder.respond(response(to: $0, isMinimal: isMinimal))
            }
        }
    }

    private func replaceSnapshot(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, options, isMinimal) = (
            request.parameter("c"), try request.changeOptions(), request.wantsMinimum
        )
        let deletes = try request.deletes()
        return readInBackground(request.receivedBody, for: options) { (reader) throws(JSONError) in
            try NamedOrder(from: &reader)
        } then: { order, options, responder throws(GridError) in
            try engine.replace(with: order, in: collection, deletes: deletes, options: options) {
                responder.respond(response(to: $0, isMinimal: isMinimal))
            }
        }
    }

    /// Makes a sort the collection's own order.
    private func sortItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, client) = (request.parameter("c"), request.client)
        let options = try request.changeOptions().covering(request.receivedBody)
        let isMinimal = request.wantsMinimum
        let query = try readQuery(request.body, at: "") { (reader) throws(JSONError) in try Query(from: &reader) }
        return later({ response(to: .success($0), isMinimal: isMinimal) }, queryAt: "") { cancellation, completion in
            engine.sort(
                collection, by: query, for: client, options: options, cancellation: cancellation,
                completion: completion)
        }
    }

    private func refresh(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        // Without it an empty listing changes nothing: a disk that is not mounted looks empty.
        let acceptsEmpty = try request.value(GridAPI.empty) ?? false
        // Likewise what a listing holds, as of a folder whose disk is not mounted.
        let acceptsDeletes = try request.deletes() == .any
        let (refresh, isNew) = try ask { () throws(GridError) in
            try engine.refresh(collection, acceptsEmpty: acceptsEmpty, acceptsDeletes: acceptsDeletes)
        }
        return .respond(.object(status: isNew ? .accepted : .ok) { writer in writer.member("refresh", refresh) })
    }

    /// Suspends the request until its change is durable.
    func change(
        _ request: borrowing HTTPRequest,
        _ start: @escaping @Sendable (ChangeOptions, @escaping GridEngine.ChangeCompletion) throws(GridError) -> Void
    ) throws(ProblemDetails) -> HTTPOutcome {
        let options = try request.changeOptions().covering(request.receivedBody)
        let isMinimal = request.wantsMinimum
        return .later { responder in
            responder.ask { () throws(GridError) in
                try start(options) { result in responder.respond(response(to: result, isMinimal: isMinimal)) }
            }
        }
    }

    /// Runs `body` once this server knows a version that the client has, which another server may have made a moment ago.
    func reaching(
        _ version: Int?, of collection: String,
        _ body: @escaping @Sendable () throws(ProblemDetails) -> HTTPOutcome
    ) throws(ProblemDetails) -> HTTPOutcome {
        guard let version, !engine.isKnown(version, of: collection) else { return try body() }
        return .later { responder in
            engine.reach(version, of: collection) {
                responder.attempt { () throws(ProblemDetails) in
                    switch try body() {
                    case .respond(let response): responder.respond(response)
                    case .later(let start): start(responder)
                    }
                }
            }
        }
    }

    /// The response to a change. With `isMinimal` it has the versions only (RFC 7240): a patch of many thousand moves takes
    /// megabytes.
    func response(
        to result: Result<CommittedChange, GridError>, isMinimal: Bool, with others: [(StaticString, JSONValue)] = []
    ) -> HTTPResponse {
        switch result {
        case .success(let change) where isMinimal:
            .json(
                change.withoutOperations.json.adding(others),
                headers: [.version(change.head), HTTPHeader("Preference-Applied", "return=minimal")])
        case .success(let change):
            .json(patches.json(of: change).adding(others), headers: [.version(change.head)])
        case .failure(let error): ProblemDetails(error).response
        }
    }
}

extension HTTPRequest {
    /// Whether the client wants the versions only (RFC 7240).
    var wantsMinimum: Bool { header("Prefer")?.contains("return=minimal") == true }

    /// `If-Match`, the author, and `Idempotency-Key`, whose fingerprint is without the body.
    borrowing func changeOptions() throws(ProblemDetails) -> ChangeOptions {
        let key = header("Idempotency-Key")
        if let key, !(1...GridAPI.idempotencyKeyBytes).contains(key.utf8.count) || !key.utf8.allSatisfy({ $0 < 0x80 }) {
            throw ProblemDetails(
                .unprocessableContent,
                "Idempotency-Key must have 1 to \(GridAPI.idempotencyKeyBytes) characters of ASCII")
        }
        var options = ChangeOptions(idempotencyKey: key, author: try author())
        if key != nil { options.fingerprint = RequestFingerprint(method: method.name, target: target) }
        if let field = header("If-Match"), field != "*" {
            guard field.hasPrefix("\"") || field.hasPrefix("W/\"") else {
                throw ProblemDetails(
                    .badRequest, "If-Match has entity tags, which are in quotes: If-Match: \"\(field.prefix(100))\"")
            }
            let isQuoted = field.utf8.count > 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
            // A tag of another form matches no version.
            let head = isQuoted ? StoredHead(text: field.dropFirst().dropLast()) : nil
            (options.ifVersion, options.ifStamp) = (head?.version ?? -1, head?.stamp ?? 0)
        }
        return options
    }
}

extension ChangeOptions {
    /// With the body in the fingerprint of the request, where it has one. A body in a file is read.
    func covering(_ body: ReceivedBody) throws(ProblemDetails) -> ChangeOptions {
        guard var fingerprint else { return self }
        switch body {
        case .bytes(let bytes): fingerprint.add(bytes)
        case .file(let file, let count):
            let parts = file.parts(count)
            let next = parts.fromStart()
            while let part = next() { fingerprint.add(part) }
            if parts.isBroken { throw ReceivedBody.unreadable }
        }
        var options = self
        options.fingerprint = fingerprint
        return options
    }
}

extension [UInt8] {
    /// A JSON object with further members. It has some already.
    fileprivate func adding(_ members: [(StaticString, JSONValue)]) -> [UInt8] {
        guard !members.isEmpty else { return self }
        var writer = JSONWriter()
        writer.object { writer in for (name, value) in members { writer.member(name, value) } }
        return dropLast() + [UInt8(ascii: ",")] + writer.take().dropFirst()
    }
}

extension CommittedChange {
    /// The versions only.
    fileprivate var withoutOperations: CommittedChange {
        var change = self
        change.patch.patch = Patch()
        return change
    }
}
