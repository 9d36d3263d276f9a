import CollectionModel
import GridEngine

extension CollectionChange {
    /// A change of the engine, with names in the place of ordinals.
    init(_ change: CommittedChange) {
        let (names, patch) = (change.identities, change.patch.patch)
        var operations: [Operation] = []
        operations.reserveCapacity(patch.count)
        operations += patch.deletes.map { .delete(names.itemID($0.item), from: Path($0.from)) }
        operations += patch.inserts.map { .insert(names.itemID($0.item), at: Path($0.at)) }
        operations += patch.moves.map { move in
            .move(
                names.itemID(move.item), from: Path(move.from), to: Path(move.toAfter),
                section: change.section(ofMoveTo: move.toAfter))
        }
        operations += patch.reloads.map { .reload(names.itemID($0)) }
        operations += patch.reconfigures.map { .reconfigure(names.itemID($0)) }
        operations += patch.deleteSections.map { .deleteSection(names.section($0.section).id, from: $0.from) }
        operations += patch.insertSections.map { .insertSection(names.section($0.section).id, at: $0.at) }
        operations += patch.moveSections.map {
            .moveSection(names.section($0.section).id, from: $0.from, to: $0.toAfter)
        }
        operations += patch.reconfigureSections.map { section in
            let named = names.section(section)
            return .renameSection(named.id, title: named.title)
        }
        self.init(
            from: change.patch.from, to: change.patch.to, isOfSource: change.isOfSource, author: change.author,
            operations: operations)
    }
}

extension CollectionChange.Path {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
}
