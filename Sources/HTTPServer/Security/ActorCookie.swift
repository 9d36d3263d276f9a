/// A cookie by which undo knows a browser again: a random number. It names nobody and opens nothing, so nothing protects it.
enum ActorCookie {
    private static let name = "lookahead-actor"
    private static let digits = 32
    /// As long as a browser keeps its session: 400 days.
    private static let lifetimeSeconds = 400 * 24 * 60 * 60

    /// The value of `Set-Cookie`.
    static func make(path: String, isSecure: Bool) -> String {
        let numbers = (0..<2).map { _ in
            let text = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: digits / 2 - text.utf8.count) + text
        }
        return "\(name)=\(numbers.joined()); Max-Age=\(lifetimeSeconds); Path=\(path); HttpOnly; SameSite=Strict"
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
