import CollectionModel

extension GridEngine {
    package typealias ChangeCompletion = @Sendable (Result<CommittedChange, GridError>) -> Void

    /// One move at once: permission and target are asked as for an interactive one.
    /// - Parameter place: the item's place after the move.
    package func move(
        _ item: String, in id: String, toAfter place: IndexPath, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        let ordinal = try collection.ordinal(of: item)
        try permitMove(of: item, in: collection)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            guard draft.snapshot.indexPath(of: ordinal) != nil else { throw .notFound(.item, id: item) }
            let target = try self.retarget(ordinal, toAfter: place, in: collection, draft.snapshot)
            return try draft.move(ordinal, toAfter: target)
        }
    }

    /// A batch update, all or nothing. `update` is made on the newest version, where the items' names are known.
    package func batch(
        in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion,
        update: @escaping @Sendable (Snapshot) throws(GridError) -> BatchUpdate
    ) throws(GridError) {
        let collection = try collection(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let update = try update(draft.snapshot)
            for move in update.moves {
                guard let item = draft.snapshot.itemIfPresent(at: move.fromBefore) else { continue }
                try self.permitMove(of: collection.itemID(item), in: collection)
            }
            do throws(BatchUpdateError) {
                let patch = try draft.snapshot.apply(update)
                draft.history.record(patch)
                return patch
            } catch {
                throw .contradictory(error)
            }
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
                throw .invalid(
                    pointer: "/attributes/rating", detail: "must be null or one of: \(ratings.joined(separator: ", "))")
            }
        }
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let ordinal = try draft.ordinal(of: item)
            var overlay = draft.overlay(of: ordinal)
            let merged = overlay.attributes.composed(with: mergePatch)
            guard merged != overlay.attributes else { return Patch() }
            guard JSONValue.object(merged).encoded.count <= 16_384 else {
                throw .invalid(pointer: "/attributes", detail: "an item's attributes may take 16 KiB")
            }
            overlay.attributes = merged
            overlay.changes += 1
            draft.overlays[ordinal] = overlay
            var patch = Patch()
            patch.reconfigures = [ordinal]
            return patch
        }
    }

    /// Takes the last change of the order back that was made here.
    package func undo(
        in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        submit(to: try collection(id), options, completion) { (draft) throws(GridError) in
            guard let patch = draft.history.undoable.popLast() else { throw .nothingToRevert }
            draft.history.redoable.append(patch)
            return try draft.apply(patch.inverted())
        }
    }

    /// Makes the last change again that was taken back.
    package func redo(
        in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        submit(to: try collection(id), options, completion) { (draft) throws(GridError) in
            guard let patch = draft.history.redoable.popLast() else { throw .nothingToRevert }
            draft.history.undoable.append(patch)
            return try draft.apply(patch)
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

extension Draft {
    /// Moves an item that is in the draft to its place after the move. O(log n).
    mutating func move(_ item: ItemOrdinal, toAfter place: IndexPath) throws(GridError) -> Patch {
        guard let from = snapshot.indexPath(of: item), from != place else { return Patch() }
        var update = BatchUpdate()
        update.moves = [BatchUpdate.Move(fromBefore: from, toAfter: place)]
        do throws(BatchUpdateError) {
            let patch = try snapshot.apply(update)
            history.record(patch)
            return patch
        } catch {
            throw .contradictory(error)
        }
    }

    /// Applies a patch that may not fit any more, because others have changed the collection since.
    mutating func apply(_ patch: Patch) throws(GridError) -> Patch {
        do {
            try snapshot.apply(patch)
            return patch
        } catch {
            throw .conflict("the collection has changed since: \(error)")
        }
    }
}

extension Snapshot {
    func itemIfPresent(at place: IndexPath) -> ItemOrdinal? {
        guard (0..<numberOfSections).contains(place.section),
            (0..<numberOfItems(inSection: place.section)).contains(place.item)
        else { return nil }
        return item(at: place)
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
