import CollectionModel

extension CollectionState {
    /// The ordinal of a section, with its newest title.
    mutating func intern(section id: String, title: String) -> SectionOrdinal {
        let (ordinal, isNew) = sections.intern(id)
        if isNew { sectionTitles.append(title) } else { sectionTitles[Int(ordinal)] = title }
        return SectionOrdinal(rawValue: ordinal)
    }

    /// The flat indices of a section, or of everything.
    /// - Throws: `.notFound` when there is no such section.
    func flatRange(ofSection id: String?) throws(GridError) -> Range<Int> {
        guard let id else { return 0..<snapshot.numberOfItems }
        guard let raw = sections.ordinal(of: id), let index = snapshot.index(of: SectionOrdinal(rawValue: raw)) else {
            throw .notFound(.section, id: id)
        }
        let count = snapshot.numberOfItems(inSection: index)
        guard count > 0 else { return 0..<0 }
        let first = snapshot.flatIndex(for: IndexPath(index, 0))
        return first..<first + count
    }
}
