import CollectionModel
import Prefetching

/// An interactive movement between its pick-up and its end: one item, and where it would land.
struct Movement: Sendable {
    let collection: LiveCollection
    let item: ItemOrdinal
    /// The newest place proposed; others may change the collection before the end.
    var proposal: Proposal?
    var lastWord: Instant

    struct Proposal: Sendable {
        /// The version that the place counts in.
        var version: Int
        var toAfter: IndexPath
    }
}

extension Snapshot {
    /// How many places a section has once `item` has landed in it.
    func placesAfterMove(of item: ItemOrdinal, inSection section: Int) -> Int {
        let count = numberOfItems(inSection: section)
        return indexPath(of: item)?.section == section ? count : count + 1
    }
}
