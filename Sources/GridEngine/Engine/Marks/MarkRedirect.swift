import JSONText

/// Takes the marks of a collection's items where they belong to items of other collections, as those of an album's items belong to
/// their originals. What takes them also undoes and redoes them.
protocol MarkRedirect: Sendable {
    /// Marks the items that others stand for.
    /// - Parameters:
    ///   - items: of the collection, or of a result of it.
    ///   - served: the collection, in the order that is meant.
    ///   - marks: the members of the request that are marks; they are valid.
    ///   - options: of the changes; the condition is on the collection's version.
    ///   - engine: that of all these collections.
    ///   - completion: called once, with the collection as it is: its order does not change.
    func mark(
        _ items: MarkedItems, in served: ServedOrder, as marks: JSONObject, options: ChangeOptions,
        with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion)

    /// The labels that the items may have.
    func labels(in engine: GridEngine) -> [Label]

    /// What `author` can undo and redo, marks that were made through the collection included. `own` is the history of the collection
    /// itself.
    func history(
        of collection: LiveCollection, _ own: ChangeHistory, for author: ChangeAuthor, with engine: GridEngine
    ) -> GridEngine.History

    /// Undoes or redoes marks that were made through the collection.
    /// - Returns: `false` where it is the turn of the collection's own history; then `completion` is not called.
    func revert(
        _ direction: ChangeHistory.Direction, _ choice: ChangeHistory.Choice, through collection: LiveCollection,
        _ options: ChangeOptions, with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion
    ) throws(GridError) -> Bool

    /// Calls `body` once this server knows what others have done to the collection, and to those that its marks go to.
    func reachNewest(
        of collection: LiveCollection, with engine: GridEngine, then body: @escaping @Sendable () -> Void)
}
