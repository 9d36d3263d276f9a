import CollectionModel
import Prefetching

extension LoadRunner {
    /// Reports a load's step to the dashboards that watch; costs nothing when there are none.
    func note(
        _ kind: LifecycleStep.Kind, _ key: LoadKey, _ token: LoadToken, _ collection: LiveCollection,
        batch: LoadToken? = nil
    ) {
        guard lifecycle.isHeard else { return }
        let (id, flat) = collection.state.withLock {
            ($0.items[key.item], $0.snapshot.flatIndex(of: ItemOrdinal(rawValue: key.item)))
        }
        lifecycle.note(
            LifecycleStep(
                kind: kind, time: clock.now, item: id, flat: flat, load: token.rawValue, batch: batch?.rawValue,
                isPreview: key.isPreview),
            in: collection)
    }
}
