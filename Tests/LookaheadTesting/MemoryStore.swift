import GridEngine
import Synchronization

/// A change store without a disk, which fails when the test says so.
package final class MemoryStore: ChangeStore {
    fileprivate struct State {
        var collections: [String: StoredCollection] = [:]
        var log: [String: [StoredChange]] = [:]
        var posted: [StoredPostedCollection] = []
        var error: StoreError?
        var commits: [Int] = []
        var whileCommitting: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package func fail(with error: StoreError?) {
        state.withLock { $0.error = error }
    }

    /// Calls `body` once, from within the next commit.
    package func whileCommitting(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whileCommitting = body }
    }

    /// The number of changes in each transaction so far.
    package var commits: [Int] { state.withLock { $0.commits } }

    package func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection? {
        var stored = state.withLock { $0.collections[collection] }
        stored?.attributes = []
        return stored
    }

    package func restoreAttributes(
        of collection: String, _ body: (StoredChange.Attributes) -> Void
    ) throws(StoreError) {
        for attributes in state.withLock({ $0.collections[collection]?.attributes ?? [] }) { body(attributes) }
    }

    package func commit(_ changes: [StoredChange]) throws(StoreError) {
        state.withLock { $0.whileCommitting.take() }?()
        let error = state.withLock { state -> StoreError? in
            if let error = state.error { return error }
            state.commits.append(changes.count)
            for change in changes { state.add(change) }
            return nil
        }
        if let error { throw error }
    }

    package func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) {
        let error = state.withLock { state -> StoreError? in
            if let error = state.error { return error }
            var stored =
                state.collections[order.collection]
                ?? StoredCollection(
                    checkpoint: order, changes: [], items: [], sections: [], attributes: [], revisions: [])
            stored.checkpoint = order
            stored.changes = []
            stored.items += order.newItems.map(\.id)
            stored.sections += order.newSections
            stored.set(Array(order.attributes))
            state.collections[order.collection] = stored
            if let title = order.postedTitle {
                state.posted.append(
                    StoredPostedCollection(id: order.collection, title: title, postingKey: order.postingKey))
            }
            return nil
        }
        if let error { throw error }
    }

    package func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange] {
        state.withLock { ($0.log[collection] ?? []).filter { $0.version > version } }
    }

    package func remove(_ collection: String) throws(StoreError) {
        let error = state.withLock { state -> StoreError? in
            if let error = state.error { return error }
            state.collections[collection] = nil
            state.log[collection] = nil
            state.posted.removeAll { $0.id == collection }
            return nil
        }
        if let error { throw error }
    }

    package func save(_ query: SavedQuery, of collection: String) throws(StoreError) {
        try changeQueries(of: collection) { queries in
            queries.removeAll { $0.name == query.name }
            queries.append(query)
            queries.sort { $0.name < $1.name }
        }
    }

    package func removeQuery(_ name: String, of collection: String) throws(StoreError) {
        try changeQueries(of: collection) { $0.removeAll { $0.name == name } }
    }

    private func changeQueries(
        of collection: String, _ body: (inout [SavedQuery]) -> Void
    ) throws(StoreError) {
        let error = state.withLock { state -> StoreError? in
            guard let known = state.collections[collection] else { return .failed("\(collection) has no checkpoint") }
            if let error = state.error { return error }
            var queries = known.savedQueries
            body(&queries)
            state.collections[collection]?.savedQueries = queries
            return nil
        }
        if let error { throw error }
    }

    package func postedCollections() throws(StoreError) -> [StoredPostedCollection] {
        state.withLock { $0.posted }
    }
}

extension MemoryStore.State {
    fileprivate mutating func add(_ change: StoredChange) {
        log[change.collection, default: []].append(change)
        guard var stored = collections[change.collection] else { return }
        stored.changes.append(change)
        stored.items += change.newItems.map(\.id)
        stored.sections += change.newSections
        stored.set(change.attributes)
        stored.revisions += change.revisions
        collections[change.collection] = stored
    }
}

extension StoredCollection {
    fileprivate mutating func set(_ new: [StoredChange.Attributes]) {
        let changed = Set(new.map(\.item))
        attributes.removeAll { changed.contains($0.item) }
        attributes += new
    }
}
