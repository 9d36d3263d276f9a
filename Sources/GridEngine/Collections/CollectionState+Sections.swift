import CollectionModel
import CollectionQuery

extension CollectionState {
    /// The ordinal of a section, with its newest title.
    mutating func intern(section id: String, title: String) -> SectionOrdinal {
        let (ordinal, isNew) = sections.intern(id)
        if isNew { sectionTitles.append(title) } else { sectionTitles[Int(ordinal)] = title }
        return SectionOrdinal(rawValue: ordinal)
    }

    /// Identifier and title of a section of any order.
    func section(_ ordinal: SectionOrdinal) -> (id: String, title: String) {
        if ordinal.rawValue >= GroupTable.firstOrdinal { return groups.group(ordinal) }
        return (sections[ordinal.rawValue], sectionTitles[Int(ordinal.rawValue)])
    }

    /// The flat indices of a section, or of everything.
    /// - Throws: `.notFound` when there is no such section.
    func flatRange(ofSection id: String?, in order: OrderID) throws(GridError) -> Range<Int> {
        let snapshot = self.snapshot(of: order)
        guard let id else { return 0..<snapshot.numberOfItems }
        guard let index = index(ofSection: id, in: order) else {
            throw .notFound(.section, id: id)
        }
        let count = snapshot.numberOfItems(inSection: index)
        guard count > 0 else { return 0..<0 }
        let first = snapshot.flatIndex(for: IndexPath(index, 0))
        return first..<first + count
    }

    /// The place of a section in an order. O(1) in the collection's own, O(sections) among groups.
    func index(ofSection id: String, in order: OrderID) -> Int? {
        let snapshot = self.snapshot(of: order)
        if let raw = sections.ordinal(of: id), let index = snapshot.index(of: SectionOrdinal(raw)) { return index }
        guard order != .own else { return nil }
        return (0..<snapshot.numberOfSections).first { section(snapshot.section(at: $0)).id == id }
    }
}
