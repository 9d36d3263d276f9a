import CollectionModel
import Prefetching

extension GridEngine {
    /// Maximum number of movements at the same time.
    private static let movementLimit = 10_000
    /// When there are too many, one that was not seen for this time gives its place to a new one.
    private static let movementRest = Duration.seconds(1)

    /// Picks an item up. No other viewer sees anything before the end.
    /// - Returns: the movement's name, and where the item is.
    /// - Throws: `.refused` when the source does not allow the item to be moved, `.notFound`, `.tooMany`, `.opening`.
    package func beginMovement(
        of item: String, in id: String
    ) throws(GridError) -> (movement: String, from: IndexPath) {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        try collection.permitMove(of: item)
        let name = Movement.makeName()
        let now = clock.now
        let isAdded = movements.withLock { movements in
            if movements.count >= Self.movementLimit {
                // Whoever drags is seen again and again: what was not seen for a while is forgotten, or somebody's flood.
                guard let oldest = movements.min(by: { $0.value.lastSeen < $1.value.lastSeen }),
                    now - oldest.value.lastSeen >= Self.movementRest
                else { return false }
                movements[oldest.key] = nil
            }
            movements[name] = Movement(collection: collection, item: ordinal, lastSeen: now)
            return true
        }
        guard isAdded else { throw .tooMany(.movements, limit: Self.movementLimit) }
        let from = try collection.withOpenState { (state) throws(GridError) in state.snapshot.indexPath(of: ordinal) }
        guard let from else { throw .notFound(.item, id: item) }
        return (name, from)
    }

    /// Proposes a place for the item.
    /// - Parameters:
    ///   - name: the movement's.
    ///   - id: the collection's identifier.
    ///   - proposed: the item's place after the move.
    ///   - version: the version that `proposed` counts in; `nil` for the newest.
    /// - Returns: where the item would really land, and the version that this place counts in.
    /// - Throws: `.invalid` when there is no such place, `.conflict` when the item or the place is gone, `.notFound`.
    package func updateMovement(
        _ name: String, in id: String, toAfter proposed: IndexPath, version: Int? = nil
    ) throws(GridError) -> (target: IndexPath, version: Int) {
        let movement = try movement(name, in: id)
        let draft = Draft(of: movement.collection)
        guard draft.snapshot.contains(movement.item) else {
            try cancelMovement(name, in: id)
            throw .conflict(.itemGone(movement.collection.itemID(movement.item)))
        }
        let place = try draft.place(of: movement.item, toAfter: proposed, inVersion: version)
        let target = try draft.target(forMoving: movement.item, toAfter: place)
        movements.withLock {
            $0[name]?.proposal = Movement.Proposal(version: draft.version, toAfter: target)
            $0[name]?.lastSeen = clock.now
        }
        return (target, draft.version)
    }

    /// Lands the item at the place proposed last. A movement without a proposal changes nothing.
    /// - Throws: `.notFound` when there is no such movement. What is refused later goes to `completion`.
    package func endMovement(
        _ name: String, in id: String, options: ChangeOptions = .none,
        completion: @escaping @Sendable (Result<CommittedChange, GridError>) -> Void
    ) throws(GridError) {
        let movement = try movement(name, in: id)
        movements.withLock { _ = $0.removeValue(forKey: name) }
        commits.submit(
            CommitQueue.Job(
                collection: movement.collection, options: options,
                change: { (draft) throws(GridError) in
                    guard draft.snapshot.indexPath(of: movement.item) != nil else {
                        throw .conflict(.itemGone(draft.name(of: movement.item)))
                    }
                    guard let proposal = movement.proposal else { return Patch() }
                    let place = try draft.place(
                        of: movement.item, toAfter: proposal.toAfter, inVersion: proposal.version)
                    return try draft.move(movement.item, toAfter: place)
                }, completion: completion))
    }

    /// Lets the item go where it is.
    /// - Throws: `.notFound` when there is no such movement.
    package func cancelMovement(_ name: String, in id: String) throws(GridError) {
        _ = try movement(name, in: id)
        movements.withLock { _ = $0.removeValue(forKey: name) }
    }

    private func movement(_ name: String, in id: String) throws(GridError) -> Movement {
        guard let movement = movements.withLock({ $0[name] }), movement.collection.id == id else {
            throw .notFound(.movement, id: name)
        }
        return movement
    }
}
