import Hashing

/// Cookies that stand for the token in browsers: a random number, and a code that only the server can make of it. The token
/// cannot be found from one, and one is valid for as long as the token is, over restarts too.
struct SessionCookies: Sendable {
    private let token: AccessToken
    /// The cookie's name with its equals sign. Cookies do not distinguish ports: two servers on one machine need two names.
    let prefix: [UInt8]
    private let name: String
    private let path: String

    /// Digits of the random number, and of the whole value: 128 and 256 bits as hexadecimal.
    private static let numberDigits = 32
    private static let valueDigits = 96
    /// How long a browser keeps one, over its own restarts: 400 days, beyond which Chromium keeps none. Another token ends them all.
    private static let lifetimeSeconds = 400 * 24 * 60 * 60

    /// Cookies for the addresses at a path and below it.
    init(token: AccessToken, port: Int, path: String = "/") {
        self.token = token
        self.path = path
        name = "lookahead-\(port)"
        prefix = Array("\(name)=".utf8)
    }

    /// Makes a new cookie.
    /// - Parameter isSecure: whether the browser reached the server through TLS, and is to send it through TLS only.
    /// - Returns: the value of `Set-Cookie`.
    func make(isSecure: Bool) -> String {
        var generator = SystemRandomNumberGenerator()
        let number = Array((0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) }.hexadecimal.utf8)
        let value = number + code(of: number)
        let secure = isSecure ? "; Secure" : ""
        return "\(name)=\(String(decoding: value, as: UTF8.self)); Max-Age=\(SessionCookies.lifetimeSeconds); "
            + "Path=\(path); HttpOnly; SameSite=Strict\(secure)"
    }

    /// The number of the session among the cookies of a request; `nil` without a valid one.
    func session(in cookies: some Collection<UInt8>) -> [UInt8]? {
        for pair in cookies.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == UInt8(ascii: " ") }
            guard pair.starts(with: prefix) else { continue }
            let value = Array(pair.dropFirst(prefix.count))
            guard value.count == SessionCookies.valueDigits else { continue }
            let number = Array(value.prefix(SessionCookies.numberDigits))
            if SessionCookies.areEqual(value.dropFirst(SessionCookies.numberDigits), code(of: number)) { return number }
        }
        return nil
    }

    private func code(of number: [UInt8]) -> [UInt8] {
        let message = Array("lookahead session ".utf8) + number
        return Array(SHA256.authenticationCode(of: message, key: Array(token.text.utf8)).hexadecimal.utf8)
    }

    /// Takes the same time wherever the first difference is.
    private static func areEqual(_ a: some Collection<UInt8>, _ b: [UInt8]) -> Bool {
        a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A cookie by which undo knows a browser again: a random number. It names nobody and opens nothing, so nothing protects it.
enum ActorCookie {
    private static let name = "lookahead-actor"
    private static let digits = 32
    /// Lifetime of a session in the browser: 400 days.
    private static let lifetimeSeconds = 400 * 24 * 60 * 60

    /// The value of `Set-Cookie`.
    static func make(path: String, isSecure: Bool) -> String {
        let number = UInt128.random(in: .min ... .max).hexadecimal
        return "\(name)=\(number); Max-Age=\(lifetimeSeconds); Path=\(path); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// The number among the cookies of a request.
    static func number(in cookies: String) -> String? {
        for pair in cookies.split(separator: ";") {
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix("\(name)=") else { continue }
            let value = pair.dropFirst(name.utf8.count + 1)
            if value.utf8.count == digits, value.allSatisfy(\.isHexDigit) { return String(value) }
        }
        return nil
    }
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

extension HTTPRequest {
    /// The number by which undo knows this browser again.
    package var actorCookie: String? { header("Cookie").flatMap { ActorCookie.number(in: $0) } }
}
