import CollectionLayout
import Prefetching

/// A prepared layout as a plan reads it: by heights alone.
struct LayoutGeometry: ScrollGeometry {
    let layout: any PreparedLayout

    func items(in span: Span) -> Range<Int> {
        layout.items(in: Rect(x: 0, y: span.top, width: layout.contentSize.width, height: span.height))
    }

    func span(ofItem flat: Int) -> Span {
        let row = layout.row(ofItem: flat)
        return Span(top: row.minY, bottom: row.maxY)
    }

    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) {
        let row = layout.row(ofItem: flat)
        return (row.items, Span(top: row.minY, bottom: row.maxY))
    }
}
