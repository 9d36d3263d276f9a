/// Frames of one block's items, counted from its top left, in rows from edge to edge.
struct JustifiedRows: Sendable {
    /// In item order; integral but for the block's own bounds.
    let frames: [Rect]

    /// - Parameters:
    ///   - aspects: width ÷ height of each item, in order; not empty.
    ///   - size: of the block, in px.
    ///   - rowHeight: the preferred height of a row, in px.
    ///   - spacing: between items and between rows, in px.
    ///   - isOpen: whether the last row may end before the edge, rather than enlarge the few pictures in it.
    /// - Complexity: O(items).
    init(aspects: [Double], size: Size, rowHeight: Double, spacing: Double, isOpen: Bool) {
        let aspects = aspects.map { min(max($0, 0.3), 4) }
        let natural = aspects.reduce(0, +) * (rowHeight + spacing) / max(1, size.width)
        if isOpen, natural <= 1 {
            frames = Self.row(0..<aspects.count, aspects, y: 0, height: size.height, width: size.width, spacing, false)
            return
        }
        // With r rows of about W·r/S px each, the block is W·r²/S px tall.
        let ideal = (aspects.reduce(0, +) * (size.height + spacing) / max(1, size.width)).squareRoot()
        var best: (error: Double, rows: [Range<Int>], heights: [Double]) = (.infinity, [], [])
        let most = min(aspects.count, max(1, Int(ideal) + 1))
        for count in max(1, min(most, Int(ideal) - 1))...most {
            let rows = Self.breaks(aspects, into: count)
            let heights = rows.map { row in
                max(1, (size.width - spacing * Double(row.count - 1)) / aspects[row].reduce(0, +))
            }
            let share = (size.height - spacing * Double(count - 1)) / heights.reduce(0, +)
            let error = max(share, 1 / max(share, 1e-9))
            if error < best.error { best = (error, rows, heights.map { $0 * share }) }
        }
        let (_, rows, heights) = best
        var frames: [Rect] = []
        frames.reserveCapacity(aspects.count)
        var y = 0.0
        for (row, height) in zip(rows, heights) {
            let top = y.rounded()
            let bottom = row.upperBound == aspects.count ? size.height : (y + height).rounded()
            frames += Self.row(row, aspects, y: top, height: max(1, bottom - top), width: size.width, spacing, true)
            y += height + spacing
        }
        self.frames = frames
    }

    /// Where rows end so that their widths are as even as they can be one after another.
    private static func breaks(_ aspects: [Double], into count: Int) -> [Range<Int>] {
        let total = aspects.reduce(0, +)
        var rows: [Range<Int>] = []
        var start = 0
        var sum = 0.0
        for (index, aspect) in aspects.enumerated() {
            let isLast = index == aspects.count - 1
            let goal = total * Double(rows.count + 1) / Double(count)
            let next = sum + aspect + (isLast ? 0 : aspects[index + 1])
            sum += aspect
            let mustEnd = aspects.count - index - 1 == count - rows.count - 1
            let isNearest = rows.count < count - 1 && abs(sum - goal) <= abs(next - goal)
            if isLast || mustEnd && rows.count < count - 1 || isNearest {
                rows.append(start..<index + 1)
                start = index + 1
            }
        }
        return rows
    }

    /// One row's frames. A filled one ends at the edge exactly; another never goes beyond it.
    private static func row(
        _ items: Range<Int>, _ aspects: [Double], y: Double, height: Double, width: Double, _ spacing: Double,
        _ isFilled: Bool
    ) -> [Rect] {
        let free = max(Double(items.count), width - spacing * Double(items.count - 1))
        let natural = aspects[items].reduce(0, +) * height
        let scale = isFilled || natural > free ? free / natural : 1
        var x = 0.0
        return items.map { item in
            let left = x.rounded()
            let right = max(left + 1, (x + aspects[item] * height * scale).rounded())
            x += aspects[item] * height * scale + spacing
            return Rect(x: left, y: y, width: right - left, height: height)
        }
    }
}

/// Rows of one height each, filled from edge to edge by pictures in their own shapes.
///
/// Items come in blocks of `blockRows` rows. A block's place and height follow from counts alone: it is as tall as if
/// every picture had the usual shape. Within it, the shapes that are known decide how many rows there are and where they
/// break; the rows then share the block's height, so that pictures are cut by a few hundredths at most. A shape that
/// becomes known later therefore moves nothing outside its own block: the scroll bar is exact from the start.
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
