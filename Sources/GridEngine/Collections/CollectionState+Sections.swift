import CollectionModel
import CollectionQuery

extension CollectionState {
    /// Identifier and title of a section of any order.
    func section(_ ordinal: SectionOrdinal) -> (id: String, title: String) {
        if ordinal.rawValue >= GroupTable.firstOrdinal { return groups.group(ordinal) }
        return (sections[ordinal.rawValue], sectionTitles[Int(ordinal.rawValue)])
    }

    /// The flat indices of a section in an order of the collection, or of everything. O(1) for a section of its own, O(sections) for
    /// one of groups.
    /// - Throws: `.notFound` when there is no such section.
    func flatRange(ofSection id: String?, of order: Snapshot) throws(GridError) -> Range<Int> {
        guard let id else { return 0..<order.numberOfItems }
        let known = sections.ordinal(of: id).flatMap { order.index(of: SectionOrdinal($0)) }
        // Sections of groups have identifiers that are made.
        let found = known ?? (0..<order.numberOfSections).first { section(order.section(at: $0)).id == id }
        guard let index = found else { throw .notFound(.section, id: id) }
        return order.flatRange(ofSection: index)
    }
}
