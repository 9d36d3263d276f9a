import CollectionModel
import CollectionQuery
import Prefetching

/// A result as its creation describes it.
package struct ResultDescription: Sendable {
    package var id: String
    package var collection: String
    package var query: Query
    package var version: Int
    package var itemCount: Int
    package var sectionCount: Int
    /// Items of folded stacks that have no place of their own.
    package var foldedCount: Int
    /// How much of what it asks for is known.
    package var reading: FieldReading
}

extension GridEngine {
    /// Maximum number of results of all collections, and the memory of their orders.
    static let resultLimit = 256
    static let resultBytesLimit = 1 << 30
    /// The time of one query.
    static let queryTimeLimit = Duration.seconds(5)

    /// Opens the result of a query: the one that is there, or a new one, made beside everything else.
    /// - Parameters:
    ///   - id: the collection's identifier, or that of a result of it.
    ///   - query: what is asked for.
    ///   - client: who asks.
    ///   - cancellation: raised when the asker goes away.
    ///   - completion: called once, on any thread. Errors: `.notFound`, `.opening`, `.notReady` while the columns are being filled,
    ///     `.invalid` for a field that there is not, `.tooFast`, `.tooMany`, `.shareUsed`, `.tooLong`, `.superseded` when
    ///     cancelled.
    package func openResult(
        of id: String, _ query: Query, for client: Client? = nil, cancellation: Cancellation = Cancellation(),
        completion: @escaping @Sendable (Result<ResultDescription, GridError>) -> Void
    ) {
        do throws(GridError) {
            let collection = try served(id).collection
            _ = try collection.withOpenState { (_) throws(GridError) in }
            if let known = results.find(query, of: collection, at: clock.now) {
                return completion(.success(describe(known.id, query, known.order, of: collection)))
            }
            // Stacks are known without values, and whoever opens all of them again asks for none either.
            let hasStacks = query.foldsStacks || collection.state.withLock { $0.hasStacks }
            if query.asksForFields || !hasStacks { try checkFilled(collection) }
            try check(query, in: collection)
            try takeTurn(client)
            try queryQueue.run(for: client) {
                if query.foldsStacks { self.findStacks(of: collection) }
                self.make(query, of: collection, cancellation, completion)
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Counts of values over the result of a query; a field's own condition is left out of its counts.
    /// - Parameters:
    ///   - id: the collection's identifier, or that of a result of it.
    ///   - fields: at most a hundred.
    ///   - query: what is counted; everything with an empty one.
    ///   - limit: the most values of a field.
    ///   - client: who asks.
    ///   - cancellation: raised when the asker goes away.
    ///   - completion: called once, on any thread. Errors as of `openResult`.
    package func facets(
        of id: String, _ fields: [String], query: Query, limit: Int, for client: Client? = nil,
        cancellation: Cancellation = Cancellation(),
        completion: @escaping @Sendable (Result<FacetList, GridError>) -> Void
    ) {
        do throws(GridError) {
            let collection = try served(id).collection
            let order = try collection.withOpenState { (state) throws(GridError) in state.snapshot }
            try checkFilled(collection)
            try check(query, in: collection)
            let columns = collection.queries.state.withLock { $0.columns }
            for (index, field) in fields.enumerated() where !columns.fields.contains(where: { $0.name == field }) {
                throw .invalid(.facet(index), .fieldUnknown(field))
            }
            try takeTurn(client)
            try queryQueue.run(for: client) {
                let isOver = self.isOver(cancellation)
                do throws(QueryError) {
                    let facets = try columns.facets(fields, of: query, in: order, limit: limit, isCancelled: isOver)
                    let reading = collection.queries.state.withLock { FieldReading($0) }
                    completion(.success(FacetList(facets: facets, reading: reading)))
                } catch {
                    completion(.failure(GridError(error, isCancelled: cancellation.isCancelled)))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    // MARK: Making

    private func check(_ query: Query, in collection: LiveCollection) throws(GridError) {
        let columns = collection.queries.state.withLock { $0.columns }
        do throws(QueryError) { try query.check(in: columns) } catch { throw GridError(error, isCancelled: false) }
    }

    /// Whether a query that begins now is to stop.
    func isOver(_ cancellation: Cancellation) -> () -> Bool {
        let (clock, closing) = (clock, closing)
        let end = clock.now + Self.queryTimeLimit
        return { cancellation.isCancelled || closing.isCancelled || clock.now > end }
    }

    /// Makes a result on this thread: of the smallest one in use that the query narrows, where there is one.
    private func make(
        _ query: Query, of collection: LiveCollection, _ cancellation: Cancellation,
        _ completion: @escaping @Sendable (Result<ResultDescription, GridError>) -> Void
    ) {
        let isOver = isOver(cancellation)
        // The order first: a result in use that is further on already is led over the same changes once more.
        let (version, order, groups) = collection.state.withLock { ($0.version, $0.snapshot, $0.groups) }
        let (work, columns, base) = collection.queries.begin(query)
        if let base { _ = results.find(base.query, of: collection, at: clock.now) }
        do throws(QueryError) {
            let made = try QueryResult(
                query, of: order, columns: columns, groups: groups, from: base,
                sectionID: { [weak collection] in collection?.publishedID(of: $0) ?? "" },
                item: { id in collection.ordinal(everGivenTo: id) },
                isCancelled: isOver)
            commits.perform { completion(self.register(made, madeAt: version, work, of: collection)) }
            if base == nil { makeWhole(query, of: collection, itemCount: order.numberOfItems) }
        } catch {
            collection.queries.end(work)
            completion(.failure(GridError(error, isCancelled: cancellation.isCancelled)))
        }
    }

    /// Makes the result of a query's sort and grouping alone, of which results with other filters are a part: to leave out items
    /// costs a fraction of sorting them. In the background, and only where there are so many that it matters.
    private func makeWhole(_ query: Query, of collection: LiveCollection, itemCount: Int) {
        let whole = query.unfiltered
        // Hardly anybody asks again for what is near to one picture.
        guard !query.sort.contains(where: { $0.near != nil }), !query.keepsOwnOrder, !query.isUnfiltered,
            itemCount >= configuration.wholeOrderItems,
            results.find(whole, of: collection, at: clock.now) == nil,
            collection.queries.state.withLock({ $0.making.insert(whole).inserted })
        else { return }
        YieldingThread.run {
            self.make(whole, of: collection, Cancellation()) { result in
                // A query that takes too long would do so again each time.
                if case .failure(.tooLong) = result { return }
                collection.queries.state.withLock { _ = $0.making.remove(whole) }
            }
        }
    }

    /// Puts a new result into use. On the commit queue: nothing changes meanwhile, and what changed before is caught up with.
    private func register(
        _ made: QueryResult, madeAt version: Int, _ work: CollectionQueries.Work, of collection: LiveCollection
    ) -> Result<ResultDescription, GridError> {
        let changed = collection.queries.end(work)
        // Somebody else may have asked the same meanwhile.
        if let known = results.find(made.query, of: collection, at: clock.now) {
            return .success(describe(known.id, made.query, known.order, of: collection))
        }
        let room = results.makeRoom(for: made.query.isEmpty ? 0 : made.order.sizeBytes)
        for served in room.dropped { drop(served) }
        if room.isFull { return .failure(.tooMany(.results, limit: Self.resultLimit)) }
        let (isServed, since, order, groups) = collection.state.withLock {
            ($0.isOpen && !$0.isRemoved, $0.patch(from: version), $0.snapshot, $0.groups)
        }
        guard isServed else { return .failure(.notFound(.collection, id: collection.id)) }
        guard var since else { return .failure(.notReady(.fieldsBeingRead)) }
        var made = made
        since.addReconfigures(changed.filter { order.contains($0) })
        if !since.isEmpty {
            let columns = collection.queries.state.withLock { $0.columns }
            _ = made.follow(since, to: order, columns: columns, groups: groups)
        }
        let id = ResultTable.makeID()
        let (number, resultVersion) = collection.queries.state.withLock { state in
            state.lastNumber += 1
            state.results[state.lastNumber] = made
            return (state.lastNumber, state.nextVersion())
        }
        let result = LiveResult(
            id: id, query: made.query, openStacks: made.openStacks,
            order: ShownOrder(version: resultVersion, snapshot: made.order))
        collection.state.withLock { $0.results[number] = result }
        results.add(result, number: number, of: collection, at: clock.now)
        return .success(describe(id, made.query, .result(number), of: collection))
    }

    func describe(_ id: String, _ query: Query, _ order: OrderID, of collection: LiveCollection) -> ResultDescription {
        let reading = collection.queries.state.withLock { FieldReading($0) }
        let foldedCount = collection.foldedCount(of: order)
        return collection.state.withLock { state in
            ResultDescription(
                id: id, collection: collection.id, query: query, version: state.version(of: order),
                itemCount: state.snapshot(of: order).numberOfItems,
                sectionCount: state.snapshot(of: order).numberOfSections,
                foldedCount: foldedCount, reading: reading)
        }
    }

    // MARK: The end

    /// Drops results that nobody has used for long. The housekeeping calls it about every second.
    func expireResults() {
        let old = results.expire(at: clock.now)
        if !old.isEmpty { commits.perform { for served in old { self.drop(served) } } }
    }

    /// On the commit queue.
    private func drop(_ served: ServedOrder) {
        guard case .result(let number) = served.order else { return }
        served.collection.queries.state.withLock { _ = $0.results.removeValue(forKey: number) }
        served.collection.state.withLock { _ = $0.results.removeValue(forKey: number) }
    }

    /// Limits what one client asks for.
    /// - Throws: `.tooFast`
    func takeTurn(_ client: Client?) throws(GridError) {
        guard let client else { return }
        let now = clock.now
        let isInTurn = queryRates.withLock { rates in
            if rates.count > 1000 { rates = rates.filter { $0.value.matters(at: now) } }
            return rates[client, default: RateMeter()].take(at: now, within: .queries)
        }
        guard isInTurn else { throw .tooFast(.queries, perSecond: RateLimit.queries.perSecond) }
    }
}

extension CollectionState {
    /// The patch from an older version of the collection's own order to the newest; `nil` where the log reaches back no further.
    fileprivate func patch(from older: Int) -> Patch? { older == version ? Patch() : log.patch(from: older)?.patch }
}

extension Patch {
    /// Names further items whose contents have changed.
    mutating func addReconfigures(_ items: some Sequence<ItemOrdinal>) {
        let known = Set(reloads).union(reconfigures).union(inserts.map(\.item))
        reconfigures += items.filter { !known.contains($0) }
        reconfigures.sort()
    }
}

extension GridError {
    init(_ error: QueryError, isCancelled: Bool) {
        self =
            switch error {
            case .unknownField(let field, let pointer): .invalid(.query(pointer), .fieldUnknown(field))
            case .unsuitable(let finding, let pointer): .invalid(.query(pointer), .queryInvalid(finding))
            case .tooManyGroups(let limit): .invalid(.query("/group"), .tooManyGroups(limit: limit))
            case .cancelled: isCancelled ? .superseded : .tooLong(.queryTooLong)
            case .tooLong: .tooLong(.queryTooLong)
            }
    }
}
