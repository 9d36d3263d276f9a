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

    /// Headers that meet a part of the content, of the sections that are wanted.
    func headers(
        of layout: any PreparedLayout, in rect: Rect, of order: OrderID,
        where isWanted: (HeaderElement) -> Bool = { _ in true }
    ) -> [SectionHeader] {
        let elements = layout.headers(in: rect).filter(isWanted)
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

    /// For a result that leaves out nothing else, the collection's own order knows it.
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

/// Prepared layouts of one collection: one per layout and width, until the section counts change.
struct PreparedLayouts: Sendable {
    private struct Key: Hashable {
        var description: LayoutDescription
        var width: Double
    }

    /// Maximum number of layouts: widths differ by browser window, and a few remain for windows that are resized.
    private static let limit = 16

    private var prepared: [Key: any PreparedLayout] = [:]
    /// The number of invalidations.
    private(set) var generation = 0
    /// The number of layouts computed: scrolling adds none.
    private(set) var preparations = 0

    mutating func layout(
        _ description: LayoutDescription, width: Double, snapshot: Snapshot
    ) -> any PreparedLayout {
        let key = Key(description: description, width: width)
        if let layout = prepared[key] { return layout }
        if prepared.count >= Self.limit { prepared.removeAll() }
        preparations += 1
        let layout = description.layout.prepare(width: width, sectionItemCounts: snapshot.itemCounts)
        prepared[key] = layout
        return layout
    }

    /// Discards prepared layouts. Call it when a section's count changed.
    mutating func invalidate() {
        generation += 1
        prepared.removeAll()
    }

    /// Discards layouts that depend on shapes. Call it when items changed places.
    mutating func invalidateShapes() {
        guard prepared.keys.contains(where: { $0.description.goesByShapes }) else { return }
        generation += 1
        prepared = prepared.filter { !$0.key.description.goesByShapes }
    }

    /// To be called when shapes became known.
    /// - Returns: whether frames may have changed.
    func forgetIncomplete() -> Bool {
        prepared.values.reduce(false) { $1.forgetIncomplete() || $0 }
    }
}

/// A prepared layout and the collection's version whose section counts it holds for.
struct VersionedLayout: Sendable {
    var layout: any PreparedLayout
    var version: Int
    /// Frames can settle within a version.
    var generation: Int
}
