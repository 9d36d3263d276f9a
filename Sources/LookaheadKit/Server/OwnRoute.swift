import HTTPServer

/// A route of the program's own, with the rules of every route: token, host, origin, headers.
struct OwnRoute: Sendable {
    let path: String
    let respond: @Sendable (Request) async throws -> Response

    /// - Parameter router: with all routes that there are already.
    /// - Throws: `CollectionError` for a path that the router cannot have, or that is not the program's.
    func check(beside router: Router) throws(CollectionError) {
        guard path != "/api", !path.hasPrefix("/api/") else {
            throw CollectionError("route-taken", "Paths below /api are those of the interface, and so is \(path).")
        }
        // The rest of a path, `{name*}`, is the page's.
        switch path.hasSuffix("*}") ? .badParameter : router.fault(of: .get, path) {
        case nil: return
        case .withoutSlash: throw Self.bad("The path of a route begins with a slash, and not as “\(path)” does.")
        case .badParameter:
            throw Self.bad("A parameter is a whole segment of a path, such as {order}: “\(path)” has another brace.")
        case .repeatedParameter(let name): throw Self.bad("“\(path)” has the parameter {\(name)} twice.")
        case .notOfAddress:
            throw Self.bad("A path is written as it is in addresses, percent-encoded, and not as “\(path)” is.")
        case .taken: throw CollectionError("route-taken", "There is a route \(path) already.")
        }
    }

    private static func bad(_ sentence: String) -> CollectionError { CollectionError("bad-route", sentence) }

    func register(in router: inout Router) {
        let names = path.split(separator: "/").filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map {
            String($0.dropFirst().dropLast())
        }
        router.on(.get, path) { [respond] request in
            // The request is a view of its connection, which is gone when this returns.
            var parameters: [String: String] = [:]
            for name in names { parameters[name] = request.parameter(name) }
            let copy = Request(path: request.path, parameters: parameters, query: Self.query(of: request.target))
            return .later { responder in
                let task = Task {
                    do {
                        let response = try await respond(copy)
                        var answer = HTTPResponse(
                            HTTPStatus(response.status), contentType: response.contentType, body: .bytes(response.bytes)
                        )
                        // A page may show the grid, with cells of its own: it loads scripts and styles from this server alone.
                        answer.isPage = response.contentType.hasPrefix("text/html")
                        responder.respond(answer)
                    } catch {
                        let sentence = (error as? CollectionError)?.description
                        responder.respond(ProblemDetails(HTTPStatus(500), sentence).response)
                    }
                }
                responder.onDisconnect { task.cancel() }
            }
        }
    }

    private static func query(of target: String) -> [String: String] {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        var found: [String: String] = [:]
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(Array(parts[0].utf8), plusIsSpace: true), found[name] == nil else {
                continue
            }
            found[name] = parts.count < 2 ? "" : PercentCoding.decode(Array(parts[1].utf8), plusIsSpace: true) ?? ""
        }
        return found
    }
}
