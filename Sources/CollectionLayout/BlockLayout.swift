/// A layout whose rows follow the shapes of pictures, in blocks whose places and heights follow from counts alone.
///
/// A block is as tall as if all its pictures had the usual shape; what is within it depends on the shapes that are known.
protocol BlockLayout: Layout {
    /// The height that rows are meant to have, in px.
    var rowHeight: Double { get }
    /// Between items and between rows, in px.
    var spacing: Double { get }
    /// Free px around a section's rows.
    var inset: Double { get }
    /// Px; 0 without headers.
    var headerHeight: Double { get }
    /// Minimum px of a section that shares a line; 0 when none does.
    var minSectionWidth: Double { get }

    /// Items of a row, were all pictures of the usual shape. `inner` is in px.
    func itemsPerRow(inWidth inner: Double) -> Double

    /// The frames of one block's items, counted from its top left.
    /// - Parameters:
    ///   - aspects: width ÷ height of each item, in order; not empty.
    ///   - size: of the block, in px.
    ///   - isOpen: whether the last row may end before the edge: the block is its section's last.
    /// - Returns: a frame for each item, in px.
    func frames(aspects: [Double], size: Size, isOpen: Bool) -> [Rect]
}

extension BlockLayout {
    /// Width ÷ height of a picture whose shape is not known.
    static var usualAspectRatio: Double { 1.4 }
    /// Rows of a block, were all pictures of the usual shape.
    static var blockRows: Int { 10 }

    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        let width = usableWidth(width).rounded(.down)
        let row = ShapedLineRow(
            height: rowHeight.rounded(), spacing: spacing, inset: inset, usualAspectRatio: Self.usualAspectRatio,
            minSectionWidth: minSectionWidth, contentWidth: width)
        return PreparedBlocks<Self>.prepare(
            sectionItemCounts: sectionItemCounts, minSectionWidth: minSectionWidth, row: row
        ) { PreparedBlocks(options: self, width: width, sectionItemCounts: $0) }
    }

    /// Px of `rows` rows of the usual height, spacing between them included.
    func height(ofRows rows: Int) -> Double {
        (Double(rows) * (rowHeight + spacing) - spacing).rounded()
    }

    /// Px of the rows of `count` items. A row may hold a few more items than usual, rather than leave one to the next row.
    func height(ofItems count: Int, itemsPerRow: Double) -> Double {
        height(ofRows: max(1, Int((Double(count) / itemsPerRow - 0.15).rounded(.up))))
    }
}
