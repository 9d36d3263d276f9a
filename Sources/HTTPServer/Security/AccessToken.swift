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

/// Decides which wrong tokens are logged: the first of an address, then one a minute, with their number. Pure.
package struct WrongTokens: Sendable {
    /// Addresses that are counted at the same time. More of them guess no faster.
    static let addressLimit = 100
    /// Between two lines about one address, in seconds.
    static let pauseSeconds = 60

    private struct Count {
        var since: Int
        /// Since the last line.
        var count: Int
    }

    private var counts: [String: Count] = [:]

    package init() {}

    /// A wrong token came.
    /// - Parameters:
    ///   - address: its sender's.
    ///   - now: seconds of a clock that does not go back.
    /// - Returns: how many came since the last line; `nil` when it is too early for one.
    package mutating func record(_ address: String, now: Int) -> Int? {
        if let known = counts[address] {
            guard now >= known.since + Self.pauseSeconds else {
                counts[address]?.count += 1
                return nil
            }
            counts[address] = Count(since: now, count: 0)
            return known.count + 1
        }
        if counts.count >= Self.addressLimit { counts = counts.filter { now < $0.value.since + Self.pauseSeconds } }
        guard counts.count < Self.addressLimit else { return nil }
        counts[address] = Count(since: now, count: 0)
        return 1
    }
}
