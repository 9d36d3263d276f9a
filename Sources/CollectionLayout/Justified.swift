/// Rows of one height each, filled from edge to edge by pictures in their own shapes.
///
/// Items come in blocks of `blockRows` rows. A block's place and height follow from counts alone: it is as tall as if
/// every picture had the usual shape. Within it, the shapes that are known decide how many rows there are and where they
/// break; the rows then share the block's height, so that pictures are cut by a few hundredths at most. What becomes
/// known later therefore moves nothing outside its own block: the scroll bar is exact from the start.
package struct Justified: Layout {
    package static let kind = "justified"

    /// The height that rows are meant to have, in px.
    package var rowHeight: Double
    package var spacing: Double
    package var inset: Double
    package var headerHeight: Double

    package init(rowHeight: Double = 200, spacing: Double = 4, inset: Double = 4, headerHeight: Double = 0) {
        self.rowHeight = rowHeight
        self.spacing = spacing
        self.inset = inset
        self.headerHeight = headerHeight
    }

    /// Width ÷ height of a picture whose shape is not known.
    static let usualAspectRatio = 1.4
    /// Rows of a block, were all pictures of the usual shape.
    static let blockRows = 10

    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        PreparedJustified(options: self, width: usableWidth(width).rounded(.down), sectionItemCounts: sectionItemCounts)
    }
}
