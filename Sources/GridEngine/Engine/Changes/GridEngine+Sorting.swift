import CollectionModel
import CollectionQuery

extension GridEngine {
    /// Makes a sort the collection's own order: one change, which undo takes back as a whole.
    ///
    /// Items stay in their sections and are sorted within them. What the query's search and filter hide keeps its place: the
    /// items that are found share out the places that they have. The order is computed beside everything else, and again when its
    /// turn comes only if others have changed the order meanwhile.
    /// - Parameters:
    ///   - id: the collection's identifier.
    ///   - query: with a sort and without groups.
    ///   - client: who asks; in the number of its queries.
    ///   - options: of the change.
    ///   - cancellation: raised when the asker goes away; it counts until the change is submitted.
    ///   - completion: called once, on any thread. Errors: `.notFound`, `.opening`, `.notReady` while the fields are being filled,
    ///     `.invalid` for a query that sorts nothing, `.unsupported` and `.refused` where the order, or that of one of the
    ///     items, cannot be changed, `.tooFast`, `.tooMany`, `.shareUsed`, `.tooLong`, `.conflict`.
    /// - Complexity: O(n log n) for n items, on a thread of its own; what is sent to viewers and stored is O(moved items).
    package func sort(
        _ id: String, by query: Query, for client: Client? = nil, options: ChangeOptions = .none,
        cancellation: Cancellation = Cancellation(), completion: @escaping ChangeCompletion
    ) {
        do throws(GridError) {
            let collection = try collection(id)
            guard !query.sort.isEmpty else {
                throw .invalid(.query("/sort"), .queryInvalid("a field to sort by is required"))
            }
            guard query.group == nil else {
                throw .invalid(.query("/group"), .queryInvalid("items stay in the collection's sections"))
            }
            guard collection.source.capabilities.move else { throw .unsupported(.orderFixed(collection.source.title)) }
            _ = try collection.withOpenState { (_) throws(GridError) in }
            try checkFilled(collection)
            try takeTurn(client)
            try queryQueue.run(for: client) {
                let isOver = self.isOver(cancellation)
                let (version, order) = collection.state.withLock { ($0.version, $0.snapshot) }
                do throws(QueryError) {
                    let patch = try collection.sortPatch(of: order, by: query, isCancelled: isOver)
                    self.submit(to: collection, options, completion) { (draft) throws(GridError) in
                        try draft.sort(by: query, patch, madeAt: version)
                    }
                } catch {
                    completion(.failure(GridError(error, isCancelled: cancellation.isCancelled)))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }
}

extension LiveCollection {
    /// The moves that sort an order, by the values of now.
    fileprivate func sortPatch(
        of order: Snapshot, by query: Query, isCancelled: () -> Bool = { false }
    ) throws(QueryError) -> Patch {
        let columns = queries.state.withLock { $0.columns }
        return order.patch(to: try order.sorted(by: query, columns: columns, isCancelled: isCancelled))
    }
}

extension Draft {
    /// Applies the moves of a sort, which were found for an older version. Where the order has changed since, they are found again.
    fileprivate mutating func sort(
        by query: Query, _ prepared: Patch, madeAt older: Int
    ) throws(GridError) -> Patch {
        var moves = prepared
        if patch(since: older)?.changesNoOrder != true {
            do throws(QueryError) {
                moves = try collection.sortPatch(of: snapshot, by: query)
            } catch {
                throw GridError(error, isCancelled: false)
            }
        }
        try permitMoves(of: moves)
        history.note(isSort: true)
        return try record(moves)
    }
}
