import CollectionLayout
import CollectionModel

/// The elements of a rect in a layout, for any client.
package struct LayoutAnswer: Sendable {
    package var version: Int
    package var contentSize: Size
    package var elements: [(indexPath: IndexPath, frame: Rect)]
    package var headers: [SectionHeader]
}

extension GridEngine {
    /// Maximum number of elements: a rect is meant to be a screen or a few.
    private static let elementLimit = 10_000

    /// The elements of a layout that meet a rect.
    /// - Throws: `.notFound`, `.opening`, or `.invalid` when the rect holds too many items.
    package func layout(
        of id: String, _ description: LayoutDescription, width: Double, rect: Rect
    ) throws(GridError) -> LayoutAnswer {
        let served = try served(id)
        let (source, order) = (served.collection.source, served.order)
        return try served.collection.withOpenState { (state) throws(GridError) in
            let layout = state[order].layout(description, width: width)
            _ = state.measure(layout, layout.items(in: rect), of: order, source: source)
            var elements: [(indexPath: IndexPath, frame: Rect)] = []
            let range = layout.items(in: rect)
            guard range.count <= Self.elementLimit else {
                throw .invalid(.rect, .rectTooLarge(limit: Self.elementLimit))
            }
            state.snapshot(of: order).forEachItem(inFlat: range) { flat, indexPath, _ in
                let frame = layout.frame(ofItem: flat)
                if frame.meets(rect) { elements.append((indexPath, frame)) }
            }
            return LayoutAnswer(
                version: state.version(of: order), contentSize: layout.contentSize, elements: elements,
                headers: state.headers(of: layout, in: rect, of: order))
        }
    }
}

extension GridEngine {
    /// Resets the viewers of layouts that depend on the shapes of pictures, where such shapes became known. What they show
    /// stays in place. To be called about every second.
    func settleShapes() {
        for collection in collections.withLock({ Array($0.byID.values) }) {
            let hasSettled = collection.state.withLock { state in
                guard state.hasNewShapes else { return false }
                state.hasNewShapes = false
                return state.forgetIncompleteLayouts()
            }
            guard hasSettled else { continue }
            for viewer in viewers.viewers(of: collection) {
                let goesByShapes = viewer.state.withLock { state in
                    guard state.layout.goesByShapes else { return false }
                    state.planBasis = nil
                    return true
                }
                if goesByShapes { viewers.reset(viewer) }
            }
        }
    }
}
