extension Snapshot {
    /// Applies a batch update, all of it or nothing.
    /// - Returns: its patch.
    /// - Throws: what contradicts what.
    /// - Complexity: O(k log n) for k operations; a deleted or moved section counts its items.
    public mutating func apply(_ update: BatchUpdate) throws(BatchUpdateError) -> Patch {
        let patch = try patch(for: update)
        replay(patch)
        return patch
    }

    /// The patch of a batch update; nothing changes.
    /// - Throws: what contradicts what.
    public func patch(for update: BatchUpdate) throws(BatchUpdateError) -> Patch {
        try BatchPlan(update, on: self, allowsMovesOutOfDeletedSections: false).makePatch()
    }

    /// Applies a patch that was made for this order.
    /// - Throws: when it was made for another; then nothing changes.
    public mutating func apply(_ patch: Patch) throws(PatchError) {
        try check(patch)
        replay(patch)
    }

    /// Moves one item to a place counted after the move.
    /// - Throws: when there is no such item or place.
    public mutating func move(_ item: ItemOrdinal, toAfter place: IndexPath) throws(BatchUpdateError) -> Patch {
        guard let from = indexPath(of: item) else { throw .unknownItem(item, .init(.moves, 0)) }
        return try apply(BatchUpdate(moves: [.init(fromBefore: from, toAfter: place)]))
    }

    private func check(_ patch: Patch) throws(PatchError) {
        var batch = BatchUpdate()
        let deleted = Set(patch.deleteSections.map(\.from))
        batch.deletesBefore = patch.deletes.map(\.from)
        batch.inserts = patch.inserts.map { .init(atAfter: $0.at, item: $0.item) }
        batch.moves = patch.moves.map { .init(fromBefore: $0.from, toAfter: $0.toAfter) }
        batch.deleteSectionsBefore = patch.deleteSections.map(\.from)
        batch.insertSections = patch.insertSections.map { .init(atAfter: $0.at, section: $0.section) }
        batch.moveSections = patch.moveSections.map { .init(fromBefore: $0.from, toAfter: $0.toAfter) }
        let plan: BatchPlan
        do throws(BatchUpdateError) {
            plan = try BatchPlan(batch, on: self, allowsMovesOutOfDeletedSections: true)
        } catch {
            throw .contradiction(error)
        }
        for delete in patch.deletes where item(at: delete.from) != delete.item { throw .otherItem(delete.from) }
        for move in patch.moves where item(at: move.from) != move.item { throw .otherItem(move.from) }
        for delete in patch.deleteSections where section(at: delete.from) != delete.section {
            throw .otherSection(delete.from)
        }
        for move in patch.moveSections where section(at: move.from) != move.section { throw .otherSection(move.from) }
        for section in deleted {
            let mentioned = PathMap.range(of: section, in: plan.takes.map(\.path)).count
            if mentioned < numberOfItems(inSection: section) { throw .forgottenItem(IndexPath(section, mentioned)) }
        }
        // Reinserting what is deleted is a move in a patch that is canonical.
        for insert in patch.inserts where indexPath(of: insert.item) != nil { throw .otherItem(insert.at) }
        for insert in patch.insertSections where index(of: insert.section) != nil { throw .otherSection(insert.at) }
    }
}

extension Snapshot {
    /// Moves the item at one flat index to another, counted after the move. Within one section only; O(log n).
    package mutating func move(fromFlat from: Int, toFlatAfter place: Int) {
        precondition(
            indexPath(forFlat: from).section == indexPath(forFlat: place).section,
            "\(from) and \(place) lie in two sections")
        change { _, tree in
            let item = tree.remove(at: from, forgetting: false)
            tree.insert(item, at: place)
        }
    }
}
