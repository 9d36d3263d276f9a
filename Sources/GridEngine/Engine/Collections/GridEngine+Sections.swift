import CollectionModel
import Prefetching

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
    /// - Throws: `.notFound`, `.opening`.
    package func sections(
        of id: String, offset: Int, limit: Int
    ) throws(GridError) -> (sections: [SectionSummary], total: Int, itemCount: Int, version: Int) {
        let served = try served(id)
        return try served.collection.withOpenState { state in
            let snapshot = state.snapshot(of: served.order)
            let total = snapshot.numberOfSections
            let range = min(offset, total)..<min(total, offset + limit)
            let sections = range.map { index in
                let (id, title) = state.section(snapshot.section(at: index))
                return SectionSummary(
                    id: id, title: title, first: snapshot.flatIndex(for: IndexPath(index, 0)),
                    itemCount: snapshot.numberOfItems(inSection: index))
            }
            return (sections, total, snapshot.numberOfItems, state.version(of: served.order))
        }
    }
}

/// A section that has items, and where it begins in a viewer's layout.
package struct SectionMark: Sendable, Equatable {
    package var section: SectionSummary
    /// Top edge of its first item's row, in content px.
    package var top: Double
}

extension GridEngine {
    /// Sections with items, in the layout of a viewer, for a scroll bar: at most `limit`, evenly chosen, the first among
    /// them. O(limit · log sections).
    /// - Throws: `.notFound` when there is no such viewer; `.opening`.
    package func marks(
        of name: ViewerID, limit: Int
    ) throws(GridError) -> (marks: [SectionMark], version: Int) {
        let viewer = try findViewer(name)
        let (description, width, order) = viewer.state.withLock { ($0.layout, $0.width, $0.order) }
        return try viewer.collection.withOpenState { state in
            let snapshot = state.snapshot(of: order)
            let layout = state[order].layout(description, width: width)
            let step = max(1, (snapshot.numberOfSections + limit - 1) / limit)
            let marks = stride(from: 0, to: snapshot.numberOfSections, by: step).compactMap { index -> SectionMark? in
                let count = snapshot.numberOfItems(inSection: index)
                guard count > 0 else { return nil }
                let (id, title) = state.section(snapshot.section(at: index))
                let first = snapshot.flatIndex(for: IndexPath(index, 0))
                return SectionMark(
                    section: SectionSummary(id: id, title: title, first: first, itemCount: count),
                    top: layout.frame(ofItem: first).minY)
            }
            return (marks, state.version(of: order))
        }
    }
}
