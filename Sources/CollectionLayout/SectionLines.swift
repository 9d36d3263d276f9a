/// How sections of few items share a line: side by side, each below a header of its own.
///
/// A line takes the place that a section has in a layout without shared lines: a header, then rows. Which sections share one follows from
/// counts alone, so that nothing moves to another line when the shapes of pictures become known.
struct SectionLines: Sendable {
    /// The first section of each line, and the number of sections at the end.
    private(set) var firstSections: [Int] = [0]
    /// Items of each line.
    private(set) var itemCounts: [Int] = []

    /// Maximum items, and sections, of a shared line: a frame in it is found in as many steps, and a request chooses the width.
    private static let itemLimit = 256
    private static let sectionLimit = 64

    /// Takes each section into the line of the one before it, as long as both fit there in one row.
    /// - Complexity: O(sections).
    init(sectionItemCounts: [Int], row: some LineRow) {
        firstSections.reserveCapacity(sectionItemCounts.count + 1)
        var free = -1.0
        for (section, count) in sectionItemCounts.enumerated() {
            let width = row.usualWidth(ofItems: count)
            if let width, width <= free, itemCounts[itemCounts.count - 1] + count <= Self.itemLimit,
                section - firstSections[firstSections.count - 1] < Self.sectionLimit
            {
                itemCounts[itemCounts.count - 1] += count
                free -= width + row.gap
            } else {
                if section > 0 { firstSections.append(section) }
                itemCounts.append(count)
                free = width.map { row.width - $0 - row.gap } ?? -1
            }
        }
        if !sectionItemCounts.isEmpty { firstSections.append(sectionItemCounts.count) }
    }

    var count: Int { itemCounts.count }

    func sections(ofLine line: Int) -> Range<Int> { firstSections[line]..<firstSections[line + 1] }

    /// Whether several sections are in a line. Others are laid out as if no line were shared.
    func isShared(_ line: Int) -> Bool { firstSections[line + 1] - firstSections[line] > 1 }
}

/// The one row of a line that sections share.
protocol LineRow: Sendable {
    /// The width of the line, without insets, in px.
    var width: Double { get }
    /// Free px between two sections.
    var gap: Double { get }
    /// Px from the line's edge to its first item.
    var inset: Double { get }
    /// The height of the row, in px.
    var height: Double { get }

    /// The px that a section takes, judged by its count alone; `nil` when it needs more than a row.
    func usualWidth(ofItems count: Int) -> Double?

    /// Where sections and items are.
    /// - Parameters:
    ///   - counts: items of each section of the line.
    ///   - aspects: width ÷ height of each item of the line.
    /// - Returns: where each section begins, and a frame for each item.
    func place(counts: [Int], aspects: [Double]) -> PlacedLine
}

/// Sections and items of one line; `x` is counted from the content's left edge, `y` from the top of the row.
struct PlacedLine: Sendable {
    /// Left edge of each section's header, and the content's width at the end.
    var edges: [Double]
    /// In item order.
    var frames: [Rect]
}
