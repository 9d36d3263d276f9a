import CollectionModel
import Prefetching

/// An interactive movement between its pick-up and its end: one item, and where it would land.
struct Movement: Sendable {
    let collection: LiveCollection
    let item: ItemOrdinal
    /// Whose share it is counted in; `nil` when in nobody's.
    let client: Client?
    /// The newest place proposed; other changes may come before the end.
    var proposal: Proposal?
    /// When its page was last heard from.
    var lastSeen: Instant

    /// A new name: 16 hexadecimal digits of a random number.
    static func makeName() -> String {
        let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    struct Proposal: Sendable {
        /// The version that the place counts in.
        var version: Int
        var toAfter: IndexPath
    }
}
