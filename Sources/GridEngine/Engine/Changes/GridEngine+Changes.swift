import CollectionModel
import JSONText

extension GridEngine {
    package typealias ChangeCompletion = @Sendable (Result<CommittedChange, GridError>) -> Void

    /// Moves one item: the source is asked for permission and target as in an interactive movement.
    /// - Parameters:
    ///   - item: its identifier.
    ///   - id: the identifier of the collection, or of a result of it in the collection's own order: then `place` counts in that.
    ///   - place: the item's place after the move.
    ///   - version: the version that `place` counts in; `nil` for the newest, whichever that is when the change's turn comes.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.opening`, `.refused`. What is refused later goes to `completion`.
    package func move(
        _ item: String, in id: String, toAfter place: IndexPath, version: Int? = nil, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        let collection = served.collection
        let ordinal = try collection.ordinal(of: item)
        try collection.permitMove(of: item, by: options.author)
        submit(to: collection, since: served.shared(version), options, completion) { (draft) throws(GridError) in
            guard draft.snapshot.contains(ordinal) else { throw .notFound(.item, id: item) }
            let place = try draft.place(of: ordinal, toAfter: place, inVersion: version, of: served.order)
            let members = draft.movedMembers(with: ordinal, in: served.order)
            for member in members where member != ordinal {
                try collection.permitMove(of: draft.name(of: member), by: options.author)
            }
            return try draft.move(
                ordinal, with: members, toAfter: draft.target(forMoving: ordinal, toAfter: place))
        }
    }

    /// A batch update, all or nothing.
    /// - Throws: `.notFound`, or `.unsupported` when the collection cannot do it. What is refused later goes to `completion`.
    package func batch(
        _ batch: NamedBatch, in id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        try collection.permit(batch)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let patch = try draft.patch(for: batch)
            try draft.permitMoves(of: patch)
            return try draft.record(patch)
        }
    }

    /// Replaces the whole order; the patch is the smallest that does.
    /// - Throws: `.notFound` when there is no such collection. What is refused later goes to `completion`.
    package func replace(
        with order: NamedOrder, in id: String, deletes: Deletes = .few, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            let patch = try draft.patch(to: order)
            try collection.permit(patch)
            try deletes.permit(patch.deletes.count, of: draft.snapshot.numberOfItems)
            try draft.permitMoves(of: patch)
            return try draft.record(patch)
        }
    }

    /// Changes an item's attributes by an RFC 7396 merge patch: a reconfigure. Those that are marks go to its marks.
    /// - Throws: `.notFound` when there is no such collection, `.invalid` for a mark that there is not. What is refused later goes to
    ///   `completion`.
    package func patchAttributes(
        of item: String, in id: String, _ mergePatch: JSONObject, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        try self.patch(item, in: id, ItemChange(attributes: mergePatch), options: options, completion: completion)
    }

    /// Another server may have made the version, of the collection, that the change is about.
    func submit(
        to collection: LiveCollection, since version: Int? = nil, _ options: ChangeOptions,
        _ completion: @escaping ChangeCompletion, change: @escaping @Sendable (inout Draft) throws(GridError) -> Patch
    ) {
        guard collection.state.withLock({ $0.isOpen }) else { return completion(.failure(.opening)) }
        let job = CommitQueue.Job(collection: collection, options: options, change: change, completion: completion)
        reach(max(version ?? 0, options.ifVersion ?? 0), in: collection) { self.commits.submit(job) }
    }
}
