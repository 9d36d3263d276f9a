import CollectionModel

/// Calls of a program about its own source, in place of a listing that the engine asks for.
extension GridEngine {
    /// Brings a whole listing of a source into its collection, as a refresh does. What it does not name is deleted.
    ///
    /// Readings of the source and other calls wait for each other, in the order in which they come.
    /// - Parameters:
    ///   - listing: all that the source has.
    ///   - id: the collection's identifier.
    ///   - completion: called once, on a thread of the engine's.
    /// - Throws: `.notFound`, `.opening`. What is refused later goes to `completion`.
    package func apply(
        _ listing: SourceListing, to id: String, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        guard collection.state.withLock({ $0.isOpen }) else { throw .opening }
        background.async {
            let result = collection.reading.withLock { _ in
                self.made(of: listing, in: collection, isConfirmed: { _ in true }).0
            }
            completion(result)
        }
    }

    /// Has the contents of items read and shown again: their cells are kept. Items that the collection does not have are ignored.
    /// - Parameters:
    ///   - items: their identifiers.
    ///   - id: the collection's identifier.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.opening`. What is refused later goes to `completion`.
    package func reconfigure(
        _ items: [String], of id: String, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try collection(id)
        guard collection.state.withLock({ $0.isOpen }) else { throw .opening }
        submit(to: collection, .none, completion) { draft in
            var patch = Patch()
            patch.reconfigures = Set(items.compactMap { draft.knownOrdinal(of: $0) }).filter(draft.snapshot.contains)
                .sorted()
            return patch
        }
    }
}
