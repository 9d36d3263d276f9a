import CollectionModel

/// A section without its items.
package struct SectionSummary: Sendable, Equatable {
    package var id: String
    package var title: String
    /// Flat index of its first item; of the next section's where it has none.
    package var first: Int
    package var itemCount: Int
}

extension GridEngine {
    /// Sections from `offset` on, at most `limit`. O(log sections + limit).
    package func sections(
        of id: String, offset: Int, limit: Int
    ) throws(GridError) -> (sections: [SectionSummary], total: Int, itemCount: Int, version: Int) {
        try collection(id).withOpenState { state in
            let snapshot = state.snapshot
            let total = snapshot.numberOfSections
            let range = min(offset, total)..<min(total, offset + limit)
            let sections = range.map { index in
                let ordinal = snapshot.section(at: index)
                return SectionSummary(
                    id: state.sections[ordinal.rawValue], title: state.sectionTitles[Int(ordinal.rawValue)],
                    first: snapshot.flatIndex(for: IndexPath(index, 0)),
                    itemCount: snapshot.numberOfItems(inSection: index))
            }
            return (sections, total, snapshot.numberOfItems, state.version)
        }
    }
}
