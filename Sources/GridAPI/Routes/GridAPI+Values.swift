import GridEngine
import HTTPServer
import JSONText
import Synchronization

/// Values that change often, shown beside the attributes of items: at once, or line by line while they come.
extension GridAPI {
    /// Maximum size of values in one body, and of a line.
    private static let valuesBytes = 1 << 20

    static let valueOperations = Operation.below(
        collectionPath, .changing,
        [
            Operation(
                .post, "/values", "showValues",
                """
                Show live values of items: in memory alone, without a version; the last one wins, null takes one away. As \
                JSON lines each line is shown when it comes, as long as the request lasts
                """,
                body: .streamed("ItemValuesLines", json: .json("ItemValues", maxBytes: valuesBytes), openValues),
                answer: .json("ShownValues"), refusals: [403, 429, 503], showValues)
        ])

    private func showValues(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let values = try read(try request.receivedBody.read()) { (reader) throws(JSONError) in
            try reader.readItemValues()
        }
        let shown = try ask { () throws(GridError) in try engine.show(values, in: collection) }
        return .respond(Self.answer(shown: shown))
    }

    private func openValues(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream {
        let collection = request.parameter("c")
        // Known now, rather than with the first line.
        _ = try ask { () throws(GridError) in try engine.summary(of: collection) }
        let lines = ValueLines(limit: Self.valuesBytes) { (values) throws(ProblemDetails) in
            try ask { () throws(GridError) in try engine.show(values, in: collection) }
        }
        // A line takes microseconds, and another thread would have to be woken for each.
        return BodyStream(on: nil) { (part) throws(ProblemDetails) in
            try lines.read(part)
        } respond: { responder in
            responder.attempt { () throws(ProblemDetails) in
                responder.respond(Self.answer(shown: try lines.end()))
            }
        }
    }

    private static func answer(shown: Int) -> HTTPResponse {
        .object(headers: [.fresh]) { $0.member("shown", shown) }
    }
}

/// Lines of values, shown one by one. Its parts come one after another, from a queue.
private final class ValueLines: Sendable {
    private struct State {
        /// The beginning of a line whose end has not come.
        var rest: [UInt8] = []
        var number = 1
        var shown = 0
    }

    private let limit: Int
    private let show: @Sendable ([String: JSONObject]) throws(ProblemDetails) -> Int
    private let state = Mutex(State())

    init(limit: Int, show: @escaping @Sendable ([String: JSONObject]) throws(ProblemDetails) -> Int) {
        (self.limit, self.show) = (limit, show)
    }

    func read(_ part: [UInt8]) throws(ProblemDetails) {
        try state.withLock { (state) throws(ProblemDetails) in
            // In the part alone: a long line may come in many.
            if let last = part.lastIndex(of: UInt8(ascii: "\n")) {
                let text = state.rest + part[...last]
                state.rest = Array(part[(last + 1)...])
                try readLines(text, &state)
            } else {
                state.rest += part
            }
            guard state.rest.count <= limit else {
                throw ProblemDetails(
                    .contentTooLarge, "line \(state.number): a line must not have more than \(limit) bytes")
            }
        }
    }

    /// The last line needs no line feed.
    /// - Returns: how many items were shown, each as often as it was.
    func end() throws(ProblemDetails) -> Int {
        try state.withLock { (state) throws(ProblemDetails) in
            try readLines(state.rest, &state)
            return state.shown
        }
    }

    private func readLines(_ text: [UInt8], _ state: inout State) throws(ProblemDetails) {
        var reader = JSONReader(text)
        while reader.nextLine(&state.number) {
            let start = reader.position
            let values: [String: JSONObject]
            do throws(JSONError) {
                values = try reader.readItemValues()
                try reader.endLine(from: start)
            } catch {
                let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
                var error = JSONReader(Array(line)).isJSON ? error : error.asMalformed
                error.offset -= start
                throw problem(ProblemDetails(error), state.number)
            }
            do throws(ProblemDetails) {
                state.shown += try show(values)
            } catch {
                throw problem(error, state.number)
            }
        }
    }

    private func problem(_ problem: ProblemDetails, _ number: Int) -> ProblemDetails {
        var problem = problem
        problem.detail = "line \(number): \(problem.detail ?? problem.title)"
        problem.members.append(("line", .integer(number)))
        return problem
    }
}

extension JSONReader {
    /// `{"items":{"id":{"name":value}}}`
    fileprivate mutating func readItemValues() throws(JSONError) -> [String: JSONObject] {
        var values: [String: JSONObject]?
        try beginObject()
        while try nextMember() {
            switch key {
            case "items":
                guard case .object(let items) = try readValue() else { throw unexpected("must be an object") }
                var read: [String: JSONObject] = [:]
                for member in items.members {
                    guard case .object(let named) = member.value else {
                        throw unexpected("must have an object for each item: its values by name")
                    }
                    read[member.name] = named
                }
                values = read
            default: throw unknownMember(known: "items")
            }
        }
        guard let values else { throw missing("items") }
        return values
    }
}
