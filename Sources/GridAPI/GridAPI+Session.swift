import HTTPServer

/// The cookie that stands for the token in a browser.
extension GridAPI {
    func registerSession(in router: inout Router) {
        router.on(.post, HTTPServer.sessionPath, isChange: false) { request in
            let cookie = request.makeSession().map { HTTPHeader("Set-Cookie", $0) }
            return .respond(.empty(headers: [.fresh] + (cookie.map { [$0] } ?? [])))
        }
    }
}
