import Prefetching
import Synchronization

/// All viewers, by identifier.
final class ViewerTable: Sendable {
    private struct State {
        var byID: [ViewerID: Viewer] = [:]
        var shares: ClientShares

        mutating func insert(_ viewer: Viewer) {
            byID[viewer.id] = viewer
            shares.take(for: viewer.client)
        }
    }

    private let state: Mutex<State>

    init(limit: Int) { state = Mutex(State(shares: ClientShares(limit: limit))) }

    /// Adds a viewer.
    /// - Returns: why there is no place for it; `nil` when it was added.
    func add(_ viewer: Viewer) -> ClientShares.Refusal? {
        state.withLock { state in
            if let refusal = state.shares.refusal(for: viewer.client) { return refusal }
            state.insert(viewer)
            return nil
        }
    }

    /// Adds a viewer in the place of one that was removed for it.
    func insert(_ viewer: Viewer) { state.withLock { $0.insert(viewer) } }

    /// The viewer that gives its place to a new one: of those that a refusal is about and that nobody has listened to, the one
    /// that was seen longest ago.
    func longestUnheard(_ refusal: ClientShares.Refusal) -> Viewer? {
        let unheard = all.filter { refusal.isAbout($0.client) }.compactMap { viewer in
            viewer.state.withLock { $0.hasListened ? nil : (viewer: viewer, lastSeen: $0.lastSeen) }
        }
        return unheard.min { $0.lastSeen < $1.lastSeen }?.viewer
    }

    subscript(id: ViewerID) -> Viewer? {
        state.withLock { $0.byID[id] }
    }

    func remove(_ id: ViewerID) -> Viewer? {
        state.withLock { state in
            guard let viewer = state.byID.removeValue(forKey: id) else { return nil }
            state.shares.giveBack(viewer.client)
            return viewer
        }
    }

    func viewers(of collection: LiveCollection) -> [Viewer] {
        state.withLock { state in state.byID.values.filter { $0.collection === collection } }
    }

    var all: [Viewer] { state.withLock { Array($0.byID.values) } }
    var count: Int { state.withLock { $0.byID.count } }
}
