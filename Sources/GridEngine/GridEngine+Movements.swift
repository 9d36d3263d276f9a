import CollectionModel

extension GridEngine {
    private static let movementLimit = 10_000

    /// Picks an item up: `.refused` when its source does not let it move. Nobody else sees anything before the end.
    package func beginMovement(
        of item: String, in id: String
    ) throws(GridError) -> (movement: String, from: IndexPath) {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        try permitMove(of: item, in: collection)
        let name = ViewerName(rawValue: UInt64.random(in: 1...UInt64.max)).description
        let isAdded = movements.withLock { movements in
            guard movements.count < Self.movementLimit else { return false }
            movements[name] = Movement(collection: collection, item: ordinal, lastWord: clock.now)
            return true
        }
        guard isAdded else { throw .tooMany("movements") }
        let from = try collection.withOpenState { (state) throws(GridError) in state.snapshot.indexPath(of: ordinal) }
        guard let from else { throw .notFound(.item, id: item) }
        return (name, from)
    }

    /// Proposes a place (after the move); answers where the item would really land.
    package func updateMovement(
        _ name: String, in id: String, toAfter proposed: IndexPath
    ) throws(GridError) -> IndexPath {
        let movement = try movement(name, in: id)
        let snapshot = movement.collection.state.withLock { $0.snapshot }
        guard snapshot.indexPath(of: movement.item) != nil else {
            try cancelMovement(name, in: id)
            throw .conflict("the item is no longer in the collection")
        }
        let target = try retarget(movement.item, toAfter: proposed, in: movement.collection, snapshot)
        movements.withLock {
            $0[name]?.destination = snapshot.destination(ofMoving: movement.item, toAfter: target)
            $0[name]?.lastWord = clock.now
        }
        return target
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
                        throw .conflict("the item is no longer in the collection")
                    }
                    guard let destination = movement.destination else { return Patch() }
                    guard let place = draft.snapshot.place(of: destination, forMoving: movement.item) else {
                        throw .conflict("the section is no longer in the collection")
                    }
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
            throw .refused(reason: "The order of \(collection.source.title) cannot be changed.")
        }
        if case .refused(let reason) = collection.source.mayMove(item) { throw .refused(reason: reason) }
    }

    /// Asks the source where a move really goes; checks that the place is there.
    func retarget(
        _ item: ItemOrdinal, toAfter proposed: IndexPath, in collection: LiveCollection, _ snapshot: Snapshot
    ) throws(GridError) -> IndexPath {
        try snapshot.checkPlace(proposed, forMoving: item)
        let (name, sections) = collection.state.withLock { state in
            let sections = (0..<snapshot.numberOfSections).map { index in
                MoveSection(
                    id: state.sections[snapshot.section(at: index).rawValue],
                    count: snapshot.placesAfterMove(of: item, inSection: index) - 1)
            }
            return (state.items[item.rawValue], sections)
        }
        let proposal = MoveTarget(section: sections[proposed.section].id, item: proposed.item)
        let target = collection.source.target(forMoving: name, proposed: proposal, sections: sections)
        guard let section = sections.firstIndex(where: { $0.id == target.section }) else { return proposed }
        return IndexPath(section, min(max(0, target.item), sections[section].count))
    }
}

extension Snapshot {
    /// Throws unless `place` can be an item's place after its move.
    func checkPlace(_ place: IndexPath, forMoving item: ItemOrdinal) throws(GridError) {
        guard (0..<numberOfSections).contains(place.section) else {
            throw .invalid(pointer: "/to/0", detail: "there are \(numberOfSections) sections")
        }
        let places = placesAfterMove(of: item, inSection: place.section)
        guard (0..<places).contains(place.item) else {
            throw .invalid(
                pointer: "/to/1", detail: "section \(place.section) has \(places) places after the move, from 0")
        }
    }
}
