import CollectionModel

/// Follows other servers of the same store.
extension GridEngine {
    /// Takes part from now on.
    func followOthers() {
        store?.listen { [weak self] news in self?.take(news) }
    }

    /// Whether changes wait or are refused because the store cannot be reached.
    package var isStoreAway: Bool { store?.isAway ?? false }

    /// Whether a version of a collection is known here, or cannot become so by asking others.
    package func isKnown(_ version: Int, of id: String) -> Bool { known(id).map { isKnown(version, of: $0) } ?? true }

    private func isKnown(_ version: Int, of collection: LiveCollection) -> Bool {
        store?.isShared != true || collection.state.withLock { !$0.isOpen || $0.version >= version }
    }

    /// Calls `body` once this server knows a version, at once if it does. Another server may have made it a moment ago: then the store
    /// is asked, once. `body` is called too where there is no such version.
    /// - Parameters:
    ///   - version: as the client names it.
    ///   - id: of a collection. Results are each server's own, and never waited for.
    ///   - body: called once, here or on the commit thread.
    package func reach(_ version: Int, of id: String, then body: @escaping @Sendable () -> Void) {
        guard let collection = known(id) else { return body() }
        reach(version, in: collection, then: body)
    }

    func reach(_ version: Int, in collection: LiveCollection, then body: @escaping @Sendable () -> Void) {
        if isKnown(version, of: collection) { body() } else { commits.catchUp(collection, then: body) }
    }

    /// On the commit queue, in the order in which the store reports it.
    private func take(_ news: StoreNews) {
        // Not behind a change that waits for the store.
        if case .away(let isAway) = news { return events.postToAll(.store(isAway: isAway)) }
        commits.perform {
            switch news {
            case .changed(let id, let changes, let head):
                if let collection = self.known(id) { self.commits.apply(changes, head: head, in: collection) }
            case .lost(let id):
                if let collection = self.known(id) { self.commits.lost(collection, .outdated) }
            case .removed(let id):
                if let collection = self.known(id) { self.commits.lost(collection, .removed) }
            case .created(let posted):
                if self.known(posted.id) == nil { self.open(posted) { _ in } }
            case .order(let ids): self.collections.withLock { $0.arrange(posted: ids) }
            case .away: break
            case .queries(let id, let queries):
                guard let collection = self.known(id) else { return }
                collection.state.withLock { $0.savedQueries = queries }
                self.findBursts(of: collection)
            }
        }
    }

    private func known(_ id: String) -> LiveCollection? { collections.withLock { $0.byID[id] } }

    /// Reads a collection again from the store, as a start does. Its viewers go, and come back.
    fileprivate func reopen(_ collection: LiveCollection) {
        // Requests meanwhile, and followers, must not take it for deleted.
        collections.withLock { _ = $0.reopening.insert(collection.id) }
        defer { collections.withLock { _ = $0.reopening.remove(collection.id) } }
        drop(collection)
        if collection.source.abilities.stored != nil {
            open(
                StoredPostedCollection(
                    id: collection.id, title: collection.source.title, postingKey: collection.postingKey)
            ) { _ in }
        } else {
            add(collection.source.base) { _ in }
        }
    }
}

/// Reads collections again that have fallen behind the store, and drops those that others have removed.
struct LostCollections: CommitObserver {
    let engine: EngineReference

    func collection(_ collection: LiveCollection, wasLost loss: CollectionLoss) {
        switch loss {
        case .outdated: engine()?.reopen(collection)
        case .removed: engine()?.drop(collection)
        }
    }
}
