/// Which wrong tokens are worth a line of the log: the first of an address, then one a minute, with how many there were. Pure.
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
    package mutating func note(_ address: String, now: Int) -> Int? {
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
