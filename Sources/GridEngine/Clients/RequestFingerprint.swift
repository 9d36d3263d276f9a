import Hashing

/// A hash of a request: its method, its target and its body (FNV-1a, 64 bits).
///
/// Finds the mistake of a program that uses an idempotency key for two requests. It protects nothing: whoever makes two requests of one
/// fingerprint loses the second of them.
package struct RequestFingerprint: Sendable, Equatable {
    private var hash = FNV1a.basis64

    package init(method: String, target: String) {
        add(method.utf8)
        add([0])
        add(target.utf8)
        add([0])
    }

    /// Adds the next part of the body.
    package mutating func add(_ part: some Sequence<UInt8>) {
        hash = FNV1a.hash64(part, continuing: hash)
    }

    /// 1 to 16 hexadecimal digits.
    package var text: String { String(hash, radix: 16) }
}

/// An `Idempotency-Key` as it is stored: with the fingerprint of the request that it came with, behind a line feed, which no key has.
/// Those of earlier versions have no fingerprint.
struct StoredKey: Equatable {
    var key: String
    /// `nil` where it is not known: then every request with this key is the same.
    var fingerprint: String?

    init(key: String, fingerprint: String?) {
        (self.key, self.fingerprint) = (key, fingerprint)
    }

    init(stored text: String) {
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        (key, fingerprint) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }

    var text: String { fingerprint.map { "\(key)\n\($0)" } ?? key }

    /// - Throws: `.keyReused` where `other`, of the same key, came with another request.
    func requireSameRequest(as other: StoredKey) throws(GridError) {
        guard let fingerprint, let another = other.fingerprint, fingerprint != another else { return }
        throw .keyReused(key)
    }
}
