import CollectionModel

/// Undo and redo, of one's own changes or of one that is named.
extension GridEngine {
    /// The changes of a collection that a person or a program can undo and redo.
    package struct History: Sendable {
        /// The next change of the one who asks; `nil` without any.
        package var undo: RevertedChange?
        package var redo: RevertedChange?
        /// The newest change of anybody.
        package var newest: RevertedChange?
    }

    /// Undoes a change, while keeping all that others have changed later.
    /// - Parameters:
    ///   - id: the identifier of the collection, or of a result.
    ///   - name: of the change, whoever made it; `nil` for the newest of the author of `options`.
    ///   - options: of the change.
    ///   - completion: called once, on any thread.
    /// - Throws: `.notFound` when there is no such collection. What is refused later goes to `completion`.
    package func undo(
        in id: String, _ name: String? = nil, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        try revert(.undo, name, in: id, options, completion)
    }

    /// Redoes a change that was undone: the newest of the author of `options`, or the one that is named.
    /// - Throws: `.notFound` when there is no such collection. What is refused later goes to `completion`.
    package func redo(
        in id: String, _ name: String? = nil, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        try revert(.redo, name, in: id, options, completion)
    }

    /// The changes that `author` can undo and redo, and the last change of anybody.
    /// - Throws: `.notFound`, `.opening`.
    package func history(of id: String, for author: ChangeAuthor) throws(GridError) -> History {
        let collection = try served(id).collection
        let history = try collection.withOpenState { (state) throws(GridError) in state.history }
        if let redirect = markRedirect(of: collection) {
            return redirect.history(of: collection, history, for: author, with: self)
        }
        var found = History()
        found.undo = history.newest(.undo, author).map { collection.describe($0, .undo, for: author) }
        found.redo = history.newest(.redo, author).map { collection.describe($0, .redo, for: author) }
        found.newest = history.newest(.undo, nil).map { collection.describe($0, .undo, for: author) }
        return found
    }

    private func revert(
        _ direction: ChangeHistory.Direction, _ name: String?, in id: String, _ options: ChangeOptions,
        _ completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try served(id).collection
        let choice: ChangeHistory.Choice = name.map { .init(named: $0, in: collection) } ?? .own
        let revertOwn = { @Sendable in
            self.submit(to: collection, options, completion) { (draft) throws(GridError) in
                try draft.revert(direction, choice, of: options.author)
            }
        }
        guard let redirect = markRedirect(of: collection) else { return revertOwn() }
        redirect.reachNewest(of: collection, with: self) {
            do throws(GridError) {
                let isDone = try redirect.revert(
                    direction, choice, through: collection, options, with: self, completion: completion)
                if !isDone { revertOwn() }
            } catch {
                completion(.failure(error))
            }
        }
    }
}

extension ChangeHistory {
    /// The newest entry of an author, or of anybody.
    func newest(_ direction: Direction, _ author: ChangeAuthor?) -> Entry? {
        self[direction].last { author?.isOwn($0.entry.origin.author) ?? true }?.entry
    }
}

extension ChangeHistory.Choice {
    /// The change that has a name, as `RevertedChange` gives it.
    fileprivate init(named name: String, in collection: LiveCollection) {
        self = Int(name).map { .version($0) } ?? .action(AlbumAction(album: collection.id, name: name))
    }
}
