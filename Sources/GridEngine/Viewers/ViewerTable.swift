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
            viewer.noteWindow()
        }
    }

    private let state: Mutex<State>
    let events: EventHub
    let returned = ReturnedChanges()
    /// A patch with more operations than this, or than a tenth of the items, reaches viewers as a reset.
    let patchLimit: Int

    init(limit: Int, events: EventHub, patchLimit: Int) {
        state = Mutex(State(shares: ClientShares(limit: limit)))
        (self.events, self.patchLimit) = (events, patchLimit)
    }

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

    /// The viewer that gives its place to a new one: of those that a refusal is about and that nobody listens to, the one that
    /// was seen longest ago. First come those that nobody has ever listened to, then those that have been silent for
    /// `Viewer.silenceLimit`.
    func longestUnheard(
        _ refusal: ClientShares.Refusal, at now: Instant, isHeard: (Viewer) -> Bool
    ) -> Viewer? {
        var (never, silent): ([(viewer: Viewer, lastSeen: Instant)], [(viewer: Viewer, lastSeen: Instant)]) = ([], [])
        for viewer in all where refusal.isAbout(viewer.client) {
            let (lastHeard, lastSeen) = viewer.state.withLock { ($0.lastHeard, $0.lastSeen) }
            if let lastHeard {
                if now - lastHeard >= Viewer.silenceLimit, !isHeard(viewer) { silent.append((viewer, lastSeen)) }
            } else {
                never.append((viewer, lastSeen))
            }
        }
        return (never.isEmpty ? silent : never).min { $0.lastSeen < $1.lastSeen }?.viewer
    }

    subscript(id: ViewerID) -> Viewer? {
        state.withLock { $0.byID[id] }
    }

    func remove(_ id: ViewerID) -> Viewer? {
        state.withLock { state in
            guard let viewer = state.byID.removeValue(forKey: id) else { return nil }
            state.shares.giveBack(viewer.client)
            viewer.noteWindow()
            return viewer
        }
    }

    func viewers(of collection: LiveCollection) -> [Viewer] {
        state.withLock { state in state.byID.values.filter { $0.collection === collection } }
    }

    var all: [Viewer] { state.withLock { Array($0.byID.values) } }
    var count: Int { state.withLock { $0.byID.count } }
}
