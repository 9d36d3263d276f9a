import CollectionLayout
import CollectionModel

extension CollectionState {
    /// A layout for the newest version, with its number.
    mutating func prepared(_ description: LayoutDescription, width: Double) -> VersionedLayout {
        VersionedLayout(
            layout: layout(description, width: width), version: version, generation: layouts.generation)
    }

    /// The section counts, prepared for one layout and width; shared by all viewers that ask for the same.
    mutating func layout(_ description: LayoutDescription, width: Double) -> any PreparedLayout {
        layouts.layout(description, width: width, snapshot: snapshot)
    }

    /// Reports the shapes of items that are about to be shown to a layout.
    /// - Returns: whether frames may have changed.
    func measure(_ layout: any PreparedLayout, _ items: Range<Int>, source: any ItemSource) -> Bool {
        layout.measure(items) { aspectRatio(ofFlat: $0, source: source) }
    }

    func headers(of layout: any PreparedLayout, in rect: Rect) -> [SectionHeader] {
        layout.headers(in: rect).map { element in
            let ordinal = snapshot.section(at: element.section)
            return SectionHeader(
                section: element.section, id: sections[ordinal.rawValue],
                title: sectionTitles[Int(ordinal.rawValue)],
                itemCount: snapshot.numberOfItems(inSection: element.section), frame: element.frame,
                sectionFrame: element.sectionFrame)
        }
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
}
