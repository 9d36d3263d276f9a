import HTTPServer
import JSONText

/// Tickets: how pages of other origins see pictures and hear events of a server with a token.
extension GridAPI {
    /// Of a route that pages of other origins may use with a ticket.
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
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ticket", ticket.text)
            writer.member("seconds", ticket.seconds)
        }
        return .respond(.json(writer.take(), status: .created, headers: [.fresh]))
    }
}
