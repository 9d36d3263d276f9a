import CollectionModel

/// Permissions of a collection's source.
extension LiveCollection {
    /// - Throws: `.refused` when the item may not be picked up.
    func permitMove(of item: String, by author: ChangeAuthor) throws(GridError) {
        guard source.capabilities.move else { throw .refused(.orderFixed(source.title)) }
        if case .refused(let reason) = source.mayMove(item, by: author) { throw .refused(reason) }
    }

    /// Checks what a batch asks for, before its turn comes.
    /// - Throws: `.unsupported` when the collection cannot do it at all.
    func permit(_ batch: NamedBatch) throws(GridError) {
        try permit(
            inserts: !batch.inserts.isEmpty || !batch.insertSections.isEmpty,
            deletes: !batch.places.deletesBefore.isEmpty || !batch.places.deleteSectionsBefore.isEmpty,
            moves: !batch.places.moves.isEmpty || !batch.places.moveSections.isEmpty)
    }

    /// - Throws: `.unsupported` when the collection cannot do at all what a patch does.
    func permit(_ patch: Patch) throws(GridError) {
        try permit(
            inserts: !patch.inserts.isEmpty || !patch.insertSections.isEmpty,
            deletes: !patch.deletes.isEmpty || !patch.deleteSections.isEmpty,
            moves: !patch.moves.isEmpty || !patch.moveSections.isEmpty)
    }

    private func permit(inserts: Bool, deletes: Bool, moves: Bool) throws(GridError) {
        let capabilities = source.capabilities
        if inserts, !capabilities.insert { throw .unsupported(.insertsUnsupported(source.title)) }
        if deletes, !capabilities.delete { throw .unsupported(.deletesUnsupported(source.title)) }
        if moves, !capabilities.move { throw .unsupported(.orderFixed(source.title)) }
    }
}
