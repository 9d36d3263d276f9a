import CollectionModel

extension GridEngine {
    /// Takes a change back that its source has refused, while keeping all that was changed later, and tells the viewers of its author why.
    /// The source's own change: it is not written back, and nobody undoes it.
    ///
    /// What others have changed since stays as they left it. Where it cannot be reverted because of that, or the history has forgotten it, the
    /// source is read again.
    /// - Parameters:
    ///   - version: the one that the change led to.
    ///   - id: the collection's identifier.
    ///   - author: of the change, as `ChangeAuthor.id`.
    ///   - reason: a sentence for people.
    ///   - completion: called once, on the commit thread, when that is durable.
    /// - Throws: `.notFound`. What is refused later goes to `completion`.
    package func takeBack(
        leadingTo version: Int, of id: String, madeBy author: String?, because reason: Reason,
        completion: @escaping @Sendable (Result<Void, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        submit(to: collection, ChangeOptions(author: .source)) { [self] result in
            switch result {
            case .success: break
            case .failure(.nothingToUndo), .failure(.notReverted): _ = try? refresh(id)
            case .failure(let error): return completion(.failure(error))
            }
            let progress = RefreshProgress(
                refresh: "change-\(version)", phase: .returned, done: 0, total: 0, reason: reason)
            for viewer in viewers.viewers(of: collection) where author != nil && viewer.author == author {
                events.post(.refresh(progress), to: viewer.id)
            }
            completion(.success(()))
        } change: { (draft) throws(GridError) in
            try draft.revert(.undo, .version(version), of: .source)
        }
    }
}
