/// Queries that people keep. The engine keeps them as they are: what they mean is read when one is used.
extension GridEngine {
    /// Maximum number of saved queries of a collection.
    package static let savedQueryLimit = 100

    /// The saved queries of a collection, by name.
    /// - Throws: `.notFound`, `.opening`, `.unsupported` for a result.
    package func savedQueries(of id: String) throws(GridError) -> [SavedQuery] {
        try collection(id).withOpenState { (state) throws(GridError) in state.savedQueries.filter { !$0.isSetting } }
    }

    /// Saves a query, in the place of one of its name. `completion` is called once it is durable, with whether it is new.
    /// - Throws: `.notFound`, `.unsupported` for a result. What is refused later goes to `completion`.
    package func save(
        _ query: SavedQuery, of id: String, completion: @escaping @Sendable (Result<Bool, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        changeQueries(of: collection, completion) { queries throws(GridError) in
            let known = queries.firstIndex { $0.name == query.name }
            if let known {
                queries[known] = query
            } else if query.isSetting || queries.count(where: { !$0.isSetting }) < Self.savedQueryLimit {
                let place = queries.firstIndex { query.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
                queries.insert(query, at: place ?? queries.endIndex)
            } else {
                throw .tooMany(.savedQueries, limit: Self.savedQueryLimit)
            }
            return known == nil
        } store: { store throws(StoreError) in
            try store.save(query, of: id)
        }
    }

    /// Removes a saved query. `completion` is called once that is durable.
    /// - Throws: `.notFound`, `.unsupported` for a result. What is refused later goes to `completion`.
    package func removeQuery(
        _ name: String, of id: String, completion: @escaping @Sendable (Result<Void, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        changeQueries(of: collection, completion) { queries throws(GridError) in
            guard let place = queries.firstIndex(where: { $0.name == name && !$0.isSetting }) else {
                throw .notFound(.query, id: name)
            }
            queries.remove(at: place)
        } store: { store throws(StoreError) in
            try store.removeQuery(name, of: id)
        }
    }

    /// Changes the list on the commit queue: stored first, then seen.
    private func changeQueries<Value: Sendable>(
        of collection: LiveCollection, _ completion: @escaping @Sendable (Result<Value, GridError>) -> Void,
        _ change: @escaping @Sendable (inout [SavedQuery]) throws(GridError) -> Value,
        store: @escaping @Sendable (any ChangeStore) throws(StoreError) -> Void
    ) {
        commits.perform {
            do throws(GridError) {
                var queries = try collection.withOpenState { (state) throws(GridError) in
                    if state.isRemoved { throw .notFound(.collection, id: collection.id) }
                    return state.savedQueries
                }
                let value = try change(&queries)
                if let kept = self.store {
                    do throws(StoreError) { try store(kept) } catch { throw .notStored(error) }
                }
                let changed = queries
                collection.state.withLock { $0.savedQueries = changed }
                completion(.success(value))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
