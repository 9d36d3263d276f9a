extension BatchPlan {
    /// The batch's patch, canonical.
    func makePatch() throws(BatchUpdateError) -> Patch {
        var patch = Patch()
        makeSectionOperations(&patch)
        let reinserted = makeItemOperations(&patch)
        try makeContentOperations(&patch, reinserted: reinserted)
        patch.sort()
        patch.dropIdleMoves()
        return patch
    }

    /// A section that is deleted and inserted again is a section that moved.
    private func makeSectionOperations(_ patch: inout Patch) {
        var deleted: [SectionOrdinal: Int] = [:]
        for index in deletedSections { deleted[snapshot.section(at: index)] = index }
        for insert in batch.insertSections {
            if let from = deleted.removeValue(forKey: insert.section) {
                patch.moveSections.append(.init(section: insert.section, from: from, toAfter: insert.atAfter))
            } else {
                patch.insertSections.append(.init(at: insert.atAfter, section: insert.section))
            }
        }
        patch.deleteSections = deleted.map { Patch.SectionDelete(from: $0.value, section: $0.key) }
        for move in batch.moveSections {
            patch.moveSections.append(
                .init(section: snapshot.section(at: move.fromBefore), from: move.fromBefore, toAfter: move.toAfter))
        }
    }

    /// An item that is deleted and inserted again is an item that moved and is to be reloaded.
    /// - Returns: these items.
    private func makeItemOperations(_ patch: inout Patch) -> [ItemOrdinal] {
        var reinserted: [ItemOrdinal] = []
        for put in puts {
            if let from = put.from {
                patch.moves.append(.init(item: put.item, from: from, toAfter: put.path))
            } else if let from = snapshot.indexPath(of: put.item) {
                patch.moves.append(.init(item: put.item, from: from, toAfter: put.path))
                reinserted.append(put.item)
            } else {
                patch.inserts.append(.init(at: put.path, item: put.item))
            }
        }
        let moved = Set(patch.moves.map(\.from))
        for take in takes where !moved.contains(take.path) && !deletedSections.contains(take.path.section) {
            patch.deletes.append(.init(from: take.path, item: snapshot.item(at: take.path)))
        }
        for section in deletedSections {
            let count = snapshot.numberOfItems(inSection: section)
            guard count > 0 else { continue }
            let start = snapshot.flatIndex(for: IndexPath(section, 0))
            snapshot.forEachItem(inFlat: start..<(start + count)) { _, path, item in
                if !moved.contains(path) { patch.deletes.append(.init(from: path, item: item)) }
            }
        }
        return reinserted
    }

    private func makeContentOperations(
        _ patch: inout Patch, reinserted: [ItemOrdinal]
    ) throws(BatchUpdateError) {
        var reloads = Set(reinserted)
        for (index, path) in batch.reloadsBefore.enumerated() {
            try checkBefore(path, .init(.reloads, index))
            guard !isDeleted(path) else { throw .deletedAndReloaded(path, .init(.reloads, index)) }
            reloads.insert(snapshot.item(at: path))
        }
        var reconfigures: Set<ItemOrdinal> = []
        lazy var inserted = Set(patch.inserts.map(\.item))
        for (index, item) in batch.reconfigures.enumerated() {
            if let path = snapshot.indexPath(of: item) {
                if !isDeleted(path) && !reloads.contains(item) { reconfigures.insert(item) }
            } else if !inserted.contains(item) {
                throw .unknownItem(item, .init(.reconfigures, index))
            }
        }
        patch.reloads = Array(reloads)
        patch.reconfigures = Array(reconfigures)
    }
}
