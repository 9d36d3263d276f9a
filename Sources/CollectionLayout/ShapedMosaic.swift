/// A mosaic whose pictures keep their shapes: rows of large pictures and of stacks of two small ones.
///
/// As `Justified`, but denser and less even. A picture is cut by a few hundredths, never by more than a fifth, unless it is
/// narrower than 3:10 or wider than 5:1. Rows of very many pictures are justified.
struct ShapedMosaic: BlockLayout {
    static let kind = Mosaic.kind

    var rowHeight: Double
    var headerHeight: Double
    var minSectionWidth: Double
    var spacing: Double { 2 }
    var inset: Double { 2 }

    /// A picture and a stack of two after each other: three pictures on the width of one and a half.
    func itemsPerRow(inWidth inner: Double) -> Double {
        (inner + spacing) / (Self.usualAspectRatio * rowHeight * 1.5 + 2 * spacing) * 3
    }

    /// Maximum items of a usual row whose tiles are searched for: the search takes the square of them in time and memory, and a request
    /// chooses width and height.
    private static let searchedRow = 32.0

    func frames(aspects: [Double], size: Size, isOpen: Bool) -> [Rect] {
        guard itemsPerRow(inWidth: size.width) <= Self.searchedRow else {
            return JustifiedRows(
                aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen
            ).frames
        }
        return MosaicRows(aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen).frames
    }
}
