import Downloads
import Glibc

/// A file with an access key, as Amazon's tools write it: `aws_access_key_id = …`, `aws_secret_access_key = …` and for lent keys
/// `aws_session_token = …`. The first section counts.
package struct RenditionKeyFile {
    package enum Refusal: Error {
        case missing
        case unreadable(String)
        case incomplete(String)
        case unfit(String)
    }

    private let path: String
    private static let limitBytes = 16 << 10

    package init(path: String) { self.path = path }

    /// The key of a file; without one, that of the environment.
    /// - Throws: why there is none.
    package static func key(in path: String?) throws(Refusal) -> S3AccessKey {
        if let path { return try RenditionKeyFile(path: path).key() }
        guard let id = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") else {
            throw .missing
        }
        guard let key = S3AccessKey(id: id, secret: secret, sessionToken: variable("AWS_SESSION_TOKEN")) else {
            throw .unfit("The access key in the environment")
        }
        return key
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Throws: the reason why the file has no key.
    package func key() throws(Refusal) -> S3AccessKey {
        var values: [Substring: String] = [:]
        for line in try text().split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("["), !values.isEmpty { break }
            guard let sign = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
            let name = line[..<sign].prefix { $0 != " " && $0 != "\t" }
            values[name] = String(line[line.index(after: sign)...].filter { $0 != " " && $0 != "\t" })
        }
        guard let id = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else {
            throw .incomplete(path)
        }
        guard let key = S3AccessKey(id: id, secret: secret, sessionToken: values["aws_session_token"]) else {
            throw .unfit("The access key in \(path)")
        }
        return key
    }

    private func text() throws(Refusal) -> String {
        guard let file = fopen(path, "re") else { throw .unreadable(path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limitBytes)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw .unreadable(path) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
