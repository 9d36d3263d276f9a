import Synchronization

/// Those who follow collections without a viewer. They are notified that there is something new, and read it themselves: nothing
/// is kept for one that does not keep up.
final class CollectionFeeds: Sendable {
    typealias Notify = @Sendable () -> Void

    private struct State {
        var last = 0
        /// By collection.
        var followers: [String: [Int: Notify]] = [:]
    }

    private let state = Mutex(State())

    func add(_ collection: String, _ notify: @escaping Notify) -> Int {
        state.withLock { state in
            state.last += 1
            state.followers[collection, default: [:]][state.last] = notify
            return state.last
        }
    }

    func remove(_ number: Int, from collection: String) {
        state.withLock { state in
            state.followers[collection]?[number] = nil
            if state.followers[collection]?.isEmpty == true { state.followers[collection] = nil }
        }
    }

    /// Outside of the lock: a follower may be removed by this.
    private func notify(_ collection: LiveCollection) {
        for notify in state.withLock({ $0.followers[collection.id] })?.values.map({ $0 }) ?? [] { notify() }
    }
}

extension CollectionFeeds: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) { notify(collection) }
    func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange]) { notify(collection) }
    func collectionDidOpen(_ collection: LiveCollection) { notify(collection) }
    func collectionDidClose(_ collection: LiveCollection) { notify(collection) }
}

/// A follower of a collection, until it is given up.
package struct CollectionFollowing: Sendable {
    /// The version at which it began.
    package let head: StoredHead
    let collection: String
    let number: Int
}
