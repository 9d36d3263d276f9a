import Glibc
import HTTPServer

/// Where the access token comes from: `--token-file`, `--token`, or the variable `LOOKAHEAD_TOKEN`, in this order.
struct TokenChoice {
    var token: AccessToken
    /// Whether the user does not know it yet.
    var isGenerated: Bool

    static let variable = "LOOKAHEAD_TOKEN"
    private static let fewestCharacters = 16
    /// Larger files hold no token.
    private static let fileLimitBytes = 4096

    enum Refusal: Error {
        case both
        case unreadable(String)
        case unfit(String)
    }

    /// - Parameters:
    ///   - argument: of `--token`; `auto` generates one.
    ///   - file: of `--token-file`.
    ///   - environment: the value of the variable.
    /// - Returns: `nil` without any.
    /// - Throws: why the token cannot be used.
    static func choose(argument: String?, file: String?, environment: String?) throws(Refusal) -> TokenChoice? {
        if argument != nil, file != nil { throw .both }
        if let file {
            guard let text = contents(of: file) else { throw .unreadable(file) }
            return try choice(text, from: "The file of --token-file")
        }
        if let argument { return try choice(argument, from: "--token") }
        guard let environment, !environment.isEmpty else { return nil }
        return try choice(environment, from: variable)
    }

    private static func choice(_ text: String, from place: String) throws(Refusal) -> TokenChoice {
        if text == "auto" { return TokenChoice(token: .random(), isGenerated: true) }
        guard text.utf8.count >= fewestCharacters, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .unfit("\(place) must have at least \(fewestCharacters) characters of ASCII, without spaces.")
        }
        return TokenChoice(token: AccessToken(text), isGenerated: false)
    }

    /// Without the line end that editors leave.
    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: fileLimitBytes) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.prefix { !$0.isNewline })
    }
}

extension TokenChoice.Refusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .both: "--token and --token-file cannot be used together."
        case .unreadable(let file): "The file \(file) of --token-file cannot be read."
        case .unfit(let reason): reason
        }
    }
}
