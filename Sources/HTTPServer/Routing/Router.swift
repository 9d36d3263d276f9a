/// The handlers of methods and paths. Built once, before the server starts.
///
///     var router = Router()
///     router.on(.get, "/api/v1/collections/{c}/items/{i}") { request in … }
///
/// A pattern's segments are literal, `{name}` for one segment, or, at the end, `{name*}` for the rest (which may be
/// empty). Literals are tried before parameters, parameters before the rest. GET handles HEAD too; OPTIONS is handled for
/// every path. An invalid pattern traps.
package struct Router: Sendable {
    private(set) var routes: [Route] = []

    package init() {}

    /// Adds a route.
    /// - Parameters:
    ///   - method: of the requests.
    ///   - pattern: of the paths.
    ///   - accepts: media types that a body may have; a body of another type, or of none, is refused with 415. Empty: any.
    ///   - maxBodyBytes: `nil` for the server's own limit.
    ///   - handler: called on the serving thread.
    package mutating func on(
        _ method: HTTPMethod, _ pattern: String, accepts: [String] = [], maxBodyBytes: Int? = nil,
        _ handler: @escaping HTTPHandler
    ) {
        precondition(
            !routes.contains { $0.method == method && $0.pattern == pattern },
            "two handlers for \(method.name) \(pattern)")
        routes.append(
            Route(method: method, pattern: pattern, accepts: accepts, maxBodyBytes: maxBodyBytes, handler: handler))
    }

    /// All routes, in the order in which they were added.
    package var patterns: [(method: HTTPMethod, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

    /// Serves files to GET and HEAD for every path below `prefix` that no other pattern takes.
    package mutating func files(_ files: StaticFiles, below prefix: String = "/") {
        on(.get, prefix + "{path*}") { request throws(ProblemDetails) in try files.respond(to: request) }
    }
}

/// One entry of a router.
final class Route: Sendable {
    let method: HTTPMethod
    let pattern: String
    /// In the order of the pattern, without the star of a rest.
    let parameterNames: [String]
    let accepts: [String]
    let maxBodyBytes: Int?
    let handler: HTTPHandler

    init(
        method: HTTPMethod, pattern: String, accepts: [String], maxBodyBytes: Int?, handler: @escaping HTTPHandler
    ) {
        self.method = method
        self.pattern = pattern
        self.parameterNames = Route.segments(pattern).compactMap(\.parameterName)
        self.accepts = accepts
        self.maxBodyBytes = maxBodyBytes
        self.handler = handler
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
        precondition(pattern.first == "/", "pattern must begin with a slash: \(pattern)")
        let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            guard part.first == "{" else { return .literal(Array(part.utf8)) }
            precondition(part.last == "}", "parameter without an end: \(pattern)")
            let name = part.dropFirst().dropLast()
            guard name.last == "*" else { return .parameter(String(name)) }
            precondition(index == parts.count - 1, "a rest must stand at the end: \(pattern)")
            return .rest(String(name.dropLast()))
        }
    }
}
