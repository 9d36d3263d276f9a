import Downloads
import Glibc

/// A file with an access key, as Amazon's tools write it: `aws_access_key_id = …`, `aws_secret_access_key = …` and for lent keys
/// `aws_session_token = …`. The first section counts.
struct RenditionKeyFile {
    enum Refusal: Error {
        case missing
        case unreadable(String)
        case incomplete(String)
        case unfit(String)
    }

    let path: String
    private static let limitBytes = 16 << 10

    /// - Throws: the reason why the file has no key.
    func key() throws(Refusal) -> S3AccessKey {
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

extension RenditionKeyFile.Refusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .missing:
            "--rendition-store needs an access key: a file that --rendition-key-file names, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment."
        case .unreadable(let path): "The file \(path) of --rendition-key-file cannot be read."
        case .incomplete(let path):
            "The file \(path) of --rendition-key-file needs two lines: aws_access_key_id = … and aws_secret_access_key = …"
        case .unfit(let place): "\(place) has characters that no key has."
        }
    }
}
