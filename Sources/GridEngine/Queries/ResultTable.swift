import CollectionModel
import CollectionQuery
import Prefetching
import Synchronization

/// The results of all collections, by identifier, and who uses them. One that nobody uses is dropped after a time.
final class ResultTable: Sendable {
    /// For how long a result is kept that nobody uses.
    static let lifetime = Duration.seconds(60)

    private struct Entry {
        var served: ServedOrder
        var query: Query
        var bytes: Int
        var viewers = 0
        var lastUsed: Instant
    }

    private struct Key: Hashable {
        var collection: ObjectIdentifier
        var query: Query
    }

    private struct State {
        var byID: [String: Entry] = [:]
        var byQuery: [Key: String] = [:]
        /// The result that each viewer sees.
        var byViewer: [ViewerID: String] = [:]

        mutating func leave(_ viewer: ViewerID, at now: Instant) {
            guard let id = byViewer.removeValue(forKey: viewer) else { return }
            byID[id]?.viewers -= 1
            byID[id]?.lastUsed = now
        }

        mutating func remove(_ id: String) -> ServedOrder? {
            guard let entry = byID.removeValue(forKey: id) else { return nil }
            byQuery[Key(collection: ObjectIdentifier(entry.served.collection), query: entry.query)] = nil
            return entry.served
        }
    }

    private let limit: Int
    private let bytesLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the most results.
    ///   - bytesLimit: what their orders may take together.
    init(limit: Int, bytesLimit: Int) {
        self.limit = limit
        self.bytesLimit = bytesLimit
    }

    /// A new identifier: no collection has one like it but by intent.
    static func makeID() -> String { "query-" + RandomName.make() }

    /// The result with this identifier, which is used now.
    func find(_ id: String, at now: Instant) -> ServedOrder? {
        state.withLock { state in
            state.byID[id]?.lastUsed = now
            return state.byID[id]?.served
        }
    }

    /// The result of a query, where there is one.
    func find(_ query: Query, of collection: LiveCollection, at now: Instant) -> (id: String, order: OrderID)? {
        state.withLock { state in
            guard let id = state.byQuery[Key(collection: ObjectIdentifier(collection), query: query)],
                let entry = state.byID[id]
            else { return nil }
            state.byID[id]?.lastUsed = now
            return (id, entry.served.order)
        }
    }

    /// Adds a result that is in its collection's state already.
    func add(_ result: LiveResult, number: Int, of collection: LiveCollection, at now: Instant) {
        state.withLock { state in
            state.byID[result.id] = Entry(
                served: ServedOrder(collection: collection, order: .result(number)), query: result.query,
                bytes: result.sizeBytes, lastUsed: now)
            state.byQuery[Key(collection: ObjectIdentifier(collection), query: result.query)] = result.id
        }
    }

    /// Keeps a result for a viewer, and no longer the one that it saw before.
    /// - Returns: `false` when the result is gone; then nothing has changed.
    func keep(_ id: String, for viewer: ViewerID, at now: Instant) -> Bool {
        state.withLock { state in
            guard state.byID[id] != nil else { return false }
            state.byID[id]?.viewers += 1
            state.leave(viewer, at: now)
            state.byViewer[viewer] = id
            return true
        }
    }

    /// A viewer sees no result any more.
    func leave(_ viewer: ViewerID, at now: Instant) { state.withLock { $0.leave(viewer, at: now) } }

    /// Makes room for another one: the results that were used longest ago go.
    /// - Parameter bytes: what it takes.
    /// - Returns: those that have to go; whether there is no room although they do, since viewers see the others.
    func makeRoom(for bytes: Int) -> (dropped: [ServedOrder], isFull: Bool) {
        state.withLock { state in
            var dropped: [ServedOrder] = []
            func isFull() -> Bool {
                let taken = state.byID.values.reduce(0) { $0 + $1.bytes }
                return state.byID.count >= limit || !state.byID.isEmpty && taken + bytes > bytesLimit
            }
            while isFull() {
                let unused = state.byID.filter { $0.value.viewers == 0 }.min { $0.value.lastUsed < $1.value.lastUsed }
                guard let unused, let served = state.remove(unused.key) else { return (dropped, true) }
                dropped.append(served)
            }
            return (dropped, false)
        }
    }

    /// Removes results that nobody has used for long. A result from which a seen one was made stays: its viewers will narrow it again.
    func expire(at now: Instant) -> [ServedOrder] {
        state.withLock { state in
            let old = state.byID.filter { $0.value.viewers == 0 && now - $0.value.lastUsed > Self.lifetime }
            guard !old.isEmpty else { return [] }
            let inUse = Set(
                state.byID.values.filter { $0.viewers > 0 }.map {
                    Key(collection: ObjectIdentifier($0.served.collection), query: $0.query.unfiltered)
                })
            return old.compactMap { id, entry in
                let key = Key(collection: ObjectIdentifier(entry.served.collection), query: entry.query)
                return inUse.contains(key) ? nil : state.remove(id)
            }
        }
    }

    /// Removes the results of a collection that is no longer served.
    func remove(of collection: LiveCollection) {
        state.withLock { state in
            let own = state.byID.filter { $0.value.served.collection === collection }
            for id in own.keys { _ = state.remove(id) }
        }
    }

    var count: Int { state.withLock { $0.byID.count } }
}
