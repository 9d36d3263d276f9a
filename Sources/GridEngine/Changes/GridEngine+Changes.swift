import CollectionModel
import JSONText

extension GridEngine {
    package typealias ChangeCompletion = @Sendable (Result<CommittedChange, GridError>) -> Void

    /// Moves one item. The source is asked for permission and for the target as in an interactive move.
    /// - Parameters:
    ///   - item: its identifier.
    ///   - id: the collection's identifier.
    ///   - place: the item's place after the move.
    ///   - version: the version of `place`; `nil` for the newest when the change is made.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: when the move is refused before it is queued.
    package func move(
        _ item: String, in id: String, toAfter place: IndexPath, version: Int? = nil, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        try permitMove(of: item, in: collection)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            guard draft.snapshot.contains(ordinal) else { throw .notFound(.item, id: item) }
            let place = try draft.place(of: ordinal, toAfter: place, inVersion: version)
            let target = try self.retarget(ordinal, toAfter: place, draft)
            return try draft.move(ordinal, toAfter: target)
        }
    }

    /// A batch update, all or nothing.
    package func batch(
        _ batch: NamedBatch, in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        try collection.permit(batch)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let patch = try draft.patch(for: batch)
            try self.permit(patch, of: draft)
            return try draft.record(patch)
        }
    }

    /// Brings a collection to an order that is given whole; the patch is the smallest that does.
    package func replace(
        with order: NamedOrder, in id: String, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let patch = try draft.patch(to: order)
            try collection.permit(patch)
            try self.permit(patch, of: draft)
            return try draft.record(patch)
        }
    }

    /// Changes an item's attributes by an RFC 7396 merge patch: a reconfigure.
    package func patchAttributes(
        of item: String, in id: String, _ mergePatch: JSONObject, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        if let rating = mergePatch["rating"], rating != .null {
            let ratings = collection.source.capabilities.rate
            guard case .string(let text) = rating, ratings.contains(text) else {
                throw .invalid(.rating, .ratingUnknown(ratings))
            }
        }
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let ordinal = try draft.ordinal(of: item)
            let attributes = draft.overlay(of: ordinal).attributes
            let merged = attributes.composed(with: mergePatch)
            guard merged != attributes else { return Patch() }
            guard JSONValue.object(merged).encoded.count <= GivenItem.attributesLimitBytes else {
                throw .invalid(.attributes, .attributesTooLarge)
            }
            draft.show(.init(attributes: merged), of: ordinal)
            var patch = Patch()
            patch.reconfigures = [ordinal]
            return try draft.record(patch)
        }
    }

    /// Takes back the last change that was made through the interface, beside all that came since.
    package func undo(
        in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        submit(to: try collection(id), options, completion) { (draft) throws(GridError) in
            let (patch, reverse) = try draft.revertNewest(orThrow: .nothingToUndo) { $0.takeUndoable() }
            draft.history.append(redoable: reverse)
            return patch
        }
    }

    /// Makes the last change again that was taken back.
    package func redo(
        in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        submit(to: try collection(id), options, completion) { (draft) throws(GridError) in
            let (patch, reverse) = try draft.revertNewest(orThrow: .nothingToRedo) { $0.takeRedoable() }
            draft.history.append(undoable: reverse)
            return patch
        }
    }

    func submit(
        to collection: LiveCollection, _ options: ChangeOptions, _ completion: @escaping ChangeCompletion,
        change: @escaping @Sendable (inout Draft) throws(GridError) -> Patch
    ) {
        guard collection.state.withLock({ $0.isOpen }) else { return completion(.failure(.opening)) }
        commits.submit(
            CommitQueue.Job(collection: collection, options: options, change: change, completion: completion))
    }
}

// MARK: What may be done

extension GridEngine {
    /// Asks the source about every item that a patch moves: whether it may be picked up, and whether it may be put there.
    private func permit(_ patch: Patch, of draft: Draft) throws(GridError) {
        guard !patch.moves.isEmpty, !(draft.collection.source is any PostedSource) else { return }
        let after: Snapshot
        do {
            var snapshot = draft.snapshot
            try snapshot.apply(patch)
            after = snapshot
        } catch {
            throw .conflict(.changeInapplicable)
        }
        var sections = (0..<after.numberOfSections).map { index in
            MoveSection(id: draft.name(of: after.section(at: index)), count: after.numberOfItems(inSection: index))
        }
        for move in patch.moves {
            let name = draft.name(of: move.item)
            try permitMove(of: name, in: draft.collection)
            let place = move.toAfter.section
            let wanted = MoveTarget(section: sections[place].id, item: move.toAfter.item)
            // A source counts the others.
            sections[place].count -= 1
            let target = draft.collection.source.target(forMoving: name, proposed: wanted, sections: sections)
            sections[place].count += 1
            guard target == wanted else {
                throw .refused(.moveRefused(name, to: move.toAfter, title: draft.collection.source.title))
            }
        }
    }
}

extension LiveCollection {
    /// What a batch asks for, before its turn comes.
    fileprivate func permit(_ batch: NamedBatch) throws(GridError) {
        try permit(
            inserts: !batch.inserts.isEmpty || !batch.insertSections.isEmpty,
            deletes: !batch.places.deletesBefore.isEmpty || !batch.places.deleteSectionsBefore.isEmpty,
            moves: !batch.places.moves.isEmpty || !batch.places.moveSections.isEmpty)
    }

    fileprivate func permit(_ patch: Patch) throws(GridError) {
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

extension JSONObject {
    /// One merge patch for two, this one first. Keeps each `null`: it hides what lies below.
    func composed(with next: JSONObject) -> JSONObject {
        var result = self
        for member in next.members {
            if case .object? = result[member.name], case .object = member.value {
                result[member.name] = result[member.name]?.merging(member.value)
            } else {
                result[member.name] = member.value
            }
        }
        return result
    }
}
