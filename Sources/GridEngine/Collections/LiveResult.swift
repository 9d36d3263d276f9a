import CollectionModel
import CollectionQuery

/// The result of a query as viewers see it. What keeps it up with the collection is in `CollectionQueries`.
struct LiveResult: Sendable {
    /// What requests name it by.
    let id: String
    let query: Query
    var order: ShownOrder

    /// The memory that its order takes; that of everything is the collection's own.
    var sizeBytes: Int { query.isEmpty ? 0 : order.snapshot.sizeBytes }

    /// The query; `nil` where it asks for everything.
    var wish: Query? { query.isEmpty ? nil : query }
}

/// The next version of a result.
package struct ResultChange: Sendable {
    var number: Int
    var patch: VersionedPatch
    /// The order that the patch leads to.
    var snapshot: Snapshot
}

extension CollectionState {
    /// Makes new versions of results visible.
    mutating func publish(_ changes: [ResultChange]) {
        for change in changes {
            results[change.number]?.order.publish(change.snapshot, version: change.patch.to)
            results[change.number]?.order.log.append(change.patch)
        }
    }

    /// What the list of collections says of a result.
    func describe(_ order: OrderID, in summary: inout CollectionSummary) {
        let shown = self[order]
        summary.itemCount = shown.snapshot.numberOfItems
        summary.sectionCount = shown.snapshot.numberOfSections
        summary.version = shown.version
        summary.savedQueries = []
    }
}
