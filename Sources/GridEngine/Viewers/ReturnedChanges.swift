import Synchronization

extension ReturnedChange {
    var event: ViewerEvent {
        .refresh(RefreshProgress(refresh: "change-\(version)", phase: .returned, done: 0, total: 0, reason: reason))
    }
}

/// Changes that were taken back while their author had no viewer at this server: after a restart, changes of the last run are written
/// back before pages are there again.
final class ReturnedChanges: Sendable {
    private struct Untold {
        var change: ReturnedChange
        var collection: String
        var until: ContinuousClock.Instant
    }

    /// The time that a page may take to come back.
    private static let patience = Duration.seconds(60)
    private static let limit = 100

    private let untold = Mutex<[Untold]>([])

    func keep(_ change: ReturnedChange, of collection: String) {
        untold.withLock { untold in
            untold.append(Untold(change: change, collection: collection, until: ContinuousClock.now + Self.patience))
            if untold.count > Self.limit { untold.removeFirst() }
        }
    }

    /// The changes that a viewer is to be told of, the oldest first.
    func take(for viewer: Viewer) -> [ReturnedChange] {
        untold.withLock { untold in
            let now = ContinuousClock.now
            untold.removeAll { $0.until < now }
            let own = untold.filter { $0.change.author == viewer.author && $0.collection == viewer.collection.id }
            untold.removeAll { $0.change.author == viewer.author && $0.collection == viewer.collection.id }
            return own.map(\.change)
        }
    }
}

extension ViewerTable {
    /// Tells the viewers of its author why a change was taken back; where nobody can say who that is, all who see the collection.
    func post(_ change: ReturnedChange, of collection: LiveCollection) {
        let told = viewers(of: collection).filter { change.author == nil || $0.author == change.author }
        for viewer in told { events.post(change.event, to: viewer.id) }
        if told.isEmpty, change.author != nil { returned.keep(change, of: collection.id) }
    }
}
