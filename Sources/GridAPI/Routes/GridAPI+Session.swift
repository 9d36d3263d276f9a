import HTTPServer

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
