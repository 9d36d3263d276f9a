import Glibc
import HTTPServer

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
        case both
        case unreadable(String)
        case unfit(String)
    }

    /// Reads the file, which may be a pipe: call it once.
    /// - Parameters:
    ///   - argument: of `--token`; `auto` generates one.
    ///   - file: of `--token-file`.
    ///   - environment: the value of the variable.
    ///   - folder: where a generated token is kept, so that the next start has the same one.
    /// - Returns: `nil` without any.
    /// - Throws: why the token cannot be used.
    static func choose(
        argument: String?, file: String?, environment: String?, keptIn folder: String? = nil
    ) throws(Refusal) -> TokenChoice? {
        if argument != nil, file != nil { throw .both }
        if let file {
            return try choice(firstLine(of: file), from: "The file of --token-file", folder)
        }
        if let argument { return try choice(argument, from: "--token", folder) }
        guard let environment, !environment.isEmpty else { return nil }
        return try choice(environment, from: variable, folder)
    }

    private static func choice(
        _ text: String, from place: String, _ folder: String?
    ) throws(Refusal) -> TokenChoice {
        if text == "auto" {
            let kept = folder.flatMap { KeptToken(folder: $0).token }
            return TokenChoice(token: kept ?? .random(), isGenerated: true)
        }
        guard text.utf8.count >= fewestCharacters, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .unfit("\(place) must have at least \(fewestCharacters) characters of ASCII, without spaces.")
        }
        return TokenChoice(token: AccessToken(text), isGenerated: false)
    }

    /// Without the line end that editors leave. What a pipe gives comes in parts.
    private static func firstLine(of path: String) throws(Refusal) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        defer { close(descriptor) }
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 512)
        while line.count <= lineLimitBytes {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path) }
            line += part[..<count]
            if let end = line.firstIndex(where: { $0 == 10 || $0 == 13 }) {
                return String(decoding: line[..<end], as: UTF8.self)
            }
            if count == 0 { return String(decoding: line, as: UTF8.self) }
        }
        throw .unfit("The first line of the file of --token-file is longer than \(lineLimitBytes) bytes.")
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
