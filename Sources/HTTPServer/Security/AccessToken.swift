/// The secret that lets a browser in when the server can be reached from other machines.
///
/// It comes once in the fragment of a URL (`#token=`), which browsers send to no server; a script takes it out, and exchanges it for a
/// cookie that scripts cannot read (`SessionCookies`). From a query (`?token=`) it is taken by a redirect.
/// Programs send it as `Authorization: Bearer`.
package struct AccessToken: Sendable, Equatable {
    package let text: String
    private let bytes: [UInt8]

    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// 24 bytes of the system's randomness in URL-safe Base64.
    package static func random() -> AccessToken {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var generator = SystemRandomNumberGenerator()
        // 32 digits of 6 bits are the 24 bytes.
        let digits = (0..<32).map { _ in alphabet[Int(generator.next() & 63)] }
        return AccessToken(String(decoding: digits, as: UTF8.self))
    }

    /// Takes the same time wherever the first difference is. The length is not secret.
    func matches(_ candidate: some Collection<UInt8>) -> Bool {
        guard candidate.count == bytes.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(candidate, bytes) { difference |= a ^ b }
        return difference == 0
    }
}
