import GridEngine
import Synchronization

/// The changes of the collections of a server, on their way to those who follow them and back to their sources.
final class Deliveries: EngineFeature {
    private struct Receiver {
        var changes: Broadcast<CollectionChange>
        var demand: Broadcast<ItemDemand>
        /// The identifiers of items in view, by flat indices.
        var names: @Sendable ([Range<Int>]) -> Set<String>
        var delivery: Delivery?
        /// The items in view that were reported last.
        var visible: Set<String> = []
    }

    private let store: (any ChangeStore)?
    private let receivers = Mutex<[String: Receiver]>([:])
    private let surroundings = Mutex<EngineSurroundings?>(nil)

    init(store: (any ChangeStore)?) { self.store = store }

    /// Takes the engine's surroundings. The engine calls it once.
    func meet(_ surroundings: EngineSurroundings) -> Deliveries {
        self.surroundings.withLock { $0 = surroundings }
        return self
    }

    /// Adds a collection. Call it before the collection is added to the engine.
    /// - Parameters:
    ///   - id: the collection's.
    ///   - changes: those who follow its changes.
    ///   - demand: those who follow what viewers need.
    ///   - source: receives what is written back; `nil` where nothing is.
    ///   - takeBack: takes back a change that the source has refused; `false` where that is not possible.
    ///   - readAgain: has the source read again.
    ///   - names: the identifiers of items, by their flat indices.
    func add(
        _ id: String, changes: Broadcast<CollectionChange>, demand: Broadcast<ItemDemand>,
        writesBackTo source: (any CollectionMoving)?,
        takeBack: @escaping @Sendable (CollectionChange, CollectionError) async throws -> Bool,
        readAgain: @escaping @Sendable () -> Void,
        names: @escaping @Sendable ([Range<Int>]) -> Set<String>
    ) {
        let delivery = source.map { source in
            Delivery(of: id, store: store, takeBack: takeBack, readAgain: readAgain) {
                try await source.didCommit($0)
            }
        }
        receivers.withLock {
            $0[id] = Receiver(changes: changes, demand: demand, names: names, delivery: delivery)
        }
    }

    func collection(_ collection: EngineCollection, didRestore changes: [CommittedChange]) {
        guard let delivery = receiver(of: collection)?.delivery else { return }
        delivery.restore(changes, at: collection.head.version)
    }

    func collectionDidOpen(_ collection: EngineCollection) {
        receiver(of: collection)?.delivery?.open(at: collection.head.version)
    }

    func collection(_ collection: EngineCollection, didCommit change: CommittedChange) {
        guard let receiver = receiver(of: collection) else { return }
        if change.isOfSource { receiver.delivery?.pass(change.patch.to) }
        let isDelivered = receiver.delivery != nil && !change.isOfSource
        // A source that lists a million new items would make as many operations for nobody.
        guard isDelivered || receiver.changes.isWanted else { return }
        let named = CollectionChange(change)
        receiver.changes.send(named)
        if isDelivered { receiver.delivery?.append(named) }
    }

    /// The changes of a collection that its source has not taken over yet.
    func pending(of id: String) -> [CollectionChange] {
        receivers.withLock { $0[id] }?.delivery?.pending ?? []
    }

    func describe(_ collection: EngineCollection, in summary: inout CollectionSummary) {
        guard summary.problem == nil, let trouble = receiver(of: collection)?.delivery?.trouble else { return }
        summary.problem = trouble
    }

    var madePictures: Int { 0 }

    /// Tells what is in view, where that is other items than before.
    func tick() {
        let wanted = receivers.withLock { $0.filter { $0.value.demand.isWanted } }
        guard !wanted.isEmpty, let surroundings = surroundings.withLock({ $0 }) else { return }
        let views = surroundings.views { wanted[$0.id] != nil }
        for (id, receiver) in wanted {
            let visible = receiver.names(views[id] ?? [])
            guard visible != receiver.visible else { continue }
            receivers.withLock { $0[id]?.visible = visible }
            receiver.demand.send(.visible(visible))
        }
    }

    func close() {
        for receiver in receivers.withLock({ Array($0.values) }) {
            receiver.changes.close()
            receiver.demand.close()
            receiver.delivery?.close()
        }
    }

    private func receiver(of collection: EngineCollection) -> Receiver? {
        receivers.withLock { $0[collection.id] }
    }
}
