/// The order of a collection at one version: sections of items, all by ordinal. A value.
package struct Snapshot: Sendable {
    private var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []

    package init() {}

    /// Builds an order in bulk, O(n). Refuses an item or a section that stands twice.
    package init(sections: [(id: SectionOrdinal, items: [ItemOrdinal])]) throws(SnapshotError) {
        var seenSections: Set<SectionOrdinal> = []
        var seen: Set<ItemOrdinal> = []
        for section in sections {
            guard seenSections.insert(section.id).inserted else { throw .duplicateSection(section.id) }
            for item in section.items where !seen.insert(item).inserted { throw .duplicateItem(item) }
        }
        self.sections = sections
    }

    package var numberOfSections: Int { sections.count }
    package var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    package func numberOfItems(inSection section: Int) -> Int { sections[section].items.count }
    /// Items per section, for layouts.
    package var itemCounts: [Int] { sections.map(\.items.count) }

    package func section(at index: Int) -> SectionOrdinal { sections[index].id }
    package func index(of section: SectionOrdinal) -> Int? { sections.firstIndex { $0.id == section } }

    package func item(at path: IndexPath) -> ItemOrdinal { sections[path.section].items[path.item] }
    package func item(atFlat index: Int) -> ItemOrdinal { item(at: indexPath(forFlat: index)) }

    package func indexPath(of item: ItemOrdinal) -> IndexPath? {
        for (index, section) in sections.enumerated() {
            if let place = section.items.firstIndex(of: item) { return IndexPath(index, place) }
        }
        return nil
    }

    package func flatIndex(of item: ItemOrdinal) -> Int? { indexPath(of: item).map(flatIndex(for:)) }

    /// The path of the item at a flat index; at the end of everything for the number of items.
    package func indexPath(forFlat index: Int) -> IndexPath {
        var rest = index
        for (number, section) in sections.enumerated() {
            if rest < section.items.count { return IndexPath(number, rest) }
            rest -= section.items.count
        }
        return IndexPath(sections.count, rest)
    }

    package func flatIndex(for path: IndexPath) -> Int {
        sections[..<path.section].reduce(path.item) { $0 + $1.items.count }
    }

    /// Calls `body` with flat index, index path and item, in order, for each item of a flat range.
    package func forEachItem<E: Error>(
        inFlat range: Range<Int>, _ body: (Int, IndexPath, ItemOrdinal) throws(E) -> Void
    ) throws(E) {
        guard !range.isEmpty else { return }
        var flat = range.lowerBound
        var path = indexPath(forFlat: flat)
        while flat < range.upperBound {
            while path.item == sections[path.section].items.count { path = IndexPath(path.section + 1, 0) }
            try body(flat, path, sections[path.section].items[path.item])
            flat += 1
            path.item += 1
        }
    }

    /// Applies a patch that is known to fit.
    mutating func replay(_ patch: Patch) {
        let map = PatchSections(patch)
        let items = patch.itemMap
        let before = sections
        let count = before.count - patch.deleteSections.count + patch.insertSections.count
        var inserted: [Int: SectionOrdinal] = [:]
        for insert in patch.insertSections { inserted[insert.at] = insert.section }
        var placed: [(at: IndexPath, item: ItemOrdinal)] =
            patch.inserts.map { ($0.at, $0.item) } + patch.moves.map { ($0.toAfter, $0.item) }
        placed.sort { $0.at < $1.at }
        var next = placed[...]
        sections = (0..<count).map { after in
            var result: [ItemOrdinal] = []
            var id = inserted[after]
            var rest: [ItemOrdinal] = []
            if let index = map.before(after) {
                id = before[index].id
                rest = before[index].items.enumerated().filter { !items.isTaken(before: IndexPath(index, $0.offset)) }
                    .map(\.element)
            }
            for item in rest {
                while let first = next.first, first.at == IndexPath(after, result.count) {
                    result.append(next.removeFirst().item)
                }
                result.append(item)
            }
            while let first = next.first, first.at.section == after { result.append(next.removeFirst().item) }
            return (id!, result)
        }
    }
}
