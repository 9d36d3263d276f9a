import CollectionLayout
import CollectionModel

/// A layout alone, for any client: the elements of a rect.
package struct LayoutAnswer: Sendable {
    package var version: Int
    package var contentSize: Size
    package var elements: [(indexPath: IndexPath, frame: Rect)]
    package var headers: [SectionHeader]
}

extension GridEngine {
    /// Elements beyond this are left out: a rect is meant to be a screen or a few.
    private static let elementLimit = 10_000

    package func layout(
        of id: String, _ description: LayoutDescription, width: Double, rect: Rect
    ) throws(GridError) -> LayoutAnswer {
        let collection = try collection(id)
        return try collection.withOpenState { (state) throws(GridError) in
            let layout = state.layout(description, width: width)
            var elements: [(indexPath: IndexPath, frame: Rect)] = []
            let range = layout.items(in: rect)
            guard range.count <= Self.elementLimit else {
                throw .invalid(pointer: "/rect", detail: "the rect holds more than \(Self.elementLimit) items")
            }
            state.snapshot.forEachItem(inFlat: range) { flat, indexPath, _ in
                let frame = layout.frame(ofItem: flat)
                if frame.meets(rect) { elements.append((indexPath, frame)) }
            }
            return LayoutAnswer(
                version: state.version, contentSize: layout.contentSize, elements: elements,
                headers: state.headers(of: layout, in: rect))
        }
    }
}

extension CollectionState {
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
}
