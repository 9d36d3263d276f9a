import CollectionModel
import CollectionQuery

/// An order of a collection's items that viewers see: the collection's own, or the result of a query.
struct ShownOrder: Sendable {
    var version = 0
    var snapshot = Snapshot()
    var log = VersionLog()
    var layouts = PreparedLayouts()

    /// Takes over the next version.
    mutating func publish(_ next: Snapshot, version newVersion: Int) {
        if next.itemCounts != snapshot.itemCounts {
            layouts.invalidate()
        } else {
            layouts.invalidateShapes()
        }
        snapshot = next
        version = newVersion
    }
}

/// One of a collection's orders.
enum OrderID: Hashable, Sendable {
    case own
    /// By its number in the collection.
    case result(Int)
}

/// A collection in one of its orders, as a request names it.
struct ServedOrder: Sendable {
    var collection: LiveCollection
    var order: OrderID

    /// A version, if other servers may know it: results and their versions are each server's own.
    func shared(_ version: Int?) -> Int? { order == .own ? version : nil }
}

extension CollectionState {
    /// One of the orders; the collection's own in the place of a result that is gone, which only a viewer sees that has just been
    /// removed.
    subscript(order: OrderID) -> ShownOrder {
        get { result(order)?.order ?? own }
        _modify {
            if case .result(let number) = order, results[number] != nil {
                yield &results[number]!.order
            } else {
                yield &own
            }
        }
    }

    private func result(_ order: OrderID) -> LiveResult? {
        if case .result(let number) = order { results[number] } else { nil }
    }

    // MARK: Parts of an order
    // Every range event asks for them several times: the whole of an order is a dozen objects, each of which would be retained.

    func version(of order: OrderID) -> Int { result(order)?.order.version ?? own.version }

    /// Versions of results have no stamps.
    func head(of order: OrderID) -> StoredHead {
        order == .own ? head : StoredHead(version: version(of: order))
    }

    /// Whether a client that knows a version by its stamp knows another one of that number: the store was set back
    /// meanwhile. A stamp of 0, from a client that knows none, never is.
    func isOther(_ version: Int, stamp: Int64, of order: OrderID) -> Bool {
        stamp != 0 && order == .own && stamps.stamp(of: version) != stamp
    }

    func snapshot(of order: OrderID) -> Snapshot { result(order)?.order.snapshot ?? own.snapshot }

    func log(of order: OrderID) -> VersionLog { result(order)?.order.log ?? own.log }

    /// Counts what made prepared layouts of any version outdated.
    func layoutGeneration(of order: OrderID) -> Int {
        result(order)?.order.layouts.generation ?? own.layouts.generation
    }

    // MARK: The collection's own order

    var version: Int {
        get { own.version }
        set { own.version = newValue }
    }

    package internal(set) var snapshot: Snapshot {
        _read { yield own.snapshot }
        _modify { yield &own.snapshot }
    }

    var log: VersionLog {
        _read { yield own.log }
        _modify { yield &own.log }
    }
}

/// The result of a query as viewers see it. `CollectionQueries` updates it after changes.
struct LiveResult: Sendable {
    /// The identifier by which requests name it.
    let id: String
    let query: Query
    /// The items whose stacks are open in it.
    let openStacks: Set<ItemOrdinal>
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

    /// The entry of a result in the list of collections.
    func describe(_ order: OrderID, in summary: inout CollectionSummary) {
        let shown = self[order]
        summary.itemCount = shown.snapshot.numberOfItems
        summary.sectionCount = shown.snapshot.numberOfSections
        summary.version = shown.version
        summary.savedQueries = []
    }
}
