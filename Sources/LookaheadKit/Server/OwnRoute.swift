import HTTPServer

/// A route of the program's own, with the rules of every route: token, host, origin, headers.
struct OwnRoute: Sendable {
    let path: String
    let respond: @Sendable (Request) async throws -> Response

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
