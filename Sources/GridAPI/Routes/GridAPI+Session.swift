import HTTPServer

/// The cookies of a browser: the one that stands for the token, and the one by which undo knows it again.
extension GridAPI {
    func registerSession(in router: inout Router) {
        router.on(.post, HTTPServer.sessionPath, isChange: false) { request in
            let actor = request.actorCookie == nil ? request.makeActorCookie() : nil
            let cookies = [request.makeSession(), actor].compactMap { $0 }
            return .respond(.empty(headers: [.fresh] + cookies.map { HTTPHeader("Set-Cookie", $0) }))
        }
    }
}
