/// How one section's items fall into bands (rows, segments) of equal height, one below the other.
///
/// All results are computed from the period of the pattern: O(1), with no list of frames.
protocol BandPattern: Sendable {
    /// Height of every band in px.
    var bandHeight: Double { get }
    /// Free px between two bands.
    var bandSpacing: Double { get }
    /// Free px between the header and the first band, and below the last one.
    var insetTop: Double { get }
    var insetBottom: Double { get }
    /// Whether every item is exactly as high as its band, so that one band is one row.
    var isRowByRow: Bool { get }

    /// How many bands `count` items take.
    func bandCount(ofItems count: Int) -> Int

    /// The items of a band, counted from the section's first.
    func items(inBand band: Int, ofItems count: Int) -> Range<Int>

    /// The band that an item is in.
    func band(ofItem item: Int, ofItems count: Int) -> Int

    /// The item's frame; `y` is counted from the top of its band.
    func frame(ofItem item: Int, inBand band: Int, ofItems count: Int) -> Rect
}
