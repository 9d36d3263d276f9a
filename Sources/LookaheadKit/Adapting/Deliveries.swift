import GridEngine
import Synchronization

/// The changes of the collections of a server, on their way to those who follow them and back to their sources.
final class Deliveries: EngineFeature {
    private struct Receiver {
        var following: Following
        var delivery: Delivery?
    }

    private let store: (any ChangeStore)?
    private let receivers = Mutex<[String: Receiver]>([:])

    init(store: (any ChangeStore)?) { self.store = store }

    /// To be called before the collection is added to the engine.
    func add(_ following: Following, for id: String, writesBackTo source: (any CollectionMoving)?) {
        let delivery = source.map { source in
            Delivery(of: id, store: store) { try await source.didCommit($0) }
        }
        receivers.withLock { $0[id] = Receiver(following: following, delivery: delivery) }
    }

    func collection(_ collection: EngineCollection, didRestore changes: [CommittedChange]) {
        guard let delivery = receiver(of: collection)?.delivery else { return }
        delivery.restore(changes)
    }

    func collection(_ collection: EngineCollection, didCommit change: CommittedChange) {
        guard let receiver = receiver(of: collection) else { return }
        let isDelivered = receiver.delivery != nil && !change.isOfSource
        // A source that lists a million new items would make as many operations for nobody.
        guard isDelivered || receiver.following.isWanted else { return }
        let named = CollectionChange(change)
        receiver.following.send(named)
        if isDelivered { receiver.delivery?.append(named) }
    }

    func describe(_ collection: EngineCollection, in summary: inout CollectionSummary) {
        guard summary.problem == nil, let trouble = receiver(of: collection)?.delivery?.trouble else { return }
        summary.problem = trouble
    }

    var madePictures: Int { 0 }

    func tick() {}

    func close() {
        for receiver in receivers.withLock({ Array($0.values) }) {
            receiver.following.close()
            receiver.delivery?.close()
        }
    }

    private func receiver(of collection: EngineCollection) -> Receiver? {
        receivers.withLock { $0[collection.id] }
    }
}
