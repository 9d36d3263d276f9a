import CollectionModel

extension GridEngine {
    /// Takes a change back that its source has refused, while keeping all that was changed later, and tells the viewers of its author why.
    /// The source's own change: it is not written back, and nobody undoes it.
    ///
    /// What others have changed since stays as they left it.
    /// - Parameters:
    ///   - version: the one that the change led to.
    ///   - id: the collection's identifier.
    ///   - author: of the change, as `ChangeAuthor.id`.
    ///   - reason: a sentence for people.
    ///   - completion: called once, on the commit thread, when that is durable: with `false` where it cannot be reverted, since others have
    ///     changed the same, or the history has forgotten it.
    /// - Throws: `.notFound`. What is refused later goes to `completion`.
    package func takeBack(
        leadingTo version: Int, of id: String, madeBy author: String?, because reason: Reason,
        completion: @escaping @Sendable (Result<Bool, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        submit(to: collection, ChangeOptions(author: .source)) { [self] result in
            let isReverted: Bool
            switch result {
            case .success: isReverted = true
            case .failure(.nothingToUndo), .failure(.notReverted): isReverted = false
            case .failure(let error): return completion(.failure(error))
            }
            let progress = RefreshProgress(
                refresh: "change-\(version)", phase: .returned, done: 0, total: 0, reason: reason)
            for viewer in viewers.viewers(of: collection) where author != nil && viewer.author == author {
                events.post(.refresh(progress), to: viewer.id)
            }
            completion(.success(isReverted))
        } change: { (draft) throws(GridError) in
            try draft.revert(.undo, .version(version), of: .source)
        }
    }
}
