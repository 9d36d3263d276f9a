import CollectionModel

/// Where a selection of items goes: together, in their order.
package enum RangeDestination: Sendable, Equatable {
    /// The place after the move of the first of them.
    case place(IndexPath)
    /// Behind the other items of a section.
    case endOfSection(String)
}

extension GridEngine {
    /// Moves all items of flat ranges to one place, with one change and one patch.
    ///
    /// All or nothing: when one item may not be moved, none is. The source retargets the first item; the others follow it.
    /// - Parameters:
    ///   - ranges: flat indices in `version`, ascending, without overlaps.
    ///   - version: the change is refused as a conflict unless it is the newest.
    ///   - id: the collection's identifier.
    ///   - destination: the place of the first item after the move.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: when the move is refused before it is queued.
    /// - Complexity: O(k log n) for k items.
    package func move(
        _ ranges: [Range<Int>], at version: Int, in id: String, to destination: RangeDestination,
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
                    try self.permitMove(of: draft.name(of: item), in: collection)
                    if first == nil { first = item }
                    moves.append(BatchUpdate.Move(fromBefore: path, toAfter: place))
                }
            }
            guard let first else { return Patch() }
            let target = try self.retarget(
                first, with: moves.count, toAfter: place, ranges, draft)
            for index in moves.indices {
                moves[index].toAfter = IndexPath(target.section, target.item + index)
            }
            var update = BatchUpdate()
            update.moves = moves
            return try draft.record(draft.patch(for: update))
        }
    }

    /// Asks the source where the first of the items really goes; the others follow it.
    private func retarget(
        _ first: ItemOrdinal, with count: Int, toAfter proposed: IndexPath, _ ranges: [Range<Int>], _ draft: Draft
    ) throws(GridError) -> IndexPath {
        let sections = draft.moveSections { draft.snapshot.restCount(ofSection: $0, without: ranges) }
        let proposal = MoveTarget(section: sections[proposed.section].id, item: proposed.item)
        let target = draft.collection.source.target(
            forMoving: draft.name(of: first), proposed: proposal, sections: sections)
        guard let section = sections.firstIndex(where: { $0.id == target.section }) else { return proposed }
        return IndexPath(section, min(max(0, target.item), sections[section].count))
    }
}

extension Draft {
    /// Where the first of the moved items shall lie.
    fileprivate func place(
        of destination: RangeDestination, forMoving ranges: [Range<Int>]
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
    /// Throws unless the ranges are of this snapshot, ascending, and apart from each other.
    fileprivate func check(_ ranges: [Range<Int>]) throws(GridError) {
        var end = 0
        for (index, range) in ranges.enumerated() {
            guard !range.isEmpty, range.lowerBound >= end, range.upperBound <= numberOfItems else {
                throw .invalid(.range(index), .rangesInvalid(self))
            }
            end = range.upperBound
        }
    }

    /// How many items a section has beside those of the ranges. O(ranges).
    fileprivate func restCount(ofSection section: Int, without ranges: [Range<Int>]) -> Int {
        let start = flatIndex(for: IndexPath(section, 0))
        let own = start..<start + numberOfItems(inSection: section)
        return ranges.reduce(own.count) { $0 - $1.clamped(to: own).count }
    }
}
