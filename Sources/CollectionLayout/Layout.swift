/// A way to place cells: the rule, before it is known how wide the view is and how many items there are.
///
/// A layout is a value and, by its options, the key under which prepared layouts are shared. To add one, conform a
/// struct of options to this protocol, and to `BandPattern` when its rows repeat at one height: the search, the
/// headers and the content size then come from `PreparedBands`.
package protocol Layout: Hashable, Sendable {
    /// The `kind` in requests: `column`, `justified`, `mosaic`, `list`.
    static var kind: String { get }

    /// Does all the work that depends on the width and on the counts; called again only when one of them changes.
    /// - Parameters:
    ///   - width: of the view in px. Anything but a finite number of at least 1 counts as 1.
    ///   - sectionItemCounts: items of each section, in order; a section may be empty.
    /// - Returns: the frames for that width and those counts.
    /// - Complexity: O(sections); no work per item.
    func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout
}

/// Frames for one width and one set of counts. Items and sections are flat indices of the version it was made for; lengths are px.
///
/// Made by `LayoutDescription`; other packages use it, and do not conform to it.
public protocol PreparedLayout: Sendable {
    /// Items of all sections.
    var itemCount: Int { get }

    /// The whole content, the last row whole and included.
    var contentSize: Size { get }

    /// - Precondition: `0 ≤ flat < itemCount`.
    /// - Complexity: O(log sections).
    func frame(ofItem flat: Int) -> Rect

    /// Items side by side at the same height, `flat` among them: as many as the layout knows without a search,
    /// which may be `flat` alone.
    /// - Precondition: `0 ≤ flat < itemCount`.
    /// - Complexity: O(log sections).
    func row(ofItem flat: Int) -> LayoutRow

    /// One range with every item whose frame meets `rect`. It holds whole rows (whole segments of a mosaic), so it may
    /// hold a few that do not meet the rect. Empty when nothing meets it; then its bounds are where the items would be.
    /// - Complexity: O(log sections).
    func items(in rect: Rect) -> Range<Int>

    /// Headers of the sections that meet `rect`, ascending. A section's header is in it as long as any of the section
    /// is, so that it can stick to the top. Empty when the layout has no headers.
    /// - Complexity: O(log sections + result).
    func headers(in rect: Rect) -> [HeaderElement]

    /// The item under `point`; else the nearest one of the row (the segment of a mosaic) that is nearest in height, so
    /// that beside a short last row it is that row's last item. `nil` when there are no items.
    /// - Complexity: O(log sections + items of a row).
    func item(nearest point: Point) -> Int?

    /// Takes the shapes of items that a viewer is about to see; does nothing in a layout that does not depend on them. A shape
    /// stays until `forgetIncomplete`, so that nothing moves on screen.
    /// - Parameters:
    ///   - items: flat indices.
    ///   - aspectRatio: width ÷ height of the item of a flat index, where it is known. Called for whole blocks of items
    ///     around the range.
    /// - Returns: whether any shape was taken, so that frames may have changed.
    func measure(_ items: Range<Int>, aspectRatio: (Int) -> Double?) -> Bool

    /// Whether frames depend on the shapes of items.
    var goesByShapes: Bool { get }

    /// Discards what was computed without knowing all shapes.
    /// - Returns: whether frames may have changed.
    func forgetIncomplete() -> Bool
}

extension PreparedLayout {
    package func measure(_ items: Range<Int>, aspectRatio: (Int) -> Double?) -> Bool { false }
    package var goesByShapes: Bool { false }
    package func forgetIncomplete() -> Bool { false }
}

extension PreparedLayout {
    package func row(ofItem flat: Int) -> LayoutRow {
        let frame = frame(ofItem: flat)
        return LayoutRow(items: flat..<flat + 1, minY: frame.minY, maxY: frame.maxY)
    }
}

/// A stretch of items at the same height.
public struct LayoutRow: Hashable, Sendable {
    /// Flat indices.
    public var items: Range<Int>
    /// Content px.
    public var minY: Double
    /// Content px.
    public var maxY: Double

    public init(items: Range<Int>, minY: Double, maxY: Double) {
        self.items = items
        self.minY = minY
        self.maxY = maxY
    }
}

/// A section's header.
public struct HeaderElement: Hashable, Sendable {
    /// The section's index.
    public var section: Int
    /// The header's frame while it does not stick.
    public var frame: Rect
    /// The whole section with its header: where a sticking header may travel.
    public var sectionFrame: Rect

    public init(section: Int, frame: Rect, sectionFrame: Rect) {
        self.section = section
        self.frame = frame
        self.sectionFrame = sectionFrame
    }
}
