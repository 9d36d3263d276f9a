import GridEngine
import HTTPServer

extension HTTPRequest {
    /// Maximum bytes of a `Lookahead-Actor`.
    private static let actorBytes = 64

    /// The author of a request's change: the actor that it names, the browser with this cookie, or a program.
    /// - Throws: for an invalid actor.
    borrowing func author() throws(ProblemDetails) -> ChangeAuthor {
        if let actor = header("Lookahead-Actor") {
            let isActor =
                (1...HTTPRequest.actorBytes).contains(actor.utf8.count) && actor.utf8.allSatisfy { 0x21...0x7e ~= $0 }
            guard isActor else {
                throw ProblemDetails(
                    .unprocessableContent,
                    "Lookahead-Actor must have 1 to \(HTTPRequest.actorBytes) characters of ASCII without spaces")
            }
            return ChangeAuthor(actor: actor)
        }
        if let cookie = actorCookie { return ChangeAuthor(cookie: cookie) }
        guard let session = sender.session else { return .nobody }
        return sender.isProgram ? ChangeAuthor(token: session) : ChangeAuthor(cookie: session)
    }
}

extension HTTPRequest {
    /// The client in whose share of viewers, movements and collections a request counts.
    var client: Client { Client(origin: sender.network, session: sender.session) }
}
