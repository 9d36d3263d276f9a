import CollectionModel

/// What other servers of the same store do.
extension GridEngine {
    /// Takes part from now on.
    func followOthers() {
        commits.collectionLost.withLock { slot in
            slot = .init { [weak self] collection, loss in
                switch loss {
                case .outdated: self?.reopen(collection)
                case .removed: self?.drop(collection)
                }
            }
        }
        store?.listen { [weak self] news in self?.take(news) }
    }

    /// On the commit queue, in the order in which the store reports it.
    private func take(_ news: StoreNews) {
        commits.perform {
            switch news {
            case .changed(let id, let changes, let head):
                if let collection = self.known(id) { self.commits.adopt(changes, head: head, in: collection) }
            case .lost(let id):
                if let collection = self.known(id) { self.commits.lost(collection, .outdated) }
            case .removed(let id):
                if let collection = self.known(id) { self.commits.lost(collection, .removed) }
            case .created(let posted):
                if self.known(posted.id) == nil { self.open(posted) { _ in } }
            case .queries(let id, let queries):
                self.known(id)?.state.withLock { $0.savedQueries = queries }
            }
        }
    }

    private func known(_ id: String) -> LiveCollection? { collections.withLock { $0.byID[id] } }

    /// Reads a collection again from the store, as a start does. Its viewers go, and come back.
    private func reopen(_ collection: LiveCollection) {
        drop(collection)
        if collection.source is any StoredSource {
            open(
                StoredPostedCollection(
                    id: collection.id, title: collection.source.title, postingKey: collection.postingKey)
            ) { _ in }
        } else {
            add(collection.source) { _ in }
        }
    }
}
