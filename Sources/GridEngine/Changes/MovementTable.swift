import CollectionModel
import Prefetching

/// The movements under way, by name.
struct MovementTable: Sendable {
    /// When there is no place, one that was not seen for this time gives its place to a new one.
    private static let rest = Duration.seconds(1)

    private var byName: [String: Movement] = [:]
    private var shares: ClientShares

    init(limit: Int) { shares = ClientShares(limit: limit) }

    var count: Int { byName.count }

    subscript(name: String) -> Movement? { byName[name] }

    /// Adds a movement. If no place is free, it replaces the one that was seen longest ago, unless that is recent: a page
    /// that drags sends updates all the time, so one without them was abandoned.
    /// - Returns: why there is no place for it; `nil` when it was added.
    mutating func add(_ movement: Movement, named name: String) -> ClientShares.Refusal? {
        if let refusal = shares.refusal(for: movement.client) {
            let oldest = byName.filter { refusal.isAbout($0.value.client) }
                .min { $0.value.lastSeen < $1.value.lastSeen }
            guard let oldest, movement.lastSeen - oldest.value.lastSeen >= Self.rest else { return refusal }
            remove(oldest.key)
        }
        byName[name] = movement
        shares.take(for: movement.client)
        return nil
    }

    /// Changes nothing when the movement has ended meanwhile.
    mutating func propose(_ proposal: Movement.Proposal, for name: String, at now: Instant) {
        byName[name]?.proposal = proposal
        byName[name]?.lastSeen = now
    }

    mutating func remove(_ name: String) {
        guard let movement = byName.removeValue(forKey: name) else { return }
        shares.giveBack(movement.client)
    }

    mutating func removeAll(where isOver: (Movement) -> Bool) {
        for (name, movement) in byName where isOver(movement) { remove(name) }
    }
}

/// An interactive movement between its pick-up and its end: one item, and where it would land.
struct Movement: Sendable {
    let collection: LiveCollection
    /// The order that its places count in.
    let order: OrderID
    let item: ItemOrdinal
    /// The client in whose share it counts; `nil` when in no client's.
    let client: Client?
    /// The newest place proposed; other changes may come before the end.
    var proposal: Proposal?
    /// When its page was last heard from.
    var lastSeen: Instant

    /// A place in the collection's own order.
    struct Proposal: Sendable {
        /// The version that the place counts in.
        var version: Int
        var toAfter: IndexPath
    }
}
