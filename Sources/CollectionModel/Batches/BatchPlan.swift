/// A batch update checked against the snapshot it is made for, on its way to a patch.
///
/// Costs O(k log k) for k operations and a look-up in the snapshot for each; a deleted section costs its items.
struct BatchPlan {
    /// An occupant that leaves its place before the update.
    struct Take {
        var path: IndexPath
        var source: BatchUpdateError.Source
    }

    /// An item that is at a given place after the update.
    struct Put {
        var path: IndexPath
        var item: ItemOrdinal
        /// Its place before the update when it moves.
        var from: IndexPath?
        var source: BatchUpdateError.Source
    }

    let snapshot: Snapshot
    let batch: BatchUpdate
    /// A difference may move items out of sections that it deletes; a batch may not.
    let allowsMovesOutOfDeletedSections: Bool

    var sections = PathMap(taken: [], placed: [])
    var sectionsAfter = 0
    /// The section moves and inserts by their index after the update.
    var movedSectionAt: [Int: Int] = [:]
    var insertedSectionAt: [Int: Int] = [:]
    var deletedSections: Set<Int> = []
    /// Ascending by path, one a place.
    var takes: [Take] = []
    var puts: [Put] = []

    init(
        _ batch: BatchUpdate, on snapshot: Snapshot, allowsMovesOutOfDeletedSections: Bool
    ) throws(BatchUpdateError) {
        self.snapshot = snapshot
        self.batch = batch
        self.allowsMovesOutOfDeletedSections = allowsMovesOutOfDeletedSections
        try placeSections()
        try checkSectionIdentifiers()
        try takeItems()
        try putItems()
        try checkItemIdentifiers()
    }

    /// The section before the update that is at `after` once it is done; `nil` for an inserted one.
    func sectionBefore(_ after: Int) -> Int? {
        if let move = movedSectionAt[after] { return batch.moveSections[move].fromBefore }
        return insertedSectionAt[after] == nil ? sections.sectionBefore(after) : nil
    }

    // MARK: Sections

    private mutating func placeSections() throws(BatchUpdateError) {
        let count = snapshot.numberOfSections
        var taken: [Take] = []
        for (index, section) in batch.deleteSectionsBefore.enumerated() {
            taken.append(Take(path: IndexPath(0, section), source: .init(.deleteSections, index)))
            deletedSections.insert(section)
        }
        for (index, move) in batch.moveSections.enumerated() {
            taken.append(Take(path: IndexPath(0, move.fromBefore), source: .init(.moveSections, index)))
        }
        for take in taken where !(0..<count).contains(take.path.item) {
            throw .sectionOutsideBefore(take.path.item, take.source, sections: count)
        }
        if let (first, second) = Self.sortAndFindTwice(&taken, by: { $0.path }) {
            throw .sectionTwiceBefore(second.path.item, first.source, second.source)
        }

        sectionsAfter = count - batch.deleteSectionsBefore.count + batch.insertSections.count
        var placed: [Take] = []
        for (index, insert) in batch.insertSections.enumerated() {
            placed.append(Take(path: IndexPath(0, insert.atAfter), source: .init(.insertSections, index)))
            insertedSectionAt[insert.atAfter] = index
        }
        for (index, move) in batch.moveSections.enumerated() {
            placed.append(Take(path: IndexPath(0, move.toAfter), source: .init(.moveSections, index)))
            movedSectionAt[move.toAfter] = index
        }
        for place in placed where !(0..<sectionsAfter).contains(place.path.item) {
            throw .sectionOutsideAfter(
                place.path.item, place.source, sectionsBefore: count, sectionsAfter: sectionsAfter)
        }
        if let (first, second) = Self.sortAndFindTwice(&placed, by: { $0.path }) {
            throw .sectionTwiceAfter(second.path.item, first.source, second.source)
        }
        sections = PathMap(taken: taken.map(\.path), placed: placed.map(\.path))
    }

    private func checkSectionIdentifiers() throws(BatchUpdateError) {
        var seen: Set<SectionOrdinal> = []
        for (index, insert) in batch.insertSections.enumerated() {
            let stays = snapshot.index(of: insert.section).map { !deletedSections.contains($0) } ?? false
            if stays || !seen.insert(insert.section).inserted {
                throw .duplicateSection(insert.section, .init(.insertSections, index))
            }
        }
    }

    // MARK: Items

    private mutating func takeItems() throws(BatchUpdateError) {
        takes.reserveCapacity(batch.deletesBefore.count + batch.moves.count)
        for (index, path) in batch.deletesBefore.enumerated() {
            takes.append(Take(path: path, source: .init(.deletes, index)))
        }
        for (index, move) in batch.moves.enumerated() {
            takes.append(Take(path: move.fromBefore, source: .init(.moves, index)))
        }
        for take in takes {
            try checkBefore(take.path, take.source)
            if take.source.member == .moves, !allowsMovesOutOfDeletedSections,
                deletedSections.contains(take.path.section)
            {
                throw .movedOutOfDeletedSection(take.path, take.source)
            }
        }
        if let (first, second) = Self.sortAndFindTwice(&takes, by: { $0.path }) {
            throw .itemTwiceBefore(second.path, first.source, second.source)
        }
    }

    func checkBefore(_ path: IndexPath, _ source: BatchUpdateError.Source) throws(BatchUpdateError) {
        let count = snapshot.numberOfSections
        guard 0..<count ~= path.section else {
            throw .itemOutsideBefore(path, source, sections: count, count: nil)
        }
        let items = snapshot.numberOfItems(inSection: path.section)
        guard 0..<items ~= path.item else {
            throw .itemOutsideBefore(path, source, sections: count, count: items)
        }
    }

    private mutating func putItems() throws(BatchUpdateError) {
        puts.reserveCapacity(batch.inserts.count + batch.moves.count)
        for (index, insert) in batch.inserts.enumerated() {
            puts.append(Put(path: insert.atAfter, item: insert.item, source: .init(.inserts, index)))
        }
        for (index, move) in batch.moves.enumerated() {
            puts.append(
                Put(
                    path: move.toAfter, item: snapshot.item(at: move.fromBefore), from: move.fromBefore,
                    source: .init(.moves, index)))
        }
        if let (first, second) = Self.sortAndFindTwice(&puts, by: { $0.path }) {
            throw .itemTwiceAfter(second.path, first.source, second.source)
        }
        try checkAfter()
        fillInsertedSections()
    }

    private func checkAfter() throws(BatchUpdateError) {
        let items = PathMap(taken: takes.map(\.path), placed: puts.map(\.path))
        var section = Int.min
        var (before, after): (Int?, Int) = (nil, 0)
        for put in puts {
            guard 0..<sectionsAfter ~= put.path.section else {
                throw .itemOutsideAfter(
                    put.path, put.source, sections: sectionsAfter, countBefore: nil, countAfter: nil)
            }
            if put.path.section != section {
                section = put.path.section
                let index = sectionBefore(section)
                before = index.map(snapshot.numberOfItems(inSection:))
                after =
                    (before ?? 0) - (index.map(items.numberTaken(section:)) ?? 0) + items.numberPlaced(section: section)
                if let insert = insertedSectionAt[section] { after += batch.insertSections[insert].items.count }
            }
            guard 0..<after ~= put.path.item else {
                throw .itemOutsideAfter(
                    put.path, put.source, sections: sectionsAfter, countBefore: before, countAfter: after)
            }
        }
    }

    /// Gives the items of inserted sections the places that nothing else takes there.
    private mutating func fillInsertedSections() {
        var added: [Put] = []
        for (index, insert) in batch.insertSections.enumerated() where !insert.items.isEmpty {
            let range = PathMap.range(of: insert.atAfter, in: puts.map(\.path))
            var occupied = puts[range].map(\.path.item)[...]
            var place = 0
            for item in insert.items {
                while occupied.first == place {
                    occupied.removeFirst()
                    place += 1
                }
                added.append(
                    Put(path: IndexPath(insert.atAfter, place), item: item, source: .init(.insertSections, index)))
                place += 1
            }
        }
        guard !added.isEmpty else { return }
        puts.append(contentsOf: added)
        puts.sort { $0.path < $1.path }
    }

    private func checkItemIdentifiers() throws(BatchUpdateError) {
        var seen: Set<ItemOrdinal> = []
        for put in puts where put.from == nil {
            let stays = snapshot.indexPath(of: put.item).map { !isDeleted($0) } ?? false
            if stays || !seen.insert(put.item).inserted { throw .duplicateItem(put.item, put.source) }
        }
    }

    /// Whether the item that is there before the update is deleted, by itself or with its section.
    func isDeleted(_ path: IndexPath) -> Bool {
        let index = takes.partitioningIndex { $0.path >= path }
        if index < takes.count, takes[index].path == path { return takes[index].source.member == .deletes }
        return deletedSections.contains(path.section)
    }

    /// Sorts by place.
    /// - Returns: the first two that share one, in the order they were given.
    private static func sortAndFindTwice<Element>(
        _ elements: inout [Element], by path: (Element) -> IndexPath
    ) -> (Element, Element)? {
        elements.sort { path($0) < path($1) }
        for index in elements.indices.dropLast()
        where path(elements[index]) == path(elements[index + 1]) {
            return (elements[index], elements[index + 1])
        }
        return nil
    }
}
