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
            _ = state.measure(layout, layout.items(in: rect), source: collection.source)
            var elements: [(indexPath: IndexPath, frame: Rect)] = []
            let range = layout.items(in: rect)
            guard range.count <= Self.elementLimit else {
                throw .invalid(.rect, .rectTooLarge(limit: Self.elementLimit))
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

extension GridEngine {
    /// Shapes of pictures became known that a layout goes by: those who look at it ask anew. What is under their eyes
    /// stays. To be called about every second.
    func settleShapes() {
        for collection in collections.withLock({ Array($0.byID.values) }) {
            let hasSettled = collection.state.withLock { state in
                guard state.hasNewShapes else { return false }
                state.hasNewShapes = false
                return state.layouts.forgetIncomplete()
            }
            guard hasSettled else { continue }
            let version = collection.state.withLock { $0.version }
            for viewer in viewers.viewers(of: collection) {
                let goesByShapes = viewer.state.withLock { state in
                    guard state.layout.kind == Justified.kind else { return false }
                    state.planBasis = nil
                    return true
                }
                if goesByShapes { events.post(.reset(version: version), to: viewer.id) }
            }
        }
    }
}

extension CollectionState {
    /// Lets a layout know the shapes of items that somebody is about to look at.
    /// - Returns: whether frames may be others now.
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
}
