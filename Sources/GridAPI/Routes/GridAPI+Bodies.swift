import Dispatch
import GridEngine
import HTTPServer
import JSONText

/// Decoding request bodies.
extension GridAPI {
    /// Maximum size of a batch, an order or a new collection: about three million items of a new one.
    static let largeBodyBytes = 64 << 20

    /// Maximum size of a new collection that is sent line by line. Its contents have limits of their own.
    static let streamedBodyBytes = 4 << 30
    static let jsonLines = "application/x-ndjson"
    static let table = "text/csv"

    /// Maximum size of a body that is decoded on the serving thread.
    private static let smallBodyBytes = 64 * 1024

    /// Decodes a body that may be large, then calls `use` with the value. A small body is decoded at once; large ones are
    /// decoded off the serving threads, one at a time: no range event waits for megabytes of JSON, and memory is taken for
    /// one of them only. `use` gets the options with the body in their fingerprint.
    func readInBackground<Value: Sendable>(
        _ body: ReceivedBody, for options: ChangeOptions,
        _ decode: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value,
        then use: @escaping @Sendable (Value, ChangeOptions, Responder) throws(GridError) -> Void
    ) -> HTTPOutcome {
        .later { responder in
            let work: @Sendable () -> Void = {
                responder.attempt { () throws(ProblemDetails) in
                    let value = try read(body, decode)
                    let options = try options.covering(body)
                    try ask { () throws(GridError) in try use(value, options, responder) }
                }
            }
            if body.count <= GridAPI.smallBodyBytes { work() } else { largeBodies.async(execute: work) }
        }
    }

    /// Decodes a whole body in memory.
    /// - Throws: problem details with a pointer to the bad field.
    func read<Value>(
        _ body: [UInt8], _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        try read({ JSONReader(body) }, decode)
    }

    /// Decodes a whole body that has a query.
    /// - Parameters:
    ///   - body: the body.
    ///   - place: the pointer to the query in the body.
    ///   - decode: reads the body.
    /// - Returns: what `decode` returns.
    /// - Throws: problem details with a pointer to the bad field; of the query, with a reason for people.
    func readQuery<Value>(
        _ body: [UInt8], at place: String, _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        try read({ JSONReader(body) }, queryAt: place, decode)
    }

    /// Decodes a whole body; one in a file part by part.
    private func read<Value>(
        _ body: ReceivedBody, _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        guard case .file(let file, let count) = body else { return try read(try body.read(), decode) }
        let parts = file.parts(count)
        let value = Result { () throws(ProblemDetails) in
            try read({ JSONReader(parts: parts.fromStart()) }, decode)
        }
        // A failed read looks like the end of the text.
        if parts.isBroken { throw ReceivedBody.unreadable }
        return try value.get()
    }

    /// Decodes a body that can be read again.
    private func read<Value>(
        _ makeReader: () -> JSONReader, queryAt place: String? = nil,
        _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        do throws(JSONError) {
            var reader = makeReader()
            let value = try decode(&reader)
            try reader.end()
            return value
        } catch {
            throw ProblemDetails(makeReader().isJSON ? error : error.asMalformed, queryAt: place)
        }
    }
}

extension Responder {
    /// Runs what responds, or responds with the error that it throws.
    func ask(_ body: () throws(GridError) -> Void) {
        do throws(GridError) { try body() } catch { respond(ProblemDetails(error).response) }
    }

    /// Runs what responds, or responds with the problem that it throws.
    func attempt(_ body: () throws(ProblemDetails) -> Void) {
        do throws(ProblemDetails) { try body() } catch { respond(error.response) }
    }

    /// Responds with what `response` makes of a result, or with its error.
    func respond<Value>(to result: Result<Value, GridError>, _ response: (Value) -> HTTPResponse) {
        switch result {
        case .success(let value): respond(response(value))
        case .failure(let error): respond(ProblemDetails(error).response)
        }
    }
}

extension HTTPResponse {
    /// A JSON object with the members that `members` writes.
    static func object(
        status: HTTPStatus = .ok, headers: [HTTPHeader] = [], _ members: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object(members)
        return .json(writer.take(), status: status, headers: headers)
    }
}
