import CollectionModel

/// Follows what becomes of collections: commits, results, loss.
///
/// Observers are listed once, in `GridEngine.commitObservers`, and notified in that order: each hears of all changes of a commit
/// before the next one hears of any, and the completions of the changes are called after the last. Each function has a default
/// that does nothing.
package protocol CommitObserver: Sendable {
    /// A version is durable and visible. On the commit queue, in the order of versions.
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange)

    /// The collection is what the store remembers, and these changes of its log led there, by version: all that the log has. Before it is
    /// open, on the thread that opens it.
    func collection(_ collection: LiveCollection, didRestore changes: [CommittedChange])

    /// Results have new versions, which are visible. On the commit queue; where a commit led to them, after `didCommit` of all
    /// observers.
    func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange])

    /// More is known of items now, which are ascending, by their files or by a load: without a new version. On the commit queue.
    func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal])

    /// The collection is open: all of it is shown, or the first part. On any thread.
    func collectionDidOpen(_ collection: LiveCollection)

    /// The collection is no longer served. On any thread.
    func collectionDidClose(_ collection: LiveCollection)

    /// The collection cannot go on as it is. On the commit queue.
    func collection(_ collection: LiveCollection, wasLost loss: CollectionLoss)
}

extension CommitObserver {
    package func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {}
    package func collection(_ collection: LiveCollection, didRestore changes: [CommittedChange]) {}
    package func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange]) {}
    package func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal]) {}
    package func collectionDidOpen(_ collection: LiveCollection) {}
    package func collectionDidClose(_ collection: LiveCollection) {}
    package func collection(_ collection: LiveCollection, wasLost loss: CollectionLoss) {}
}

/// Why a collection cannot go on as it is.
package enum CollectionLoss: Sendable {
    /// It has to be read again.
    case outdated
    case removed
}

extension Patch {
    /// Items whose content is new or another one.
    package var itemsWithNewContent: [ItemOrdinal] { reloads + inserts.map(\.item) }
}
