/// Rows of one height each, filled from edge to edge by pictures in their own shapes.
///
/// Items come in blocks of `blockRows` rows. A block's place and height follow from counts alone: it is as tall as if
/// every picture had the usual shape. Within it, the shapes that are known decide how many rows there are and where they
/// break; the rows then share the block's height, so that pictures are cut by a few hundredths at most. What becomes
/// known later therefore moves nothing outside its own block: the scroll bar is exact from the start.
public struct Justified: BlockLayout {
    package static let kind = "justified"

    /// The height that rows are meant to have, in px.
    public package(set) var rowHeight: Double
    /// Free px between items and between rows.
    public package(set) var spacing: Double
    /// Free px around a section's rows.
    public package(set) var inset: Double
    /// The height of a section's header in px; 0 without headers.
    public package(set) var headerHeight: Double
    /// Minimum px of a section that shares a line with others, as of `ColumnFlow`.
    public package(set) var minSectionWidth: Double

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
