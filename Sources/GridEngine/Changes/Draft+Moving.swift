import CollectionModel

/// Where a source lets items land.
extension Draft {
    /// The place where an item would really land: the source may lead it elsewhere than proposed.
    /// - Throws: `.invalid` when there is no such place.
    func target(forMoving item: ItemOrdinal, toAfter proposed: IndexPath) throws(GridError) -> IndexPath {
        try snapshot.checkPlace(proposed, forMoving: item)
        let own = snapshot.indexPath(of: item)?.section
        let sections = moveSections { snapshot.numberOfItems(inSection: $0) - ($0 == own ? 1 : 0) }
        return target(forMoving: item, toAfter: proposed, among: sections)
    }

    /// The same among `sections`, which are counted without the items that move. `proposed` exists.
    func target(
        forMoving item: ItemOrdinal, toAfter proposed: IndexPath, among sections: [MoveSection]
    ) -> IndexPath {
        target(forMoving: name(of: item), toAfter: proposed, among: sections)
    }

    private func target(
        forMoving name: String, toAfter proposed: IndexPath, among sections: [MoveSection]
    ) -> IndexPath {
        let proposal = MoveTarget(section: sections[proposed.section].id, item: proposed.item)
        let target = collection.source.target(forMoving: name, proposed: proposal, sections: sections)
        // Mostly where it was proposed: there may be many sections.
        let section =
            target.section == proposal.section
            ? proposed.section : sections.firstIndex(where: { $0.id == target.section })
        guard let section else { return proposed }
        return IndexPath(section, min(max(0, target.item), sections[section].count))
    }

    /// Asks the source about every item that a patch moves: whether it may be picked up, and whether it may land there. O(moves),
    /// and O(k log n) for k operations where sections change.
    /// - Throws: `.refused` for the first that may not.
    func permitMoves(of patch: Patch) throws(GridError) {
        guard !patch.moves.isEmpty, collection.source.abilities.stored == nil else { return }
        guard collection.source.capabilities.move else { throw .refused(.orderFixed(collection.source.title)) }
        var sections = try sections(after: patch)
        for move in patch.moves {
            let name = name(of: move.item)
            if case .refused(let reason) = collection.source.mayMove(name, by: author) { throw .refused(reason) }
            // A source counts the other items.
            sections[move.toAfter.section].count -= 1
            let target = target(forMoving: name, toAfter: move.toAfter, among: sections)
            sections[move.toAfter.section].count += 1
            guard target == move.toAfter else {
                throw .refused(.moveRefused(name, to: move.toAfter, title: collection.source.title))
            }
        }
    }

    /// The sections once a patch is applied, as a source sees them.
    private func sections(after patch: Patch) throws(GridError) -> [MoveSection] {
        guard patch.deleteSections.isEmpty, patch.insertSections.isEmpty, patch.moveSections.isEmpty else {
            var after = snapshot
            do throws(PatchError) { try after.apply(patch) } catch { throw .conflict(.changeInapplicable) }
            return (0..<after.numberOfSections).map { index in
                MoveSection(id: name(of: after.section(at: index)), count: after.numberOfItems(inSection: index))
            }
        }
        var counts = snapshot.itemCounts
        for delete in patch.deletes { counts[delete.from.section] -= 1 }
        for move in patch.moves {
            counts[move.from.section] -= 1
            counts[move.toAfter.section] += 1
        }
        for insert in patch.inserts { counts[insert.at.section] += 1 }
        return moveSections { counts[$0] }
    }

    /// The draft's sections as a source sees them that is asked where a move goes. `count` returns the number of items of a
    /// section, by its index.
    func moveSections(count: (Int) -> Int) -> [MoveSection] {
        let names = collection.state.withLock { $0.sections }
        return (0..<snapshot.numberOfSections).map { index in
            let ordinal = snapshot.section(at: index).rawValue
            return MoveSection(id: newSections[ordinal] ?? names[ordinal], count: count(index))
        }
    }
}

extension Snapshot {
    /// The number of places in a section once `item` has landed in it.
    private func placesAfterMove(of item: ItemOrdinal, inSection section: Int) -> Int {
        let count = numberOfItems(inSection: section)
        return indexPath(of: item)?.section == section ? count : count + 1
    }

    /// - Throws: `.invalid` unless `place` can be an item's place after its move.
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
