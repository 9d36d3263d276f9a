import CollectionModel

/// Leads queries on behind commits of sources that are asked for contents: what is new has to be read first.
struct ContentUpdates: CommitObserver {
    let engine: EngineReference

    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        guard collection.source.contents != nil, collection.queries.isFilled else { return }
        let items = change.patch.patch.itemsWithNewContent
        guard !items.isEmpty else { return }
        engine()?.readFields(of: items, in: collection)
    }
}

extension GridEngine {
    /// Reads contents, and sets fields by them. If the source fails, the fields stay until the next change.
    fileprivate func readFields(of items: [ItemOrdinal], in collection: LiveCollection) {
        let known = collection.state.withLock { state in items.map { state.known(of: $0) } }
        ContentReading.begin(known, of: collection, cancellation: closing) { answer in
            guard let contents = try? answer.get() else { return }
            self.commits.perform {
                self.commits.announce(collection.showFields(of: Set(items), contents), of: collection)
            }
        }
    }
}
