import Glibc
import HTTPServer

/// The choice of the token: the options that name it, and the file of the data folder that keeps a generated one.
enum TokenKind: String {
    case everything = "--token"
    case reading = "--read-only-token"

    var keptName: String { self == .everything ? "lookahead.token" : "lookahead.read-only-token" }
}

/// Where the access token comes from: `--token-file`, `--token`, or the variable `LOOKAHEAD_TOKEN`, in this order.
struct TokenChoice {
    var token: AccessToken
    /// Whether the user does not know it yet.
    var isGenerated: Bool

    static let variable = "LOOKAHEAD_TOKEN"
    static let fewestCharacters = 16
    /// Maximum length of the first line of a file.
    private static let lineLimitBytes = 4096

    enum Refusal: Error {
        case both(TokenKind)
        case unreadable(String, TokenKind)
        case readOnlyAlone
        case same
        case unfit(String)
    }

    /// Reads the file, which may be a pipe: call it once.
    /// - Parameters:
    ///   - argument: of `--token`; `auto` generates one.
    ///   - file: of `--token-file`.
    ///   - environment: the value of the variable.
    ///   - kind: which one.
    ///   - folder: where a generated token is kept, so that the next start has the same one.
    /// - Returns: `nil` without any.
    /// - Throws: why the token cannot be used.
    static func choose(
        argument: String?, file: String?, environment: String?, kind: TokenKind = .everything,
        keptIn folder: String? = nil
    ) throws(Refusal) -> TokenChoice? {
        if argument != nil, file != nil { throw .both(kind) }
        if let file {
            return try choice(firstLine(of: file, kind), from: "The file of \(kind.rawValue)-file", kind, folder)
        }
        if let argument { return try choice(argument, from: kind.rawValue, kind, folder) }
        guard let environment, !environment.isEmpty else { return nil }
        return try choice(environment, from: variable, kind, folder)
    }

    private static func choice(
        _ text: String, from place: String, _ kind: TokenKind, _ folder: String?
    ) throws(Refusal) -> TokenChoice {
        if text == "auto" {
            let kept = folder.flatMap { KeptToken(folder: $0, name: kind.keptName).token }
            return TokenChoice(token: kept ?? .random(), isGenerated: true)
        }
        guard text.utf8.count >= fewestCharacters, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .unfit("\(place) must have at least \(fewestCharacters) characters of ASCII, without spaces.")
        }
        return TokenChoice(token: AccessToken(text), isGenerated: false)
    }

    /// Reads the file's first line, without its end. A pipe gives it in parts.
    private static func firstLine(of path: String, _ kind: TokenKind) throws(Refusal) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path, kind) }
        defer { close(descriptor) }
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 512)
        while line.count <= lineLimitBytes {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path, kind) }
            line += part[..<count]
            if let end = line.firstIndex(where: { $0 == 10 || $0 == 13 }) {
                return String(decoding: line[..<end], as: UTF8.self)
            }
            if count == 0 { return String(decoding: line, as: UTF8.self) }
        }
        throw .unfit("The first line of the file of \(kind.rawValue)-file is longer than \(lineLimitBytes) bytes.")
    }
}

extension TokenChoice.Refusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .both(let kind): "\(kind.rawValue) and \(kind.rawValue)-file cannot be used together."
        case .unreadable(let file, let kind): "The file \(file) of \(kind.rawValue)-file cannot be read."
        case .readOnlyAlone: "--read-only-token needs --token: without it, everybody may change everything."
        case .same: "--token and --read-only-token must be two different tokens."
        case .unfit(let reason): reason
        }
    }
}
