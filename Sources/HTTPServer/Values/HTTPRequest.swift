import Glibc

/// A request as its handler sees it: a view of the connection, invalid when the handler returns, and therefore not
/// copyable. Everything is parsed on demand.
package struct HTTPRequest: ~Copyable {
    private unowned(unsafe) let connection: Connection
    private let route: Route
    package let method: HTTPMethod

    init(_ connection: Connection, _ route: Route, _ method: HTTPMethod) {
        self.connection = connection
        self.route = route
        self.method = method
    }

    /// The raw path: percent-encoded, without the query.
    package var path: String {
        String(decoding: connection.target[..<connection.pathCount], as: UTF8.self)
    }

    /// The raw target: percent-encoded, with the query.
    package var target: String { String(decoding: connection.target, as: UTF8.self) }

    /// The pattern of the request's route.
    package var pattern: String { route.pattern }

    /// A named segment of the pattern, decoded: `c` for `{c}`.
    package func parameter(_ name: String) -> String {
        guard let index = route.parameterNames.firstIndex(of: name) else {
            preconditionFailure("no parameter \(name) in \(route.pattern)")
        }
        // Percent-encoding was checked before the handler was called.
        return PercentCoding.identifier(PercentCoding.decode(rawParameter(at: index)) ?? "")
    }

    /// The raw bytes of a parameter, by its index in the pattern.
    package func rawParameter(at index: Int) -> ArraySlice<UInt8> {
        connection.target[connection.parameters[index]]
    }

    /// The first value of a query parameter; empty without a value; `nil` when it is missing or not UTF-8.
    package func query(_ name: String) -> String? {
        var value: String?
        forEachQuery(name) { found in
            value = PercentCoding.decode(found, plusIsSpace: true)
            return false
        }
        return value
    }

    /// All values of a query parameter, in order.
    package func queryAll(_ name: String) -> [String] {
        var values: [String] = []
        forEachQuery(name) { found in
            if let value = PercentCoding.decode(found, plusIsSpace: true) { values.append(value) }
            return true
        }
        return values
    }

    /// Compares raw names: those of the interface need no percent-encoding.
    private func forEachQuery(_ name: String, _ body: (ArraySlice<UInt8>) -> Bool) {
        let target = connection.target
        guard connection.pathCount < target.count else { return }
        for pair in target[(connection.pathCount + 1)...].split(separator: UInt8(ascii: "&")) {
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            guard key.elementsEqual(name.utf8) else { continue }
            if !body(pair.dropFirst(key.count + 1)) { return }
        }
    }

    /// A header's value; `nil` when it is missing. What is not UTF-8 becomes U+FFFD. Any one of several.
    package func header(_ name: String) -> String? { connection.header(name) }

    /// The sender, for shares among clients.
    package var sender: Sender { connection.sender }

    /// The sender's rights.
    package var access: Access { connection.access }

    /// A cookie that stands for the token of this request; `nil` on a server without tokens.
    /// - Returns: the value of `Set-Cookie`.
    package func makeSession() -> String? {
        let credential = connection.shared.gate.credentials.first { $0.access == connection.access }
        return credential?.sessions.make(isSecure: connection.isEncrypted)
    }

    /// The number by which undo knows this browser again.
    package var actorCookie: String? { header("Cookie").flatMap { ActorCookie.number(in: $0) } }

    /// A cookie by which undo will know this browser again.
    /// - Returns: the value of `Set-Cookie`.
    package func makeActorCookie() -> String {
        ActorCookie.make(path: connection.shared.gate.basePath + "/", isSecure: connection.isEncrypted)
    }

    /// A ticket for pages of the origin that sends this, and the seconds for which it counts; `nil` without a token, or where the
    /// sender is no page of another origin that is let in.
    package func makeTicket() -> (text: String, seconds: Int)? {
        guard let origin = connection.guest else { return nil }
        return connection.shared.gate.tickets?.make(for: origin.lowercased(), now: time(nil))
    }

    /// Every header line, in order, as bytes that are valid during the call.
    package func forEachHeader(
        _ body: @escaping (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        connection.forEachHeader(body)
    }

    /// The whole body, for routes with bodies of at most 1 MiB. Taking it copies nothing.
    package var body: [UInt8] {
        guard case .bytes(let bytes) = connection.body.received else {
            preconditionFailure("the bodies of \(route.pattern) may be in files")
        }
        return bytes
    }

    /// The whole body, which may be in a file.
    package var receivedBody: ReceivedBody { connection.body.received }
}

/// The request methods that routes can be given for.
package enum HTTPMethod: UInt8, Sendable, CaseIterable {
    case get, head, post, put, patch, delete, options

    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        }
    }

    /// Whether the method promises to change nothing (RFC 9110, 9.2.1). OPTIONS is not included: no other origin needs it.
    package var isSafe: Bool { self == .get || self == .head }

    /// `nil` for every other method. Methods are case-sensitive.
    init?(_ name: HeaderText) {
        for method in HTTPMethod.allCases where name.bytes.elementsEqual(method.staticName) {
            self = method
            return
        }
        return nil
    }

    /// `name` without an allocation.
    private var staticName: UnsafeBufferPointer<UInt8> {
        let name: StaticString =
            switch self {
            case .get: "GET"
            case .head: "HEAD"
            case .post: "POST"
            case .put: "PUT"
            case .patch: "PATCH"
            case .delete: "DELETE"
            case .options: "OPTIONS"
            }
        return UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    }
}

/// The sender of a request, as far as the server can tell. For shares among clients only: the gate decides on rights.
package struct Sender: Hashable, Sendable {
    /// Names the address, or the network of a household where addresses are many.
    package var network: String
    /// Names the browser by its cookie, and programs by the token; `nil` on a server without a token.
    package var session: String?
    /// Whether it is a program with the token.
    package var isProgram = false
}

extension Connection {
    /// The sender of the current request. Proxies that are trusted say whom they bring.
    var sender: Sender {
        let credentials = shared.gate.credentials
        guard !credentials.isEmpty else { return Sender(network: client.network) }
        let cookie = Array((header("Cookie") ?? "").utf8)
        guard let number = credentials.lazy.compactMap({ $0.sessions.session(in: cookie) }).first else {
            let token = access == .everything ? "token" : "read-only token"
            return Sender(network: client.network, session: token, isProgram: true)
        }
        return Sender(network: client.network, session: String(decoding: number, as: UTF8.self))
    }

    /// The address of the sender.
    var client: PeerAddress {
        shared.proxies.client(
            behind: peer, forwarded: headers("Forwarded"), forwardedFor: headers("X-Forwarded-For"))
    }
}

/// The rights of a request's sender.
package enum Access: Sendable {
    case everything
    /// All routes but those that change something.
    case reading
}

/// A token, the cookies that stand for it in browsers, and what they open.
struct Credential: Sendable {
    let token: AccessToken
    let sessions: SessionCookies
    let access: Access

    init(_ token: AccessToken, port: Int, path: String, access: Access) {
        self.token = token
        self.access = access
        sessions = SessionCookies(token: token, port: port, path: path)
    }
}
