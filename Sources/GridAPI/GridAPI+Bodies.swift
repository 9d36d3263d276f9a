import Dispatch
import GridEngine
import HTTPServer
import JSONText

/// Decoding request bodies.
extension GridAPI {
    /// Maximum size of a batch, an order or a new collection: about a million items.
    static let largeBodyBytes = 64 << 20

    /// Maximum size of a body that is decoded on the serving thread.
    private static let smallBodyBytes = 64 * 1024

    /// Decodes a body that may be large, then calls `use` with the value. A small body is decoded at once; large ones are
    /// decoded off the serving threads, one at a time: no range event waits for megabytes of JSON, and memory is taken for
    /// one of them only.
    func readInBackground<Value: Sendable>(
        _ body: ReceivedBody, _ decode: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value,
        then use: @escaping @Sendable (Value, Responder) throws(GridError) -> Void
    ) -> HTTPOutcome {
        .later { responder in
            let work: @Sendable () -> Void = {
                do throws(ProblemDetails) {
                    let value = try read(try body.read(), decode)
                    try ask { () throws(GridError) in try use(value, responder) }
                } catch {
                    responder.respond(error.response)
                }
            }
            if body.count <= GridAPI.smallBodyBytes { work() } else { largeBodies.async(execute: work) }
        }
    }

    /// Decodes a whole body.
    /// - Throws: problem details with a pointer to the bad field.
    func read<Value>(
        _ body: [UInt8], _ decode: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ProblemDetails) -> Value {
        do throws(JSONError) {
            var reader = JSONReader(body)
            let value = try decode(&reader)
            try reader.end()
            return value
        } catch {
            throw ProblemDetails(GridAPI.isJSON(body) ? error : error.asMalformed)
        }
    }

    /// A body of the wrong shape may also be malformed further on, which is another status.
    private static func isJSON(_ body: [UInt8]) -> Bool {
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.skipValue()
            try reader.end()
            return true
        } catch {
            return error.isWellFormed
        }
    }
}

extension JSONError {
    fileprivate var asMalformed: JSONError {
        isWellFormed ? JSONError(kind: .malformed("not JSON"), offset: offset, pointer: "") : self
    }
}
