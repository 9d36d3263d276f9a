import CollectionModel

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
        let collection = try collection(id)
        submit(to: collection, options, completion) { (draft) throws(GridError) in
            guard version == draft.version else {
                throw .conflict(.selectionOutdated(version, newest: draft.version))
            }
            try draft.snapshot.check(ranges)
            let place = try draft.place(of: destination, forMoving: ranges)
            var moves: [BatchUpdate.Move] = []
            var first: ItemOrdinal?
            for range in ranges {
                try draft.snapshot.forEachItem(inFlat: range) { (_, path, item) throws(GridError) in
                    try collection.permitMove(of: draft.name(of: item))
                    if first == nil { first = item }
                    moves.append(BatchUpdate.Move(fromBefore: path, toAfter: place))
                }
            }
            guard let first else { return Patch() }
            let sections = draft.moveSections { draft.snapshot.restCount(ofSection: $0, without: ranges) }
            let target = draft.target(forMoving: first, toAfter: place, among: sections)
            for index in moves.indices {
                moves[index].toAfter = IndexPath(target.section, target.item + index)
            }
            var update = BatchUpdate()
            update.moves = moves
            return try draft.record(draft.patch(for: update))
        }
    }
}

extension Draft {
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
    fileprivate func check(_ ranges: [Range<Int>]) throws(GridError) {
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
