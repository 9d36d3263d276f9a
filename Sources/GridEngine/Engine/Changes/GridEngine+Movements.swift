import CollectionModel
import Prefetching

extension GridEngine {
    /// Maximum number of movements at the same time.
    static let movementLimit = 10_000

    /// Picks an item up for an author, in the share of `client`. No other viewer sees anything before the end.
    /// - Returns: the movement's name, and where the item is.
    /// - Throws: `.refused` when the source does not allow the item to be moved, `.notFound`, `.tooMany`, `.shareUsed`, `.opening`.
    package func beginMovement(
        of item: String, in id: String, by author: ChangeAuthor = .nobody, for client: Client? = nil
    ) throws(GridError) -> (movement: String, from: IndexPath) {
        let served = try served(id)
        let collection = served.collection
        let ordinal = try movable(item, in: collection, by: author)
        let from = try collection.withOpenState { (state) throws(GridError) in
            state.snapshot(of: served.order).indexPath(of: ordinal)
        }
        guard let from else { throw .notFound(.item, id: item) }
        if case .result(let number) = served.order { _ = try Draft(of: collection).result(number) }
        let name = RandomName.make()
        let movement = Movement(
            collection: collection, order: served.order, item: ordinal, client: client, lastSeen: clock.now)
        if let refusal = movements.withLock({ $0.add(movement, named: name) }) { throw refusal.error(.movements) }
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
        let landing = try draft.landing(of: movement.item, toAfter: proposed, inVersion: version, of: movement.order)
        let proposal = Movement.Proposal(version: draft.version, toAfter: landing.toAfter)
        movements.withLock { $0.propose(proposal, for: name, at: clock.now) }
        return (landing.target, landing.version)
    }

    /// Where an item would land, if it may be moved at all. Nothing begins, and nothing has to be ended.
    /// - Parameters:
    ///   - item: its identifier.
    ///   - id: the collection's identifier, or the name of a result.
    ///   - proposed: the item's place after the move.
    ///   - version: the version that `proposed` counts in; `nil` for the newest.
    ///   - author: who would move it.
    /// - Returns: where the item would really land, and the version that this place counts in.
    /// - Throws: `.refused` when the source does not allow the item to be moved, `.invalid` when there is no such place, `.conflict`
    ///   when the place is gone, `.notFound`, `.opening`.
    package func target(
        ofMoving item: String, in id: String, toAfter proposed: IndexPath, version: Int? = nil,
        by author: ChangeAuthor = .nobody
    ) throws(GridError) -> (target: IndexPath, version: Int) {
        let served = try served(id)
        let ordinal = try movable(item, in: served.collection, by: author)
        let draft = Draft(of: served.collection)
        guard draft.snapshot.contains(ordinal) else { throw .notFound(.item, id: item) }
        let landing = try draft.landing(of: ordinal, toAfter: proposed, inVersion: version, of: served.order)
        return (landing.target, landing.version)
    }

    /// An item that its source lets be moved.
    private func movable(
        _ item: String, in collection: LiveCollection, by author: ChangeAuthor
    ) throws(GridError) -> ItemOrdinal {
        let ordinal = try collection.ordinal(of: item)
        try collection.permitMove(of: item, by: author)
        return ordinal
    }

    /// Lands the item at the place proposed last. A movement without a proposal changes nothing.
    /// - Throws: `.notFound` when there is no such movement. What is refused later goes to `completion`.
    package func endMovement(
        _ name: String, in id: String, options: ChangeOptions = .none,
        completion: @escaping @Sendable (Result<CommittedChange, GridError>) -> Void
    ) throws(GridError) {
        guard let movement = try? movement(name, in: id) else {
            try answerAgain(name, in: id, options: options, completion: completion)
            return
        }
        movements.withLock { $0.remove(name) }
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
                    let members = draft.movedMembers(with: movement.item, in: movement.order)
                    for member in members where member != movement.item {
                        try movement.collection.permitMove(of: draft.name(of: member), by: options.author)
                    }
                    return try draft.move(movement.item, with: members, toAfter: place)
                }, completion: completion))
    }

    /// A movement that has ended answers once more where the request's key is known; the queue knows the keys.
    private func answerAgain(
        _ name: String, in id: String, options: ChangeOptions,
        completion: @escaping @Sendable (Result<CommittedChange, GridError>) -> Void
    ) throws(GridError) {
        guard options.idempotencyKey != nil else { throw .notFound(.movement, id: name) }
        commits.submit(
            CommitQueue.Job(
                collection: try served(id).collection, options: options,
                change: { (_) throws(GridError) in throw .notFound(.movement, id: name) }, completion: completion))
    }

    /// Lets the item go where it is.
    /// - Throws: `.notFound` when there is no such movement.
    package func cancelMovement(_ name: String, in id: String) throws(GridError) {
        _ = try movement(name, in: id)
        movements.withLock { $0.remove(name) }
    }

    private func movement(_ name: String, in id: String) throws(GridError) -> Movement {
        guard let movement = movements.withLock({ $0[name] }), (try? served(id).collection) === movement.collection
        else {
            throw .notFound(.movement, id: name)
        }
        return movement
    }
}

extension Draft {
    /// Where an item would land in an order.
    /// - Returns: `toAfter`: its place in the collection; `target`: the one in the order, in `version` of that.
    fileprivate func landing(
        of item: ItemOrdinal, toAfter proposed: IndexPath, inVersion version: Int?, of order: OrderID
    ) throws(GridError) -> (toAfter: IndexPath, target: IndexPath, version: Int) {
        let place = try place(of: item, toAfter: proposed, inVersion: version, of: order)
        let target = try target(forMoving: item, toAfter: place)
        guard case .result(let number) = order else { return (target, target, self.version) }
        // Where the source leads the item elsewhere, it stays where it is in the result until it has landed.
        let result = try result(number)
        let shown = target == place ? proposed : result.snapshot.indexPath(of: item) ?? proposed
        return (target, shown, result.version)
    }
}
