import CollectionModel
import GridEngine
import Synchronization

/// A change store without a disk, which fails, and is overtaken by other servers, when the test says so.
package final class MemoryStore: ChangeStore {
    private struct State {
        var error: StoreError?
        var keepingError: StoreError?
        var commits: [Int] = []
        var whileCommitting: (@Sendable () -> Void)?
        var beforeCommits: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    let database: MemoryDatabase

    package init(sharing database: MemoryDatabase = MemoryDatabase()) { self.database = database }

    package func fail(with error: StoreError?) {
        state.withLock { $0.error = error }
    }

    /// Fails only where what is known of files is to be kept.
    package func failKeeping(with error: StoreError?) {
        state.withLock { $0.keepingError = error }
    }

    /// Calls `body` once, from within the next commit.
    package func whileCommitting(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whileCommitting = body }
    }

    /// Calls `body` from within each commit, before anything is stored.
    package func beforeCommits(_ body: (@Sendable () -> Void)?) {
        state.withLock { $0.beforeCommits = body }
    }

    /// The number of changes in each transaction that stored any.
    package var commits: [Int] { state.withLock { $0.commits } }

    /// - Throws: what the test wants.
    private func use<Answer>(
        _ body: (inout MemoryDatabase.State) -> Result<Answer, StoreError>
    ) throws(StoreError) -> Answer {
        if let error = state.withLock({ $0.error }) { throw error }
        return try database.state.withLock { body(&$0) }.get()
    }

    package func restoreOrder(_ collection: String) throws(StoreError) -> StoredCollection? {
        var stored = database.state.withLock { $0.collections[collection] }
        stored?.attributes = []
        return stored
    }

    package func restoreAttributes(
        of collection: String, _ body: (StoredChange.Attributes) -> Void
    ) throws(StoreError) {
        for attributes in database.state.withLock({ $0.collections[collection]?.attributes ?? [] }) {
            body(attributes)
        }
    }

    package func commit(_ appends: [StoredAppend]) throws(StoreError) -> [AppendOutcome] {
        let (once, each) = state.withLock { ($0.whileCommitting.take(), $0.beforeCommits) }
        once?()
        each?()
        let (outcomes, count) = try use { state -> Result<([AppendOutcome], Int), StoreError> in
            var count = 0
            let outcomes = appends.map { append in
                let outcome = state.append(append)
                if case .stored(let head) = outcome {
                    state.report(.changed(append.collection, append.changes, head), notTo: self)
                    count += append.changes.count
                }
                return outcome
            }
            return .success((outcomes, count))
        }
        if count > 0 { state.withLock { $0.commits.append(count) } }
        return outcomes
    }

    package func create(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) -> StoredHead? {
        try use { state -> Result<StoredHead?, StoreError> in
            guard state.collections[order.collection] == nil else { return .success(nil) }
            state.deleted[order.collection] = nil
            var stored = StoredCollection(
                checkpoint: order, head: StoredHead(version: order.version), changes: [],
                items: IdentifierTable(order.newItems.map(\.id)), sections: order.newSections, attributes: [],
                revisions: [])
            stored.set(Array(order.attributes))
            state.collections[order.collection] = stored
            if let title = order.postedTitle {
                let posted = StoredPostedCollection(
                    id: order.collection, title: title, postingKey: order.postingKey)
                state.posted.append(posted)
                state.report(.created(posted), notTo: self)
            }
            return .success(stored.head)
        }
    }

    package func checkpoint(_ order: StoredOrder, cancellation: Cancellation) throws(StoreError) {
        try use { state -> Result<Void, StoreError> in
            guard var stored = state.collections[order.collection] else {
                return .failure(.failed("\(order.collection) was never created"))
            }
            stored.checkpoint = order
            for part in order.marks { state.marks[order.collection, default: [:]][part.part] = part.bytes }
            stored.marks = (state.marks[order.collection] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            stored.changes.removeAll { $0.version <= order.version }
            state.collections[order.collection] = stored
            return .success(())
        }
    }

    package func keep(_ traces: [StoredTraces], of collection: String) throws(StoreError) {
        if let error = state.withLock({ $0.keepingError }) { throw error }
        try use { state -> Result<Void, StoreError> in
            guard var stored = state.collections[collection] else { return .success(()) }
            stored.traces.removeAll { old in traces.contains { $0.page == old.page } }
            stored.traces = (stored.traces + traces).sorted { $0.page < $1.page }
            state.collections[collection] = stored
            return .success(())
        }
    }

    package func changes(of collection: String, since version: Int) throws(StoreError) -> [StoredChange] {
        database.state.withLock { ($0.log[collection] ?? []).map(\.change).filter { $0.version > version } }
    }

    package func remove(_ collection: String) throws(StoreError) {
        try use { state -> Result<Void, StoreError> in
            state.collections[collection] = nil
            state.notes[collection] = nil
            state.log[collection] = nil
            state.marks[collection] = nil
            state.posted.removeAll { $0.id == collection }
            state.report(.removed(collection), notTo: self)
            return .success(())
        }
    }

    package func setAside(_ collection: String) throws(StoreError) {
        try use { state -> Result<Void, StoreError> in
            if let stored = state.collections[collection],
                let posted = state.posted.first(where: { $0.id == collection })
            {
                state.deleted[collection] = .init(
                    posted: posted, stored: stored, log: state.log[collection], marks: state.marks[collection])
            }
            return .success(())
        }
        try remove(collection)
    }

    package func bringBack(_ collection: String) throws(StoreError) -> StoredPostedCollection? {
        try use { state -> Result<StoredPostedCollection?, StoreError> in
            guard let deleted = state.deleted.removeValue(forKey: collection) else {
                return .success(state.posted.first { $0.id == collection })
            }
            state.collections[collection] = deleted.stored
            state.log[collection] = deleted.log
            state.marks[collection] = deleted.marks
            state.posted.append(deleted.posted)
            state.report(.created(deleted.posted), notTo: self)
            return .success(deleted.posted)
        }
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

    package func note(_ note: StoredNote, of collection: String) throws(StoreError) -> String? {
        database.state.withLock { $0.notes[collection]?[note] }
    }

    package func keep(_ text: String, as note: StoredNote, of collection: String) throws(StoreError) {
        database.state.withLock { state in
            if state.collections[collection] != nil { state.notes[collection, default: [:]][note] = text }
        }
    }

    private func changeQueries(
        of collection: String, _ body: (inout [SavedQuery]) -> Void
    ) throws(StoreError) {
        try use { state -> Result<Void, StoreError> in
            guard var queries = state.collections[collection]?.savedQueries else {
                return .failure(.failed("\(collection) has no checkpoint"))
            }
            body(&queries)
            state.collections[collection]?.savedQueries = queries
            state.report(.queries(collection, queries), notTo: self)
            return .success(())
        }
    }

    package func postedCollections() throws(StoreError) -> [StoredPostedCollection] {
        database.state.withLock { $0.posted }
    }

    package func listen(_ news: @escaping @Sendable (StoreNews) -> Void) {
        database.state.withLock { $0.listeners[ObjectIdentifier(self)] = news }
    }

    /// Ends the news, as if they were on their way for ever.
    package func holdNews() {
        database.state.withLock { $0.listeners[ObjectIdentifier(self)] = nil }
    }

    package func catchUp(_ collection: String, from head: StoredHead) throws(StoreError) -> AppendOutcome {
        try use { .success($0.news(of: collection, after: head)) }
    }

    /// As of a store that several servers share.
    package var figures: StoreFigures? { StoreFigures() }
}
