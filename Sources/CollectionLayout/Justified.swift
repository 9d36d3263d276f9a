/// Rows of one height each, filled from edge to edge by pictures in their own shapes.
///
/// Items come in blocks of `blockRows` rows. A block's place and height follow from counts alone: it is as tall as if
/// every picture had the usual shape. Within it, the shapes that are known decide how many rows there are and where they
/// break; the rows then share the block's height, so that pictures are cut by a few hundredths at most. What becomes
/// known later therefore moves nothing outside its own block: the scroll bar is exact from the start.
package struct Justified: BlockLayout {
    package static let kind = "justified"

    /// The height that rows are meant to have, in px.
    package var rowHeight: Double
    package var spacing: Double
    package var inset: Double
    package var headerHeight: Double
    /// Minimum px of a section that shares a line with others, as of `ColumnFlow`.
    package var minSectionWidth: Double

    package init(
        rowHeight: Double = 200, spacing: Double = 4, inset: Double = 4, headerHeight: Double = 0,
        minSectionWidth: Double = 0
    ) {
        self.rowHeight = rowHeight
        self.spacing = spacing
        self.inset = inset
        self.headerHeight = headerHeight
        self.minSectionWidth = minSectionWidth
    }

    func itemsPerRow(inWidth inner: Double) -> Double {
        (inner + spacing) / (Self.usualAspectRatio * rowHeight + spacing)
    }

    func frames(aspects: [Double], size: Size, isOpen: Bool) -> [Rect] {
        JustifiedRows(aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen).frames
    }
}
