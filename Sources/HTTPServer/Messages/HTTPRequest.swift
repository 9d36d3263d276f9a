/// A request as its handler sees it: a view of the connection, invalid when the handler returns, and therefore not
/// copyable. Everything is parsed on demand.
package struct HTTPRequest: ~Copyable {
    private unowned(unsafe) let connection: any RequestConnection
    /// The pattern of the request's route.
    package let pattern: String
    private let parameterNames: [String]
    package let method: HTTPMethod

    init(_ connection: any RequestConnection, pattern: String, parameterNames: [String], method: HTTPMethod) {
        self.connection = connection
        self.pattern = pattern
        self.parameterNames = parameterNames
        self.method = method
    }

    /// The raw path: percent-encoded, without the query.
    package var path: String {
        String(decoding: connection.target[..<connection.pathCount], as: UTF8.self)
    }

    /// The raw target: percent-encoded, with the query.
    package var target: String { String(decoding: connection.target, as: UTF8.self) }

    /// A named segment of the pattern, decoded: `c` for `{c}`.
    package func parameter(_ name: String) -> String {
        guard let index = parameterNames.firstIndex(of: name) else {
            preconditionFailure("no parameter \(name) in \(pattern)")
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

    /// A header's value; `nil` when it is missing. Invalid UTF-8 becomes U+FFFD. Returns any one of several.
    package func header(_ name: String) -> String? { connection.header(name) }

    /// The sender, for shares among clients.
    package var sender: Sender { connection.sender }

    /// The sender's rights.
    package var access: Access { connection.access }

    /// A cookie that stands for the token of this request; `nil` on a server without tokens.
    /// - Returns: the value of `Set-Cookie`.
    package func makeSession() -> String? { connection.makeSession() }

    /// A cookie by which undo will know this browser again.
    /// - Returns: the value of `Set-Cookie`.
    package func makeActorCookie() -> String { connection.makeActorCookie() }

    /// A ticket for pages of the origin that sends this, and the seconds for which it counts; `nil` without a token, or where the
    /// sender is no page of another origin that is let in.
    package func makeTicket() -> (text: String, seconds: Int)? { connection.makeTicket() }

    /// Every header line, in order, as bytes that are valid during the call.
    package func forEachHeader(
        _ body: @escaping (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        connection.forEachHeader(body)
    }

    /// The whole body, for routes with bodies of at most 1 MiB. Taking it copies nothing.
    package var body: [UInt8] {
        guard case .bytes(let bytes) = connection.receivedBody else {
            preconditionFailure("the bodies of \(pattern) may be in files")
        }
        return bytes
    }

    /// The whole body, which may be in a file.
    package var receivedBody: ReceivedBody { connection.receivedBody }
}

/// The connection of a request, as a request sees it.
protocol RequestConnection: AnyObject {
    /// The raw target, and the length of its path.
    var target: [UInt8] { get }
    var pathCount: Int { get }
    /// The places of the pattern's parameters in the target.
    var parameters: [Range<Int>] { get }
    var sender: Sender { get }
    var access: Access { get }
    var receivedBody: ReceivedBody { get }

    func header(_ name: String) -> String?
    func forEachHeader(_ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void)
    func makeSession() -> String?
    func makeActorCookie() -> String
    func makeTicket() -> (text: String, seconds: Int)?
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

/// The rights of a request's sender.
package enum Access: Sendable {
    case everything
    /// All routes but those that change something.
    case reading
}
