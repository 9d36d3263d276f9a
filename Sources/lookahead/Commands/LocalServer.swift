import Downloads
import Foundation
import JSONText

/// The server that uses a data folder, as `lookahead export` asks it: bodies are handed on as they come. Over TLS, the certificate is checked.
struct LocalServer {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let address: String
    private let token: String?
    private let trust: StreamedRequest.Trust

    /// - Parameters:
    ///   - address: as the server printed it; its path is of no matter.
    ///   - token: the server's, if it has one.
    ///   - certificateFile: the server's own certificate, which is trusted then, whatever its names are.
    ///   - authoritiesFile: of `--tls-ca`: who must have signed the certificate, which has the address's name then.
    init(address: String, token: String?, certificateFile: String?, authoritiesFile: String? = nil) {
        let scheme = address.hasPrefix("https://") ? "https://" : "http://"
        self.address = scheme + address.dropFirst(scheme.count).prefix { $0 != "/" }
        self.token = token
        if let authoritiesFile {
            trust = .authorities(file: authoritiesFile)
        } else {
            trust = certificateFile.flatMap(Self.firstCertificate).map { .certificate($0) } ?? .system
        }
    }

    /// The server's own, without those that signed it: who has another of theirs is another. `nil` where the file cannot be read.
    private static func firstCertificate(of file: String) -> [UInt8]? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let end = text.range(of: "-----END CERTIFICATE-----")
        else { return nil }
        return Array(text[..<end.upperBound].utf8)
    }

    /// Reads a small document.
    /// - Parameters:
    ///   - path: what is asked.
    ///   - json: a body to post; `nil` to get.
    /// - Returns: the document.
    /// - Throws: `Failure`
    func json(_ path: String, posting json: String? = nil) throws -> JSONValue {
        var body: [UInt8] = []
        try get(path, posting: json) { body += $0 }
        guard let value = try? JSONValue(decoding: body) else {
            throw Failure(description: "The server's response to \(path) cannot be read.")
        }
        return value
    }

    /// Asks for a path, or posts a document to it, and hands on the body.
    /// - Throws: what `part` throws; `Failure` with the server's words when it refuses, and when the body is not whole.
    func get(_ path: String, posting json: String? = nil, _ part: (ArraySlice<UInt8>) throws -> Void) throws {
        let request = StreamedRequest(
            address + path, headers: token.map { ["Authorization: Bearer \($0)"] } ?? [], json: json, trust: trust)
        let wanted = json == nil ? 200 : 201
        var refusal: [UInt8] = []
        do {
            let status = try request.perform { status, bytes in
                if status == wanted {
                    try part(bytes)
                } else {
                    refusal += bytes.prefix(Self.longestRefusalBytes - refusal.count)
                }
            }
            if status != wanted { throw Self.refused(status, refusal) }
        } catch let failure as StreamedRequest.Failure {
            throw Self.words(for: failure, at: address)
        }
    }

    /// Asks for a path and hands on each part of the body that a zero byte ends.
    func getStrings(_ path: String, _ string: (ArraySlice<UInt8>) throws -> Void) throws {
        var rest: [UInt8] = []
        try get(path) { part in
            rest += part
            var start = 0
            while let end = rest[start...].firstIndex(of: 0) {
                try string(rest[start..<end])
                start = end + 1
            }
            rest.removeSubrange(..<start)
        }
    }

    /// Maximum bytes that are read of a refusal.
    private static let longestRefusalBytes = 1 << 16

    private static func words(for failure: StreamedRequest.Failure, at address: String) -> Failure {
        switch failure {
        case .unreachable: Failure(description: "The server at \(address) cannot be reached.")
        case .brokenOff: broken
        case .untrusted(let reason):
            Failure(
                description:
                    "The server at \(address) is not trusted: \(reason). Name who signed its certificate with --tls-ca."
            )
        }
    }

    private static let broken = Failure(description: "The server's response broke off. Nothing was written.")

    private static func refused(_ status: Int, _ body: [UInt8]) -> Failure {
        if status == 401 {
            return Failure(
                description: "The server needs its token: give it with --token-file, or in LOOKAHEAD_TOKEN.")
        }
        var words = "it answered \(status)"
        if case .object(let problem)? = try? JSONValue(decoding: body), let detail = problem["detail"]?.text {
            words = detail
        }
        return Failure(description: "The server refused: \(words)")
    }
}
