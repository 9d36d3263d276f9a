import CollectionModel
import Prefetching

extension LoadRunner {
    /// Reads the contents of items again, of which their source says that they are other ones. Until then they are shown as they were.
    func readAgain(_ items: [ItemOrdinal], in collection: LiveCollection) {
        guard let cache = collection.source.contents, !items.isEmpty else { return }
        let outdated = collection.state.withLock { state in
            items.map { (id: state.items[$0.rawValue], revision: state.revision(of: $0)) }
        }
        cache.outdate(outdated)
        let contents = items.map { LoadKey(collection: collection.number, item: $0.rawValue, rendition: 0).content }
        let effects = decide { state, actions in
            for key in contents { state.failures.forget(key) }
            state.scheduler.invalidate(contents, now: now, actions: &actions)
        }.effects
        carryOut(effects)
    }
}
