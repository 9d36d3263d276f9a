import HTTPServer

/// One operation of the interface, declared once: its requests are routed, its parameters and body limited, and it is described by this.
struct Operation: Sendable {
    /// The group in which it is described.
    enum Tag: String, Sendable {
        case reading = "Reading"
        case finding = "Finding"
        case changing = "Changing"
        case viewing = "Viewing"
        case operating = "Operating"
    }

    private(set) var tag = Tag.operating
    let method: HTTPMethod
    private(set) var path: String
    /// Stable, for generated clients.
    let id: String
    let summary: String
    /// Parameters of the query. Any other is refused.
    let query: [any DescribedParameter]
    let headers: [HeaderParameter]
    let body: Body?
    let answer: Answer
    /// Statuses of refusals, besides those that every operation may have.
    private let furtherRefusals: [Int]
    private let isChange: Bool?
    private let handler: @Sendable (GridAPI) -> HTTPHandler

    /// An operation whose `path` begins where that of its group ends. Senders who may only read are refused if `isChange`, which is for all
    /// methods but GET unless it says otherwise.
    init(
        _ method: HTTPMethod, _ path: String, _ id: String, _ summary: String, query: [any DescribedParameter] = [],
        headers: [HeaderParameter] = [], body: Body? = nil, isChange: Bool? = nil, answer: Answer,
        refusals: [Int] = [], _ handler: @escaping @Sendable (GridAPI) -> HTTPHandler
    ) {
        (self.method, self.path, self.id, self.summary) = (method, path, id, summary)
        (self.query, self.headers, self.body, self.answer) = (query, headers, body, answer)
        (furtherRefusals, self.isChange, self.handler) = (refusals, isChange, handler)
    }

    /// An operation that makes a version: under a condition, once for each key, and its answer is the patch.
    static func change(
        _ method: HTTPMethod, _ path: String, _ id: String, _ summary: String, query: [any DescribedParameter] = [],
        body: Body?, refusals: [Int] = [], _ handler: @escaping @Sendable (GridAPI) -> HTTPHandler
    ) -> Operation {
        Operation(
            method, path, id, summary, query: query, headers: HeaderParameter.ofChanges, body: body,
            answer: .json("Patch", headers: [.version]), refusals: [403, 409, 412, 422, 503, 507] + refusals, handler)
    }

    /// Operations whose paths begin alike, in one group of the description.
    static func below(_ path: String, _ tag: Tag, _ operations: [Operation]) -> [Operation] {
        operations.map { operation in
            var operation = operation
            (operation.tag, operation.path) = (tag, path + operation.path)
            return operation
        }
    }

    /// The names of the path's parameters.
    var pathNames: [String] {
        path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    }

    /// Every status of a refusal, in order.
    var refusals: [Int] {
        let usual = path.contains("{") ? [400, 404, 422] : [400, 422]
        let ofBody = body?.forms.isEmpty == false ? [413, 415, 503] : []
        return Set(usual + ofBody + furtherRefusals).sorted()
    }

    func register(in router: inout Router, for interface: GridAPI) {
        router.on(
            method, path, accepts: body?.accepts ?? [], maxBodyBytes: body?.maxBytes,
            streaming: body?.streaming?(interface), isChange: isChange,
            query: Dictionary(uniqueKeysWithValues: query.map { ($0.name, $0.isRepeatable) }), handler(interface))
    }
}

extension Operation {
    /// A body: what it may be, and how large.
    struct Body: Sendable {
        /// The names of the schemas by media type, as described; empty for a body that is not read.
        let forms: [(type: String, schema: String)]
        /// Media types that are let in, besides that of `streaming`. Empty: any.
        let accepts: [String]
        /// `nil` for the server's own limit.
        private(set) var maxBytes: Int?
        /// How a body of a further type is used while it arrives.
        private(set) var streaming: (@Sendable (GridAPI) -> BodyStreaming)?

        /// JSON is let in and not read: a form of another site is neither.
        static let unread = Body(forms: [], accepts: [jsonType])

        static func json(_ schema: String, maxBytes: Int? = nil) -> Body {
            Body(forms: [(jsonType, schema)], accepts: [jsonType], maxBytes: maxBytes)
        }

        /// A merge patch (RFC 7396), also as plain JSON.
        static func mergePatch(_ schema: String, as type: String = mergePatchType, maxBytes: Int? = nil) -> Body {
            Body(forms: [(type, schema)], accepts: [mergePatchType, jsonType], maxBytes: maxBytes)
        }

        /// JSON, a value a line; or a table.
        static func lines(_ schema: String, orTable table: String, maxBytes: Int) -> Body {
            let forms = [(GridAPI.jsonLines, schema), (GridAPI.table, table)]
            return Body(forms: forms, accepts: forms.map(\.0), maxBytes: maxBytes)
        }

        /// Bytes of any type.
        static func bytes(_ schema: String, maxBytes: Int) -> Body {
            Body(forms: [("application/octet-stream", schema)], accepts: [], maxBytes: maxBytes)
        }

        /// JSON lines that are read while they arrive; in place of `json`, or besides it.
        static func streamed(
            _ schema: String, json: Body? = nil,
            _ open:
                @escaping @Sendable (GridAPI) ->
                @Sendable (borrowing HTTPRequest) throws(ProblemDetails) ->
                BodyStream
        ) -> Body {
            Body(
                forms: (json?.forms ?? []) + [(GridAPI.jsonLines, schema)], accepts: [jsonType],
                maxBytes: json?.maxBytes
            ) { interface in
                BodyStreaming(
                    mediaType: GridAPI.jsonLines, maxBytes: GridAPI.streamedBodyBytes, open: open(interface))
            }
        }

        static let jsonType = "application/json"
        private static let mergePatchType = "application/merge-patch+json"
    }

    /// A successful answer.
    struct Answer: Sendable {
        struct Header: Sendable {
            let name: String
            let note: String

            static let version = Header(name: "ETag", note: "the version")
            static let location = Header(name: "Location", note: "the collection's path")
            static let next = Header(name: "Link", note: "the next page, rel=next")
        }

        let statuses: [Int]
        /// The names of its schemas by media type, of which `Accept` chooses; empty without content.
        let forms: [(type: String, schema: String)]
        private(set) var headers: [Header] = []

        static func json(_ schema: String, _ statuses: Int..., headers: [Header] = []) -> Answer {
            Answer(
                statuses: statuses.isEmpty ? [200] : statuses, forms: [(Body.jsonType, schema)], headers: headers)
        }

        static func of(_ type: String, _ schema: String, _ statuses: Int...) -> Answer {
            Answer(statuses: statuses.isEmpty ? [200] : statuses, forms: [(type, schema)])
        }

        static func empty(_ status: Int = 204) -> Answer { Answer(statuses: [status], forms: []) }

        func or(_ type: String, _ schema: String) -> Answer {
            Answer(statuses: statuses, forms: forms + [(type, schema)], headers: headers)
        }
    }
}
