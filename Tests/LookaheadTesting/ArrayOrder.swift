import CollectionModel

/// The order as plain arrays: the slow oracle beside `Snapshot`, and the page's own way of applying a patch.
package struct ArrayOrder: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
        package var id: SectionOrdinal
        package var items: [ItemOrdinal]

        package init(id: SectionOrdinal, items: [ItemOrdinal]) {
            self.id = id
            self.items = items
        }
    }

    package var sections: [Section]

    package init(sections: [Section]) {
        self.sections = sections
    }

    package init(_ snapshot: Snapshot) {
        sections = (0..<snapshot.numberOfSections).map { Section(id: snapshot.section(at: $0), items: []) }
        snapshot.forEachItem(inFlat: 0..<snapshot.numberOfItems) { _, path, item in
            sections[path.section].items.append(item)
        }
    }

    package func makeSnapshot() throws(SnapshotError) -> Snapshot {
        try Snapshot(sections: sections.map { ($0.id, $0.items) })
    }

    /// What a patch means, in its plainest form.
    package mutating func apply(_ patch: Patch) {
        // 1. Take away what is deleted or moved, from the end, so that the places before it stay true.
        for path in (patch.deletes.map(\.from) + patch.moves.map(\.from)).sorted(by: >) {
            sections[path.section].items.remove(at: path.item)
        }
        // 2. The same with whole sections; what moves is kept aside.
        var inHand = patch.insertSections.map { (at: $0.at, section: Section(id: $0.section, items: [])) }
        inHand += patch.moveSections.map { (at: $0.toAfter, section: sections[$0.from]) }
        for index in (patch.deleteSections.map(\.from) + patch.moveSections.map(\.from)).sorted(by: >) {
            sections.remove(at: index)
        }
        for entry in inHand.sorted(by: { $0.at < $1.at }) { sections.insert(entry.section, at: entry.at) }
        // 3. Put items to their places, from the front, so that each place is final.
        let puts = patch.inserts.map { ($0.at, $0.item) } + patch.moves.map { ($0.toAfter, $0.item) }
        for (path, item) in puts.sorted(by: { $0.0 < $1.0 }) {
            sections[path.section].items.insert(item, at: path.item)
        }
    }
}
