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
