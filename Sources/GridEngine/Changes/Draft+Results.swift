import CollectionModel
import CollectionQuery

/// Places in a result, and what they mean in the collection's own order.
extension Draft {
    /// A result at its present version.
    /// - Throws: `.conflict` when it is gone, or its items are sorted.
    func result(_ number: Int) throws(GridError) -> ShownOrder {
        guard let result = collection.state.withLock({ $0.results[number] }) else {
            throw .conflict(.changeInapplicable)
        }
        guard result.query.keepsOwnOrder else { throw .conflict(.orderSorted) }
        return result.order
    }

    /// The place in the collection's own order of an item that is moved in a result: directly after the item that will be
    /// above it there, or before the one below where it will be a section's first.
    /// - Parameters:
    ///   - item: what is moved.
    ///   - place: in the result, after the move.
    ///   - older: the result's version that `place` counts in; `nil` for the newest.
    ///   - number: the result's.
    /// - Returns: the item's place after the move.
    /// - Throws: `.invalid` when there is no such place, `.conflict` when it is gone or the result is sorted.
    func ownPlace(
        of item: ItemOrdinal, toAfter place: IndexPath, inVersion older: Int?, ofResult number: Int
    ) throws(GridError) -> IndexPath {
        let result = try result(number)
        var place = place
        if let older, older != result.version {
            guard let since = result.log.patch(from: older) else { throw .invalid(.target, .noPlace(inVersion: older)) }
            let found: IndexPath?
            do throws(RebaseError) {
                found = try result.snapshot.rebaseMove(of: item, toAfter: place, over: since.patch)
            } catch {
                throw conflict(error)
            }
            guard let found else { throw .invalid(.target, .noPlace(inVersion: older)) }
            place = found
        }
        try result.snapshot.checkPlace(place, forMoving: item)
        let neighbours = result.snapshot.neighbours(of: place, without: [item])
        return try ownPlace(beside: neighbours, without: [item], section: result.snapshot.section(at: place.section))
    }

    /// The place in the collection's own order of what is moved between two items. What has no cell stays with the items that stand for it.
    /// - Parameters:
    ///   - neighbours: those that will be above and below.
    ///   - moved: what is moved; the place is counted without these.
    ///   - section: where it goes when there are no neighbours.
    /// - Returns: the place of the first of what is moved.
    /// - Throws: `.conflict` when the section is gone.
    func ownPlace(
        beside neighbours: (above: ItemOrdinal?, below: ItemOrdinal?), without moved: Set<ItemOrdinal>,
        section: SectionOrdinal
    ) throws(GridError) -> IndexPath {
        func count(before end: IndexPath) -> Int {
            moved.count { item in
                guard let path = snapshot.indexPath(of: item) else { return false }
                return path.section == end.section && path.item < end.item
            }
        }
        if let above = neighbours.above,
            let path = endOfRun(of: above, without: moved, beside: neighbours.below, step: 1)
        {
            return IndexPath(path.section, path.item + 1 - count(before: path))
        }
        if let below = neighbours.below, let path = endOfRun(of: below, without: moved, step: -1) {
            return IndexPath(path.section, path.item - count(before: path))
        }
        guard let index = snapshot.index(of: section) else { throw .conflict(.changeInapplicable) }
        return IndexPath(index, 0)
    }

    /// The place of the last member of an item's stack that follows it, or is before it, without a gap. The item's own where the item beside it
    /// is of its stack: what is moved goes between them.
    private func endOfRun(
        of item: ItemOrdinal, without moved: Set<ItemOrdinal>, beside other: ItemOrdinal? = nil, step: Int
    ) -> IndexPath? {
        guard let path = snapshot.indexPath(of: item), let stacks, let face = stacks.face(of: item),
            other.map({ stacks.face(of: $0) != face }) ?? true
        else { return snapshot.indexPath(of: item) }
        var (end, index) = (path.item, path.item + step)
        while (0..<snapshot.numberOfItems(inSection: path.section)).contains(index) {
            let next = snapshot.item(at: IndexPath(path.section, index))
            guard stacks.face(of: next) == face else { break }
            if !moved.contains(next) { end = index }
            index += step
        }
        return IndexPath(path.section, end)
    }
}

extension Draft {
    /// The place in the collection's own order that a place in any of its orders means.
    /// - Throws: as `place(of:toAfter:inVersion:)`, and as `ownPlace`.
    func place(
        of item: ItemOrdinal, toAfter place: IndexPath, inVersion version: Int?, of order: OrderID
    ) throws(GridError) -> IndexPath {
        guard case .result(let number) = order else {
            return try self.place(of: item, toAfter: place, inVersion: version)
        }
        return try ownPlace(of: item, toAfter: place, inVersion: version, ofResult: number)
    }
}

extension Snapshot {
    /// The items above and below a place in its section, once `moved` are gone from it. O(moved log n).
    func neighbours(
        of place: IndexPath, without moved: Set<ItemOrdinal>
    ) -> (above: ItemOrdinal?, below: ItemOrdinal?) {
        // Places in the section that are left out of the count.
        let holes = moved.compactMap { indexPath(of: $0) }.filter { $0.section == place.section }.map(\.item).sorted()
        func item(_ index: Int) -> ItemOrdinal? {
            var path = index
            for hole in holes where hole <= path { path += 1 }
            guard path >= 0, path < numberOfItems(inSection: place.section) else { return nil }
            return self.item(at: IndexPath(place.section, path))
        }
        return (place.item > 0 ? item(place.item - 1) : nil, item(place.item))
    }
}
