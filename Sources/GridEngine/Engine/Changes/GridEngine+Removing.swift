import CollectionModel

extension GridEngine {
    /// Removes items from a collection whose items can be deleted: one change and one patch, however many they are. Undo brings them
    /// back to where they were.
    /// - Parameters:
    ///   - items: those that are removed. Ranges may be of an older version, as long as no item has moved since.
    ///   - id: the identifier of the collection, or of a result of it.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.unsupported`. What is refused later goes to `completion`.
    /// - Complexity: O(k log n) for k items.
    package func remove(
        _ items: MarkedItems, from id: String, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        guard served.collection.source.capabilities.delete else {
            throw .unsupported(.deletesUnsupported(served.collection.source.title))
        }
        submit(to: served.collection, since: served.shared(items.version), options, completion) {
            (draft) throws(GridError) in
            var update = BatchUpdate()
            for item in try draft.ordinals(of: items, in: served.order) {
                guard let path = draft.snapshot.indexPath(of: item) else { continue }
                update.deletesBefore.append(path)
            }
            return try draft.record(draft.patch(for: update))
        }
    }
}
