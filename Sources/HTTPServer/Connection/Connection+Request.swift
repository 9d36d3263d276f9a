import Glibc

extension Connection: RequestConnection {
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

    var receivedBody: ReceivedBody { body.received }

    func makeSession() -> String? {
        let credential = shared.gate.credentials.first { $0.access == access }
        return credential?.sessions.make(isSecure: isEncrypted)
    }

    func makeActorCookie() -> String {
        ActorCookie.make(path: shared.gate.basePath + "/", isSecure: isEncrypted)
    }

    func makeTicket() -> (text: String, seconds: Int)? {
        guard let guest else { return nil }
        return shared.gate.tickets?.make(for: guest.lowercased(), now: time(nil))
    }
}
