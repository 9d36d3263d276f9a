/// Where objects are stored: `s3://bucket/prefix?endpoint=https://store.example:9000&region=eu-central-1`.
///
/// Without an endpoint it is Amazon's of the region, and the bucket is in the host's name; with one, the bucket is the
/// first part of the path, as all other stores take it. Keys of access are never in it.
package struct S3Address: Hashable, Sendable {
    package struct Invalid: Error, Equatable {
        package let reason: String
    }

    package let bucket: String
    /// Without slashes at its ends; empty for none.
    package let prefix: String
    package let region: String
    private let base: WebAddress

    /// - Throws: the mistake, without repeating the text, which might hold a secret.
    package init(_ text: String) throws(Invalid) {
        guard text.hasPrefix("s3://") else { throw Invalid(reason: "it must begin with s3://") }
        let parts = text.dropFirst(5).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (bucket, prefix) = (path[0], path.count > 1 ? Self.trimmed(path[1]) : "")
        // By bytes: a sign that combines with it makes another character of it.
        guard !bucket.utf8.contains(64) else { throw Invalid(reason: "it must contain no key and no password") }
        guard Self.isBucket(bucket) else { throw Invalid(reason: "\(bucket) is not the name of a bucket") }
        guard Self.isPrefix(prefix) else {
            throw Invalid(reason: "the prefix may have letters, digits, dots, dashes, underscores and single slashes")
        }
        var (endpoint, region): (String?, String?)
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (sides[0], sides.count) {
            case ("endpoint", 2): endpoint = Self.decoded(sides[1])
            case ("region", 2): region = sides[1]
            default: throw Invalid(reason: "its parameters are endpoint and region")
            }
        }
        let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
        guard endpoint != nil || region != nil else {
            throw Invalid(reason: "it needs an endpoint or, at Amazon, a region")
        }
        let place = region ?? "us-east-1"
        guard !place.isEmpty, place.utf8.count <= 64, place.utf8.allSatisfy(letters.contains) else {
            throw Invalid(reason: "the region is a word such as eu-central-1")
        }
        (self.bucket, self.prefix, self.region) = (bucket, prefix, place)
        base = try Self.base(endpoint: endpoint, bucket: bucket, region: place)
    }

    private static func base(endpoint: String?, bucket: String, region: String) throws(Invalid) -> WebAddress {
        guard let endpoint else {
            return try found(WebAddress("https://\(bucket).s3.\(region).amazonaws.com"))
        }
        let address = try found(WebAddress(trimmed(endpoint)))
        // A path behind the host would be between it and the bucket, which no store expects.
        let rest = address.text.split(separator: "/", omittingEmptySubsequences: true)
        guard !address.text.utf8.contains(64) else { throw Invalid(reason: "it must contain no key and no password") }
        guard rest.count == 2, !address.text.contains(where: { "?%".contains($0) }) else {
            throw Invalid(reason: "the endpoint is a scheme, a host and a port, such as https://store.example:9000")
        }
        return try found(WebAddress("\(rest[0])//\(rest[1])/\(bucket)"))
    }

    private static func found(_ address: WebAddress?) throws(Invalid) -> WebAddress {
        guard let address else {
            throw Invalid(reason: "the endpoint is a scheme, a host and a port, such as https://store.example:9000")
        }
        return address
    }

    /// The address of an object, whose name has letters, digits, dashes and slashes only.
    func object(_ name: String) -> WebAddress? {
        var text = base.text
        while text.hasSuffix("/") { text.removeLast() }
        return WebAddress(prefix.isEmpty ? "\(text)/\(name)" : "\(text)/\(prefix)/\(name)")
    }

    /// Whether others can read requests on their way.
    package var isEncrypted: Bool { base.isEncrypted }
    package var host: String { base.host }

    private static func isBucket(_ text: String) -> Bool {
        (3...63).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.contains("..")
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
    }

    /// Bytes that need no encoding, so that they are signed as they are sent.
    private static func isPrefix(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.isEmpty
            || text.utf8.count <= 500
                && parts.allSatisfy { part in
                    !part.isEmpty && part != "." && part != ".."
                        && part.utf8.allSatisfy {
                            (97...122).contains($0 | 0x20) || (48...57).contains($0) || [45, 46, 95].contains($0)
                        }
                }
    }

    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.hasSuffix("/") { text.removeLast() }
        while text.hasPrefix("/") { text.removeFirst() }
        return String(text)
    }

    /// An endpoint may be written as it is, or percent-encoded as a parameter should be.
    private static func decoded(_ text: String) -> String {
        var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], Substring(text).utf8)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == 37, digits.count == 2 {
                rest.removeFirst(2)
                bytes.append(UInt8(16 * digits[0] + digits[1]))
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension S3Address: CustomStringConvertible {
    package var description: String {
        "s3://\(bucket)\(prefix.isEmpty ? "" : "/\(prefix)") at \(host)"
    }
}
