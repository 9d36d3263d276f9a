/// The handlers of methods and paths. Built once, before the server starts.
///
///     var router = Router()
///     router.on(.get, "/api/v1/collections/{c}/items/{i}") { request in … }
///
/// A pattern's segments are literal, `{name}` for one segment, or, at the end, `{name*}` for the rest (which may be
/// empty). Literals are tried before parameters, parameters before the rest. GET handles HEAD too; OPTIONS is handled for
/// every path. An invalid pattern traps: see `fault(of:_:)`.
package struct Router: Sendable {
    private(set) var routes: [Route] = []
    /// Advice where no route is.
    package var hints = RouteHints()

    package init() {}

    /// Adds a route.
    /// - Parameters:
    ///   - method: of the requests.
    ///   - pattern: of the paths.
    ///   - accepts: media types that a body may have; a body of another type, or of none, is refused with 415. Empty: any.
    ///   - maxBodyBytes: `nil` for the server's own limit.
    ///   - streaming: bodies that are used while they arrive, of a further media type.
    ///   - isChange: whether senders who may only read are refused; `nil` for all methods but GET.
    ///   - guestAccess: what pages of other origins that are let in may have of it without the token.
    ///   - query: the parameters that queries may have, and whether each may be repeated: any other parameter, one given twice, and one
    ///     that is not UTF-8 are refused with 422. A route that may have a `ticket` is open to pages of guests that have one. `nil`: any.
    ///   - handler: called on the serving thread.
    package mutating func on(
        _ method: HTTPMethod, _ pattern: String, accepts: [String] = [], maxBodyBytes: Int? = nil,
        streaming: BodyStreaming? = nil, isChange: Bool? = nil, guestAccess: GuestAccess = .never,
        query: [String: Bool]? = nil, _ handler: @escaping HTTPHandler
    ) {
        if let fault = fault(of: method, pattern) { preconditionFailure("\(method.name) \(pattern): \(fault)") }
        routes.append(
            Route(
                method: method, pattern: pattern, accepts: accepts + (streaming.map { [$0.mediaType] } ?? []),
                maxBodyBytes: maxBodyBytes, streaming: streaming,
                queryNames: query?.map { (Array($0.key.utf8), $0.value) }, isChange: isChange ?? !method.isSafe,
                guestAccess: query?[Tickets.name] == nil ? guestAccess : .withTicket, handler: handler))
    }

    /// Why a pattern cannot be added; `nil` when it can.
    package func fault(of method: HTTPMethod, _ pattern: String) -> PatternFault? {
        do throws(PatternFault) {
            let segments = try Route.parsed(pattern)
            let isTaken = routes.contains { $0.method == method && Route.isSame($0.segments, segments) }
            return isTaken ? .taken : nil
        } catch {
            return error
        }
    }

    /// All routes, in the order in which they were added.
    package var patterns: [(method: HTTPMethod, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

    /// Serves files to GET and HEAD for every path below `prefix` that no other pattern takes. After the hints.
    package mutating func files(_ files: StaticFiles, below prefix: String = "/") {
        // The code of the page is no secret, and a browser sends no token with a module.
        // A mistaken address of a program ends here too.
        on(.get, prefix + "{path*}", guestAccess: .always) { [hints] request throws(ProblemDetails) in
            do throws(ProblemDetails) { return try files.respond(to: request) } catch {
                guard error.status == .notFound, error.detail == nil else { throw error }
                let hint = Array(request.path.utf8).withUnsafeBufferPointer { hints.hint(.get, at: $0) }
                throw ProblemDetails(.notFound, hint)
            }
        }
    }
}

/// One entry of a router.
final class Route: Sendable {
    let method: HTTPMethod
    let pattern: String
    let segments: [Segment]
    /// In the order of the pattern, without the star of a rest.
    let parameterNames: [String]
    let accepts: [String]
    let maxBodyBytes: Int?
    let streaming: BodyStreaming?
    /// The parameters that a query may have, and whether each may be repeated. `nil`: any.
    let queryNames: [(name: [UInt8], isRepeatable: Bool)]?
    /// Whether it is closed to senders who may only read.
    let isChange: Bool
    /// The access of guests' pages that do not send the token.
    let guestAccess: GuestAccess
    let handler: HTTPHandler

    init(
        method: HTTPMethod, pattern: String, accepts: [String], maxBodyBytes: Int?,
        streaming: BodyStreaming?, queryNames: [(name: [UInt8], isRepeatable: Bool)]?, isChange: Bool,
        guestAccess: GuestAccess, handler: @escaping HTTPHandler
    ) {
        self.guestAccess = guestAccess
        self.isChange = isChange
        self.method = method
        self.pattern = pattern
        segments = Route.segments(pattern)
        parameterNames = segments.compactMap(\.parameterName)
        self.accepts = accepts
        self.maxBodyBytes = maxBodyBytes
        self.streaming = streaming
        self.queryNames = queryNames
        self.handler = handler
    }

    /// The fault of a query, which is given without its question mark.
    func fault(inQuery query: UnsafeBufferPointer<UInt8>) -> String? {
        guard let queryNames else { return nil }
        var given: Set<Int> = []
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let index = queryNames.firstIndex(where: { $0.name.elementsEqual(key) }) else {
                return "there is no query parameter \(String(decoding: key.prefix(100), as: UTF8.self)) here"
            }
            let name = String(decoding: queryNames[index].name, as: UTF8.self)
            guard given.insert(index).inserted || queryNames[index].isRepeatable else {
                return "the query parameter \(name) is given twice"
            }
            if PercentCoding.decode(pair.dropFirst(key.count + 1), plusIsSpace: true) == nil {
                return "the query parameter \(name) is not UTF-8"
            }
        }
        return nil
    }

    enum Segment: Equatable {
        case literal([UInt8])
        case parameter(String)
        case rest(String)

        var parameterName: String? {
            switch self {
            case .literal: nil
            case .parameter(let name), .rest(let name): name
            }
        }
    }

    static func segments(_ pattern: String) -> [Segment] {
        do throws(PatternFault) { return try parsed(pattern) } catch {
            preconditionFailure("\(pattern): \(error)")
        }
    }

    static func parsed(_ pattern: String) throws(PatternFault) -> [Segment] {
        guard pattern.first == "/" else { throw .withoutSlash }
        let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var segments: [Segment] = []
        var names: Set<String> = []
        for (index, part) in parts.enumerated() {
            guard part.contains(where: { $0 == "{" || $0 == "}" }) else {
                // Requests are compared byte by byte.
                guard part.utf8.allSatisfy(isOfAddress) else { throw .notOfAddress }
                segments.append(.literal(Array(part.utf8)))
                continue
            }
            let isRest = part.hasSuffix("*}")
            let name = part.dropFirst().dropLast(isRest ? 2 : 1)
            guard part.first == "{", part.last == "}", !name.isEmpty, !name.contains(where: { "{}*".contains($0) }),
                !isRest || index == parts.count - 1
            else { throw .badParameter }
            guard names.insert(String(name)).inserted else { throw .repeatedParameter(String(name)) }
            segments.append(isRest ? .rest(String(name)) : .parameter(String(name)))
        }
        return segments
    }

    /// Whether two patterns are of the same paths, whatever their parameters are called.
    static func isSame(_ one: [Segment], _ other: [Segment]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy {
                switch ($0, $1) {
                case (.parameter, .parameter), (.rest, .rest): true
                default: $0 == $1
                }
            }
    }

    /// Whether a byte may stand in a path as requests have it (RFC 3986).
    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@%".utf8.contains(byte)
        }
    }
}

/// Why a pattern of paths cannot be added to a router.
package enum PatternFault: Error, Equatable {
    /// It does not begin with a slash.
    case withoutSlash
    /// A brace that is no part of `{name}`, or of `{name*}` at the end.
    case badParameter
    case repeatedParameter(String)
    /// Characters that no request has, since they are percent-encoded there.
    case notOfAddress
    /// There is a route of the same method and paths.
    case taken
}

/// Bodies of one media type that a route uses while they arrive; its handler gets the others.
package struct BodyStreaming: Sendable {
    let mediaType: String
    let maxBytes: Int
    /// Called with the head, on the serving thread.
    let open: @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream

    package init(
        mediaType: String, maxBytes: Int,
        open: @escaping @Sendable (borrowing HTTPRequest) throws(ProblemDetails) -> BodyStream
    ) {
        self.mediaType = mediaType
        self.maxBytes = maxBytes
        self.open = open
    }
}

/// The access of pages of other origins that are let in (`GuestOrigins`), on a server with a token, when they do not send it.
package enum GuestAccess: Sendable {
    /// No access.
    case never
    /// Everything, if they have a ticket: they asked for one with the token.
    case withTicket
    /// Everything: files that hold no data.
    case always
}

extension Route {
    /// Whether it serves a sender: `nil` is one that is known.
    func isOpen(to access: GuestAccess?) -> Bool {
        guard let access, guestAccess != .always else { return true }
        return access == .withTicket && guestAccess == .withTicket
    }
}

/// Advice for requests that no route takes.
package struct RouteHints: Sendable {
    private var hints: [(method: HTTPMethod?, segments: [Route.Segment], text: String)] = []

    package init() {}

    /// Adds a hint. Those that were added first are looked at first.
    /// - Parameters:
    ///   - method: of the requests; `nil` for any.
    ///   - pattern: of the paths, as `Router.on` has them.
    ///   - text: for people who write programs.
    package mutating func add(_ method: HTTPMethod?, _ pattern: String, _ text: String) {
        hints.append((method, Route.segments(pattern), text))
    }

    /// The hint for a request, where there is one.
    /// - Parameters:
    ///   - method: of the request.
    ///   - path: the raw path, from its first slash.
    /// - Returns: the first that fits.
    func hint(_ method: HTTPMethod, at path: UnsafeBufferPointer<UInt8>) -> String? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return hints.first { ($0.method ?? method) == method && RouteHints.matches(parts, $0.segments) }?.text
    }

    private static func matches(
        _ parts: [Slice<UnsafeBufferPointer<UInt8>>], _ segments: [Route.Segment]
    ) -> Bool {
        for (place, segment) in segments.enumerated() {
            if case .rest = segment { return true }
            guard place < parts.count else { return false }
            if case .literal(let bytes) = segment, !parts[place].elementsEqual(bytes) { return false }
        }
        return parts.count == segments.count
    }
}
