import CollectionModel
import Prefetching

/// An interactive movement between its pick-up and its end: one item, and where it would land.
struct Movement: Sendable {
    let collection: LiveCollection
    /// What its places count in.
    let order: OrderID
    let item: ItemOrdinal
    /// Whose share it is counted in; `nil` when in nobody's.
    let client: Client?
    /// The newest place proposed; other changes may come before the end.
    var proposal: Proposal?
    /// When its page was last heard from.
    var lastSeen: Instant

    /// A place in the collection's own order.
    struct Proposal: Sendable {
        /// The version that the place counts in.
        var version: Int
        var toAfter: IndexPath
    }
}
