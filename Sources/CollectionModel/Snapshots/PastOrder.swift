/// The places before a patch, derived from the order that it led to: the older order is not built again.
struct PastOrder {
    let now: Snapshot
    let since: Patch
    private let sections: PatchSections
    private let items: PathMap
    /// Items that the patch took away, by their places before.
    private let taken: [IndexPath: ItemOrdinal]
    private let movedFrom: [ItemOrdinal: IndexPath]
    private let deletedSections: [Int: SectionOrdinal]

    /// `since` is the patch that led to `now`.
    init(before since: Patch, of now: Snapshot) {
        self.now = now
        self.since = since
        sections = PatchSections(since)
        items = since.itemMap
        var taken = [IndexPath: ItemOrdinal](minimumCapacity: since.deletes.count + since.moves.count)
        for delete in since.deletes { taken[delete.from] = delete.item }
        for move in since.moves { taken[move.from] = move.item }
        self.taken = taken
        movedFrom = Dictionary(uniqueKeysWithValues: since.moves.map { ($0.item, $0.from) })
        deletedSections = Dictionary(uniqueKeysWithValues: since.deleteSections.map { ($0.from, $0.section) })
    }

    var numberOfSections: Int { now.numberOfSections - since.insertSections.count + since.deleteSections.count }

    func section(at index: Int) -> SectionOrdinal {
        deletedSections[index] ?? now.section(at: sections.after(index)!)
    }

    func numberOfItems(inSection section: Int) -> Int {
        let left = items.numberTaken(section: section)
        // Every item of a deleted section is named by the patch.
        guard let after = sections.after(section) else { return left }
        return now.numberOfItems(inSection: after) - items.numberPlaced(section: after) + left
    }

    /// O(log n).
    func item(at path: IndexPath) -> ItemOrdinal {
        if let item = taken[path] { return item }
        let section = sections.after(path.section)!
        return now.item(at: IndexPath(section, items.itemAfter(rank: items.rank(before: path), section: section)))
    }

    /// The place of an item that is in the newer order as well; `nil` when the patch inserted it, or it is not there.
    func indexPath(of item: ItemOrdinal) -> IndexPath? {
        if let from = movedFrom[item] { return from }
        guard let path = now.indexPath(of: item), !items.isPlaced(after: path),
            let section = sections.before(path.section)
        else { return nil }
        return IndexPath(section, items.itemBefore(rank: items.rank(after: path), section: section))
    }

    /// Whether the patch moved this item.
    func isMoved(_ item: ItemOrdinal) -> Bool { movedFrom[item] != nil }
}
