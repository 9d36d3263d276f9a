import HTTPServer
import JSONText

/// Tickets: how pages of other origins see pictures and hear events of a server with a token.
extension GridAPI {
    func registerTickets(in router: inout Router) {
        router.on(.post, "/api/v1/tickets", isChange: false, makeTicket)
    }

    private func makeTicket(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        guard let ticket = request.makeTicket() else {
            throw ProblemDetails(
                .forbidden, "tickets are for pages of origins that --cors-origin names, on a server with a token")
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ticket", ticket.text)
        writer.member("seconds", ticket.seconds)
        writer.endObject()
        return .respond(.json(writer.take(), status: .created, headers: [.fresh]))
    }
}
