import Glibc

/// The door: what passes here may reach a route. A pure function of the request's head.
///
/// In this order: is it a request at all, was this server meant, does the sender know the token, and, for what changes
/// something, does it come from a page of this server.
final class SecurityGate: Sendable {
    let hosts: AllowedHosts
    /// The token first, then the one that only opens what changes nothing. Empty on a server without tokens.
    let credentials: [Credential]
    let guests: GuestOrigins
    /// Stand for the token where pages of other origins can send no header.
    let tickets: Tickets?
    let headers: SecurityHeaders
    /// Before every path of this server, for browsers: `/photos`, or nothing.
    let basePath: String

    init(
        hosts: AllowedHosts, token: AccessToken?, readOnlyToken: AccessToken? = nil, port: Int,
        guests: GuestOrigins = GuestOrigins([]),
        basePath: String = ""
    ) {
        self.hosts = hosts
        self.guests = guests
        self.basePath = basePath
        // Without a token everybody may do everything.
        credentials = [(token, Access.everything), (token == nil ? nil : readOnlyToken, .reading)]
            .compactMap { token, access in
                token.map { Credential($0, port: port, path: basePath + "/", access: access) }
            }
        tickets = token.map { Tickets(token: $0) }
        headers = SecurityHeaders(guests: guests)
    }

    enum Verdict: Sendable {
        case pass(Access)
        /// A page of another origin that is let in, without the token: what its route leaves to such pages, with a ticket or without.
        case passAsGuest(hasTicket: Bool)
        /// The connection goes too: what follows on it cannot be trusted to be a request.
        case hangUp(ProblemDetails)
        case refuse(ProblemDetails)
        /// A person without the token: the page that asks for it.
        case signIn(isWrong: Bool)
        /// A method that no route here has.
        case methodNotAllowed
        /// A page of another origin that is let in asks whether it is.
        case welcome
        /// The token stood in the URL: give the cookie, and send the browser to `location`, which is without it.
        case admit(location: String, cookies: SessionCookies)
    }

    func check(_ head: RequestHead) -> Verdict {
        if let oddity = head.oddity { return .hangUp(ProblemDetails(.badRequest, "\(oddity)")) }
        guard let host = head.host, hosts.allows(host) else {
            return .hangUp(
                ProblemDetails(.misdirectedRequest, "this server does not answer to that Host; see --allow-host"))
        }
        guard let method = head.method else { return .methodNotAllowed }
        let isGuest = !guests.isEmpty && head.origin.map(guests.allows) == true
        if isGuest, method == .options { return .welcome }
        var access = Access.everything
        switch credentials.isEmpty ? .pass(.everything) : known(head) {
        case .pass(let found): access = found
        case let verdict:
            guard isGuest, let origin = head.origin, case .refuse = verdict else {
                if case .refuse = verdict, head.wantsPage { return .signIn(isWrong: head.hasToken) }
                return verdict
            }
            return .passAsGuest(hasTicket: tickets?.isValid(in: head.target, for: origin, now: time(nil)) == true)
        }
        if isGuest, let origin = head.origin, guests.access(of: origin) == .reading { return .pass(.reading) }
        if method.isSafe || isGuest { return .pass(access) }
        if let origin = head.origin, !SecurityGate.isOrigin(origin, of: host) {
            return .refuse(ProblemDetails(.forbidden, "changes are taken from this server's own pages only (Origin)"))
        }
        if let site = head.fetchSite, !site.equals(lowercase: "same-origin"), !site.equals(lowercase: "none") {
            return .refuse(
                ProblemDetails(.forbidden, "changes are taken from this server's own pages only (Sec-Fetch-Site)"))
        }
        return .pass(access)
    }

    /// Whether the sender is known, and by which token.
    private func known(_ head: RequestHead) -> Verdict {
        for credential in credentials where head.method == .get {
            if let location = SecurityGate.location(of: head.target, without: credential.token) {
                return .admit(location: location, cookies: credential.sessions)
            }
        }
        if let authorization = head.authorization, authorization.hasPrefix(lowercase: "bearer ") {
            let text = authorization.dropFirst(7).bytes
            if let found = credentials.first(where: { $0.token.matches(text) }) { return .pass(found.access) }
        }
        if let cookie = head.cookie,
            let found = credentials.first(where: { $0.sessions.session(in: cookie.bytes) != nil })
        {
            return .pass(found.access)
        }
        return .refuse(SecurityGate.tokenMissing)
    }

    /// For a sender who may only read.
    static let readOnly = ProblemDetails(
        .forbidden, "you may look, and change nothing here", members: [("code", .string("read-only"))])

    static let tokenMissing = ProblemDetails(
        .unauthorized, "open the address that the server printed when it started; it holds the token",
        headers: [HTTPHeader("WWW-Authenticate", "Bearer")])

    /// The target without any `token` when one of them is the right one; else `nil`.
    private static func location(of target: HeaderText, without token: AccessToken) -> String? {
        let bytes = target.bytes
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        var isAdmitted = false
        let rest = bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")).filter { pair in
            guard pair.starts(with: "token=".utf8) else { return true }
            if let value = PercentCoding.decode(pair.dropFirst(6)), token.matches(Array(value.utf8)) {
                isAdmitted = true
            }
            return false
        }
        // "//name" would lead the browser to another server, and so would "/\\name", which browsers read as the same.
        guard isAdmitted, bytes.count < 2 || bytes[1] != UInt8(ascii: "/") && bytes[1] != UInt8(ascii: "\\") else {
            return nil
        }
        let query = Array(rest.joined(separator: [UInt8(ascii: "&")]))
        let location = Array(bytes[..<mark]) + (query.isEmpty ? [] : [UInt8(ascii: "?")] + query)
        return String(decoding: location, as: UTF8.self)
    }

    /// Behind a proxy that adds TLS the scheme is the proxy's.
    static func isOrigin(_ origin: HeaderText, of host: HeaderText) -> Bool {
        let schemeLength = origin.hasPrefix(lowercase: "https://") ? 8 : origin.hasPrefix(lowercase: "http://") ? 7 : 0
        guard schemeLength > 0 else { return false }
        let authority = origin.dropFirst(schemeLength)
        return authority.count == host.count
            && zip(authority.bytes, host.bytes).allSatisfy { HeaderText.lowercase($0) == HeaderText.lowercase($1) }
    }
}

extension SecurityGate.Verdict {
    /// Whether the sender gave a token, and it was wrong.
    func isAboutWrongToken(of head: RequestHead) -> Bool {
        switch self {
        case .signIn(let isWrong): isWrong
        case .refuse(let problem): problem.status == .unauthorized && (head.authorization != nil || head.hasToken)
        default: false
        }
    }
}

extension RequestHead {
    /// Whether a browser is to show the response to a person.
    fileprivate var wantsPage: Bool {
        guard method == .get, let accept else { return false }
        return accept.bytes.split(separator: UInt8(ascii: ",")).contains { $0.starts(with: "text/html".utf8) }
    }

    /// Whether a token is in the target, which is not the right one then.
    fileprivate var hasToken: Bool {
        guard let mark = target.bytes.firstIndex(of: UInt8(ascii: "?")) else { return false }
        return target.bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")).contains {
            $0.starts(with: "token=".utf8)
        }
    }
}
