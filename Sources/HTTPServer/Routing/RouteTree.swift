/// A router's patterns as a tree of segments. Matching walks it once over the raw target, comparing bytes, and
/// allocates nothing.
final class RouteTree: Sendable {
    private let root: Node

    init(_ router: Router) {
        let builder = Builder()
        for route in router.routes { builder.insert(route.segments[...], route) }
        root = builder.node()
    }

    enum Match {
        case found(Route)
        /// Other methods are served here; the text lists them as `Allow` does.
        case methodNotAllowed(allow: String)
        case notFound
    }

    /// - Parameters:
    ///   - method: of the request.
    ///   - path: the raw path, from its first slash, without the query.
    ///   - parameters: set to the byte ranges, in `path`, of the pattern's parameters.
    /// - Returns: the route, or the reason why no route is found.
    func match(
        _ method: HTTPMethod, _ path: UnsafeBufferPointer<UInt8>, parameters: inout [Range<Int>]
    ) -> Match {
        parameters.removeAll(keepingCapacity: true)
        guard let first = path.first, first == UInt8(ascii: "/") else { return .notFound }
        guard let endpoint = find(root, path, from: 1, method, &parameters) else {
            // Once more without the method, for the answer's `Allow`.
            guard let other = find(root, path, from: 1, nil, &parameters) else { return .notFound }
            return .methodNotAllowed(allow: other.allow)
        }
        // A path that serves other methods does not match as part of a rest, except where the rest begins.
        if endpoint.isRest, path.count > 1, let other = find(root, path, from: 1, nil, &parameters) {
            return .methodNotAllowed(allow: other.allow)
        }
        return .found(endpoint.route(for: method).unsafelyUnwrapped)
    }

    /// The `Allow` of a path; `nil` where nothing is.
    func allow(_ path: UnsafeBufferPointer<UInt8>) -> String? {
        var parameters: [Range<Int>] = []
        return find(root, path, from: 1, nil, &parameters)?.allow
            ?? find(root, path, from: 1, .get, &parameters)?.allow
    }

    /// `nil` as method finds an endpoint of any, but no rest: what a rest does not serve is not there at all.
    private func find(
        _ node: Node, _ path: UnsafeBufferPointer<UInt8>, from start: Int, _ method: HTTPMethod?,
        _ parameters: inout [Range<Int>]
    ) -> Endpoint? {
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        let isLast = end == path.count
        // Each literal occurs once.
        if let index = node.literals.firstIndex(where: { RouteTree.equal($0.0, path, start..<end) }) {
            let next = node.literals[index].1
            if isLast {
                if let endpoint = next.endpoint, endpoint.serves(method) { return endpoint }
            } else if let endpoint = find(next, path, from: end + 1, method, &parameters) {
                return endpoint
            }
        }
        if let next = node.parameter, start < end {
            parameters.append(start..<end)
            if isLast {
                if let endpoint = next.endpoint, endpoint.serves(method) { return endpoint }
            } else if let endpoint = find(next, path, from: end + 1, method, &parameters) {
                return endpoint
            }
            parameters.removeLast()
        }
        if let rest = node.rest, let method, rest.serves(method) {
            parameters.append(start..<path.count)
            return rest
        }
        return nil
    }

    private static func equal(_ literal: [UInt8], _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard literal.count == range.count else { return false }
        for index in 0..<literal.count where literal[index] != path[range.lowerBound + index] { return false }
        return true
    }
}

extension RouteTree {
    /// The routes at one place, by method.
    struct Endpoint: Sendable {
        fileprivate(set) var routes: [Route] = []
        fileprivate(set) var allow = ""
        /// Whether it takes all paths that begin as its pattern does.
        fileprivate(set) var isRest = false

        func route(for method: HTTPMethod) -> Route? {
            routes.first { $0.method == method } ?? (method == .head ? routes.first { $0.method == .get } : nil)
        }

        func serves(_ method: HTTPMethod?) -> Bool {
            guard let method else { return true }
            return route(for: method) != nil
        }

        fileprivate mutating func add(_ route: Route) {
            routes.append(route)
            var names = routes.map(\.method.name)
            if routes.contains(where: { $0.method == .get }) { names.append("HEAD") }
            if !names.contains("OPTIONS") { names.append("OPTIONS") }
            allow = names.joined(separator: ", ")
        }
    }

    fileprivate final class Node: Sendable {
        let literals: [([UInt8], Node)]
        let parameter: Node?
        let rest: Endpoint?
        let endpoint: Endpoint?

        init(literals: [([UInt8], Node)], parameter: Node?, rest: Endpoint?, endpoint: Endpoint?) {
            self.literals = literals
            self.parameter = parameter
            self.rest = rest
            self.endpoint = endpoint
        }
    }

    private final class Builder {
        var literals: [([UInt8], Builder)] = []
        var parameter: Builder?
        var rest: Endpoint?
        var endpoint: Endpoint?

        func insert(_ segments: ArraySlice<Route.Segment>, _ route: Route) {
            guard let first = segments.first else {
                endpoint = endpoint ?? Endpoint()
                endpoint?.add(route)
                return
            }
            switch first {
            case .literal(let bytes):
                if let next = literals.first(where: { $0.0 == bytes }) {
                    next.1.insert(segments.dropFirst(), route)
                } else {
                    let next = Builder()
                    literals.append((bytes, next))
                    next.insert(segments.dropFirst(), route)
                }
            case .parameter:
                let next = parameter ?? Builder()
                parameter = next
                next.insert(segments.dropFirst(), route)
            case .rest:
                rest = rest ?? Endpoint(isRest: true)
                rest?.add(route)
            }
        }

        func node() -> Node {
            Node(
                literals: literals.map { ($0.0, $0.1.node()) }, parameter: parameter?.node(), rest: rest,
                endpoint: endpoint)
        }
    }
}
