import CollectionModel
import Prefetching

extension GridEngine {
    private static let movementLimit = 10_000

    /// Picks an item up: `.refused` when its source does not let it move. Nobody else sees anything before the end.
    package func beginMovement(
        of item: String, in id: String
    ) throws(GridError) -> (movement: String, from: IndexPath) {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        try permitMove(of: item, in: collection)
        let name = ViewerID.random().description
        let isAdded = movements.withLock { movements in
            guard movements.count < Self.movementLimit else { return false }
            movements[name] = Movement(collection: collection, item: ordinal, lastWord: clock.now)
            return true
        }
        guard isAdded else { throw .tooMany(.movements, limit: Self.movementLimit) }
        let from = try collection.withOpenState { (state) throws(GridError) in state.snapshot.indexPath(of: ordinal) }
        guard let from else { throw .notFound(.item, id: item) }
        return (name, from)
    }

    /// Proposes a place.
    /// - Parameters:
    ///   - name: the movement.
    ///   - id: the collection's identifier.
    ///   - proposed: a place after the move.
    ///   - version: the version of `proposed`; `nil` for the newest.
    /// - Returns: the place where the item would land, and its version.
    /// - Throws: `.notFound` when the movement has ended, `.invalid` for a place that does not exist.
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
        let target = try retarget(movement.item, toAfter: place, draft)
        movements.withLock {
            $0[name]?.proposal = Movement.Proposal(version: draft.version, toAfter: target)
            $0[name]?.lastWord = clock.now
        }
        return (target, draft.version)
    }

    /// Lands the item. A movement that was given no place changes nothing.
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

    /// Asks the source whether an item may be picked up.
    func permitMove(of item: String, in collection: LiveCollection) throws(GridError) {
        guard collection.source.capabilities.move else {
            throw .refused(.orderFixed(collection.source.title))
        }
        if case .refused(let reason) = collection.source.mayMove(item) { throw .refused(reason) }
    }

    /// Asks the source where a move really goes; checks that the place is there.
    func retarget(
        _ item: ItemOrdinal, toAfter proposed: IndexPath, _ draft: Draft
    ) throws(GridError) -> IndexPath {
        try draft.snapshot.checkPlace(proposed, forMoving: item)
        let own = draft.snapshot.indexPath(of: item)?.section
        let sections = draft.moveSections {
            draft.snapshot.numberOfItems(inSection: $0) - ($0 == own ? 1 : 0)
        }
        let proposal = MoveTarget(section: sections[proposed.section].id, item: proposed.item)
        let target = draft.collection.source.target(
            forMoving: draft.name(of: item), proposed: proposal, sections: sections)
        guard let section = sections.firstIndex(where: { $0.id == target.section }) else { return proposed }
        return IndexPath(section, min(max(0, target.item), sections[section].count))
    }
}

extension Snapshot {
    /// Throws unless `place` can be an item's place after its move.
    func checkPlace(_ place: IndexPath, forMoving item: ItemOrdinal) throws(GridError) {
        guard (0..<numberOfSections).contains(place.section) else {
            throw .invalid(.targetSection, .sectionOutside(self))
        }
        let places = placesAfterMove(of: item, inSection: place.section)
        guard (0..<places).contains(place.item) else {
            throw .invalid(.targetItem, .placeOutside(section: place.section, places: places))
        }
    }
}
