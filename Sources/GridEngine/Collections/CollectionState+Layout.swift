import CollectionLayout
import CollectionModel
import CollectionQuery

extension CollectionState {

    /// Reports the shapes of items that are about to be shown to a layout.
    /// - Returns: whether frames may have changed.
    func measure(
        _ layout: any PreparedLayout, _ items: Range<Int>, of order: OrderID, source: ServedSource
    ) -> Bool {
        let snapshot = snapshot(of: order)
        return layout.measure(items) { aspectRatio(of: snapshot.item(atFlat: $0), source: source) }
    }

    /// To be called when shapes became known.
    /// - Returns: whether frames of any order may have changed.
    func forgetIncompleteLayouts() -> Bool {
        results.values.reduce(own.layouts.forgetIncomplete()) { $1.order.layouts.forgetIncomplete() || $0 }
    }

    func headers(of layout: any PreparedLayout, in rect: Rect, of order: OrderID) -> [SectionHeader] {
        let elements = layout.headers(in: rect)
        if elements.isEmpty { return [] }
        let snapshot = snapshot(of: order)
        let query = query(of: order)
        return elements.map { element in
            let ordinal = snapshot.section(at: element.section)
            let (id, title) = section(ordinal)
            var header = SectionHeader(
                section: element.section, id: id, title: title,
                itemCount: snapshot.numberOfItems(inSection: element.section), frame: element.frame,
                sectionFrame: element.sectionFrame)
            if let folding = query?.folding, folding.folds(id) {
                header.isFolded = true
                header.foldedCount = foldedCount(ordinal, query)
            }
            return header
        }
    }

    private func query(of order: OrderID) -> Query? {
        guard case .result(let number) = order else { return nil }
        return results[number]?.query
    }

    /// Of a result that leaves out nothing else, the collection's own order knows it.
    private func foldedCount(_ section: SectionOrdinal, _ query: Query?) -> Int? {
        guard let query, Query(search: query.search, filter: query.filter).isUnfiltered, query.keepsOwnOrder else {
            return nil
        }
        return snapshot.index(of: section).map { snapshot.numberOfItems(inSection: $0) }
    }

    /// Width ÷ height of an item's picture, where it is known. O(1).
    private func aspectRatio(of ordinal: ItemOrdinal, source: ServedSource) -> Double? {
        if let size = measured[ordinal] { return size.aspectRatio }
        guard let item = source.item(items[ordinal.rawValue]), let width = item.width, let height = item.height,
            width > 0, height > 0
        else { return nil }
        return Double(width) / Double(height)
    }
}

extension ShownOrder {
    /// A layout for the newest version, with its number.
    mutating func prepared(_ description: LayoutDescription, width: Double) -> VersionedLayout {
        VersionedLayout(
            layout: layout(description, width: width), version: version, generation: layouts.generation)
    }

    /// The section counts, prepared for one layout and width; shared by all viewers that ask for the same.
    mutating func layout(_ description: LayoutDescription, width: Double) -> any PreparedLayout {
        layouts.layout(description, width: width, snapshot: snapshot)
    }
}
