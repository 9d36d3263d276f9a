/// A mosaic whose pictures keep their shapes: rows of large pictures and of stacks of two small ones.
///
/// As `Justified`, but denser and less even. A picture is cut by a few hundredths, never by more than a fifth, unless it is
/// narrower than 3:10 or wider than 5:1.
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

    func frames(aspects: [Double], size: Size, isOpen: Bool) -> [Rect] {
        MosaicRows(aspects: aspects, size: size, rowHeight: rowHeight, spacing: spacing, isOpen: isOpen).frames
    }
}
