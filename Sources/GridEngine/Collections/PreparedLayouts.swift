import CollectionLayout
import CollectionModel

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

    /// To be called when a section's count changed.
    mutating func invalidate() {
        generation += 1
        prepared.removeAll()
    }

    /// To be called when items changed places: layouts that depend on their shapes are computed again.
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
