import CollectionModel
import CollectionQuery

/// Where a selection of items is moved: together, in their order.
package enum SelectionDestination: Sendable, Equatable {
    /// The place of the first of them after the move.
    case place(IndexPath)
    /// Behind the other items of a section.
    case endOfSection(String)
}

extension GridEngine {
    /// Moves all items of flat ranges to one place, with one change and one patch.
    ///
    /// All or nothing: one item that may not be moved keeps all in place. The source is asked once where they really go, for
    /// the first of them.
    /// - Parameters:
    ///   - ranges: flat indices in `version`, ascending, not overlapping.
    ///   - version: the change is refused as a conflict unless it is the newest.
    ///   - id: the collection's identifier.
    ///   - destination: the place of the first item after the move.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound` when there is no such collection. What is refused later goes to `completion`.
    /// - Complexity: O(k log n) for k items.
    package func move(
        _ ranges: [Range<Int>], at version: Int, in id: String, to destination: SelectionDestination,
        options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        let collection = served.collection
        submit(to: collection, since: served.shared(version), options, completion) { (draft) throws(GridError) in
            let shown: ShownOrder? =
                if case .result(let number) = served.order { try draft.result(number) } else { nil }
            let (snapshot, newest) = (shown?.snapshot ?? draft.snapshot, shown?.version ?? draft.version)
            guard version == newest else { throw .conflict(.selectionOutdated(version, newest: newest)) }
            try snapshot.check(ranges)
            // The places of the items before the move, in the collection's own order: what is moved in it is read along it.
            var items: [ItemOrdinal] = []
            var paths: [IndexPath] = []
            for range in ranges {
                snapshot.forEachItem(inFlat: range) { _, path, item in
                    items.append(item)
                    if shown == nil { paths.append(path) }
                }
            }
            if shown != nil {
                items = draft.moved(items, in: served.order)
                paths = items.map { draft.snapshot.indexPath(of: $0)! }
            }
            guard let first = items.first else { return Patch() }
            for item in items { try collection.permitMove(of: draft.name(of: item), by: options.author) }
            let place: IndexPath
            if let shown {
                place = try draft.ownPlace(of: destination, forMoving: items, at: paths, ranges, in: shown)
            } else {
                place = try draft.place(of: destination, forMoving: ranges)
            }
            let rest = draft.restCounts(without: paths)
            let sections = draft.moveSections { rest[$0] }
            let target = draft.target(forMoving: first, toAfter: place, among: sections)
            let moves = paths.enumerated().map { index, path in
                BatchUpdate.Move(
                    fromBefore: path,
                    toAfter: IndexPath(target.section, target.item + index))
            }
            var update = BatchUpdate()
            update.moves = moves
            return try draft.record(draft.patch(for: update), moved: items)
        }
    }
}

extension Draft {
    /// The numbers of items of all sections without those at these paths.
    fileprivate func restCounts(without paths: [IndexPath]) -> [Int] {
        var counts = snapshot.itemCounts
        for path in paths { counts[path.section] -= 1 }
        return counts
    }

    /// The place in the collection's own order of the first of the items that are moved in a result.
    fileprivate func ownPlace(
        of destination: SelectionDestination, forMoving items: [ItemOrdinal], at paths: [IndexPath],
        _ ranges: [Range<Int>], in result: ShownOrder
    ) throws(GridError) -> IndexPath {
        let moved = Set(items)
        switch destination {
        case .endOfSection(let id):
            guard let section = knownOrdinal(ofSection: id).flatMap({ snapshot.index(of: $0) }) else {
                throw .notFound(.section, id: id)
            }
            return IndexPath(section, restCounts(without: paths)[section])
        case .place(let place):
            guard (0..<result.snapshot.numberOfSections).contains(place.section) else {
                throw .invalid(.targetSection, .sectionOutside(result.snapshot))
            }
            let rest = result.snapshot.restCount(ofSection: place.section, without: ranges)
            guard (0...rest).contains(place.item) else {
                throw .invalid(.targetItem, .placeOutside(section: place.section, places: rest + 1))
            }
            return try ownPlace(
                beside: result.snapshot.neighbours(of: place, without: moved), without: moved,
                section: result.snapshot.section(at: place.section))
        }
    }

    /// The place of the first of the moved items.
    fileprivate func place(
        of destination: SelectionDestination, forMoving ranges: [Range<Int>]
    ) throws(GridError) -> IndexPath {
        switch destination {
        case .endOfSection(let id):
            guard let section = knownOrdinal(ofSection: id).flatMap({ snapshot.index(of: $0) }) else {
                throw .notFound(.section, id: id)
            }
            return IndexPath(section, snapshot.restCount(ofSection: section, without: ranges))
        case .place(let place):
            guard (0..<snapshot.numberOfSections).contains(place.section) else {
                throw .invalid(.targetSection, .sectionOutside(snapshot))
            }
            let rest = snapshot.restCount(ofSection: place.section, without: ranges)
            guard (0...rest).contains(place.item) else {
                throw .invalid(.targetItem, .placeOutside(section: place.section, places: rest + 1))
            }
            return place
        }
    }
}

extension Snapshot {
    /// - Throws: `.invalid` unless the ranges are of this snapshot, ascending, and do not overlap.
    func check(_ ranges: [Range<Int>]) throws(GridError) {
        var end = 0
        for (index, range) in ranges.enumerated() {
            guard !range.isEmpty, range.lowerBound >= end, range.upperBound <= numberOfItems else {
                throw .invalid(.range(index), .rangesInvalid(self))
            }
            end = range.upperBound
        }
    }

    /// The number of items of a section without those of the ranges. O(ranges).
    fileprivate func restCount(ofSection section: Int, without ranges: [Range<Int>]) -> Int {
        let start = flatIndex(for: IndexPath(section, 0))
        let own = start..<start + numberOfItems(inSection: section)
        return ranges.reduce(own.count) { $0 - $1.clamped(to: own).count }
    }
}

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
