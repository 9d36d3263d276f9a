import CollectionModel

extension GridEngine {
    /// Takes a change back that its source has refused, while keeping all that was changed later. Every server tells its author why: the
    /// reason is a part of the change that takes it back, which is the source's own. It is not written back, and nobody undoes it.
    ///
    /// What others have changed since stays as they left it.
    /// - Parameters:
    ///   - version: the one that the change led to.
    ///   - id: the collection's identifier.
    ///   - author: of the change, as `ChangeAuthor.id`; `nil` where nobody knows: all viewers are told.
    ///   - reason: a sentence for people.
    ///   - completion: called once, on the commit thread, when that is durable: with `false` where it cannot be reverted, since others have
    ///     changed the same, or the history has forgotten it.
    /// - Throws: `.notFound`. What is refused later goes to `completion`.
    package func takeBack(
        leadingTo version: Int, of id: String, madeBy author: String?, because reason: Reason,
        completion: @escaping @Sendable (Result<Bool, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        let returned = ReturnedChange(version: version, author: author, reason: reason)
        submit(to: collection, ChangeOptions(author: .source)) { [self] result in
            switch result {
            case .success: completion(.success(true))
            case .failure(.nothingToUndo), .failure(.notReverted):
                // No change says it.
                viewers.post(returned, of: collection)
                completion(.success(false))
            case .failure(let error): completion(.failure(error))
            }
        } change: { (draft) throws(GridError) in
            let patch = try draft.revert(.undo, .version(version), of: .source)
            draft.note(returned)
            return patch
        }
    }
}
