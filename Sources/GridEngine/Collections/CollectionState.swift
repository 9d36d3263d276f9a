import CollectionLayout
import CollectionModel
import JSONText

/// Everything that is known of one collection at its newest durable version. Lives under `LiveCollection`'s lock.
struct CollectionState: Sendable {
    /// What people changed of one item.
    struct Overlay: Sendable {
        /// A merge patch over the source's attributes: `null` hides one.
        var attributes: JSONObject
        /// How often it changed: added to the content's revision.
        var changes: UInt64
    }

    struct PictureSize: Sendable {
        var width: Int32
        var height: Int32

        var aspectRatio: Double? { width > 0 && height > 0 ? Double(width) / Double(height) : nil }
    }

    var isOpen = false
    /// Set once it is deleted: changes that still wait for it are refused.
    var isRemoved = false
    var version = 0
    var snapshot = Snapshot()
    /// Identifiers ↔ ordinals, only ever added to: shared by all versions.
    var items = IdentifierTable()
    var sections = IdentifierTable()
    /// By section ordinal.
    var sectionTitles: [String] = []
    /// Content revisions by item ordinal.
    var revisions: [UInt64] = []
    var overlays: [ItemOrdinal: Overlay] = [:]
    /// Sizes that a load found out and the source did not know.
    var measured: [ItemOrdinal: PictureSize] = [:]
    /// The colours behind pictures, 0xRRGGBB, of items whose preview, or transparent picture, was loaded.
    var colours: [ItemOrdinal: UInt32] = [:]
    /// Index of the width step that viewers asked for last.
    var usualStepIndex = 0
    /// Sizes were found out that layouts do not know of yet.
    var hasNewShapes = false
    var log = VersionLog()
    var skipped: [Reason: Int] = [:]
    /// Why the source could not be read last, or why its listing was not used; `nil` after a listing that was.
    var problem: Reason?
    var refresh: RefreshProgress?
    var history = ChangeHistory()
    var layouts = PreparedLayouts()

    /// The item as browsers see it. O(1).
    func item(_ ordinal: ItemOrdinal, source: any ItemSource) -> Item { known(of: ordinal).item(of: source) }

    /// What is known of an item beyond its source. Cheap, so that the source need not be asked under the lock.
    func known(of ordinal: ItemOrdinal) -> KnownItem {
        KnownItem(
            id: items[ordinal.rawValue], overlay: overlays.isEmpty ? nil : overlays[ordinal],
            size: measured.isEmpty ? nil : measured[ordinal], colour: colours.isEmpty ? nil : colours[ordinal])
    }

    /// Frames of the newest version, and which that is.
    mutating func prepared(_ description: LayoutDescription, width: Double) -> VersionedLayout {
        VersionedLayout(
            layout: layout(description, width: width), version: version, generation: layouts.generation)
    }

    /// Width ÷ height of an item's picture, where it is known. O(log n).
    func aspectRatio(ofFlat flat: Int, source: any ItemSource) -> Double? {
        let ordinal = snapshot.item(atFlat: flat)
        if let size = measured[ordinal] { return size.aspectRatio }
        guard let item = source.item(items[ordinal.rawValue]), let width = item.width, let height = item.height,
            width > 0, height > 0
        else { return nil }
        return Double(width) / Double(height)
    }

    /// The section counts, prepared for one layout and width; shared by all viewers that ask for the same.
    mutating func layout(_ description: LayoutDescription, width: Double) -> any PreparedLayout {
        layouts.layout(description, width: width, snapshot: snapshot)
    }
}

/// A prepared layout and the collection's version whose section counts it holds for.
struct VersionedLayout: Sendable {
    var layout: any PreparedLayout
    var version: Int
    /// Frames can settle within a version.
    var generation: Int
}

/// Prepared layouts of one collection: one per layout and width, as long as the section counts stand.
struct PreparedLayouts: Sendable {
    private struct Key: Hashable {
        var description: LayoutDescription
        var width: Double
    }

    /// Widths differ by each browser's window; a few stay for those who resize.
    private static let limit = 16

    private var prepared: [Key: any PreparedLayout] = [:]
    /// Counts the invalidations.
    private(set) var generation = 0
    /// How many layouts were worked out: mere scrolling adds none.
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

    /// To be called when items changed places: what goes by their shapes is to be worked out anew.
    mutating func invalidateShapes() {
        guard prepared.keys.contains(where: { $0.description.kind == Justified.kind }) else { return }
        generation += 1
        prepared = prepared.filter { $0.key.description.kind != Justified.kind }
    }

    /// To be called when shapes became known. Answers whether anything may lie elsewhere now.
    func forgetIncomplete() -> Bool {
        prepared.values.reduce(false) { $1.forgetIncomplete() || $0 }
    }
}
