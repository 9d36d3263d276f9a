/// Who sent a request, as far as the server can tell. For shares among clients only: who may do what is the gate's to decide.
package struct Sender: Hashable, Sendable {
    /// Names the address, or the network of a household where addresses are many.
    package var network: String
    /// Names the browser by its cookie, and programs by the token; `nil` on a server without a token.
    package var session: String?
}

extension Connection {
    /// The sender of the current request. Proxies that are trusted say whom they bring.
    var sender: Sender { Sender(network: client.network, session: session) }

    /// The address of the sender.
    var client: PeerAddress {
        shared.proxies.client(
            behind: peer, forwarded: headers("Forwarded"), forwardedFor: headers("X-Forwarded-For"))
    }

    private var session: String? {
        let credentials = shared.gate.credentials
        guard !credentials.isEmpty else { return nil }
        let cookie = Array((header("Cookie") ?? "").utf8)
        guard let number = credentials.lazy.compactMap({ $0.sessions.session(in: cookie) }).first else {
            return access == .everything ? "token" : "read-only token"
        }
        return String(decoding: number, as: UTF8.self)
    }
}
