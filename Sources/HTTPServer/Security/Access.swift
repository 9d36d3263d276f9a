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
