import HTTPServer
import JSONText

/// The cookies of a browser: the one that stands for the token, and the one by which undo knows it again.
extension GridAPI {
    static let sessionOperations = Operation.below(
        HTTPServer.sessionPath, .operating,
        [
            Operation(
                .post, "", "startSession",
                "Exchange the token in Authorization for a cookie, which browsers send from then on", isChange: false,
                answer: .empty(), startSession)
        ])

    private func startSession(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let actor = request.actorCookie == nil ? request.makeActorCookie() : nil
        let cookies = [request.makeSession(), actor].compactMap { $0 }
        return .respond(.empty(headers: [.fresh] + cookies.map { HTTPHeader("Set-Cookie", $0) }))
    }
}

/// Tickets: how pages of other origins see pictures and hear events of a server with a token.
extension GridAPI {
    /// The `ticket` of a route that pages of other origins may use.
    static let ticket = Parameter.text("ticket", example: "6a1b2c30-5d2f", "stands for the token")

    static let ticketOperations = Operation.below(
        "/api/v1/tickets", .operating,
        [
            Operation(
                .post, "", "makeTicket",
                "A ticket, which stands for the token in addresses of pictures and events on pages of one origin",
                isChange: false, answer: .json("Ticket", 201), refusals: [403], makeTicket)
        ])

    private func makeTicket(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        guard let ticket = request.makeTicket() else {
            throw ProblemDetails(
                .forbidden, "tickets are for pages of origins that --cors-origin names, on a server with a token")
        }
        return .respond(
            .object(status: .created, headers: [.fresh]) { writer in
                writer.member("ticket", ticket.text)
                writer.member("seconds", ticket.seconds)
            })
    }
}
