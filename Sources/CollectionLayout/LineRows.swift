/// A line of the column layout: each section begins in a column, and takes whole columns.
struct ColumnLineRow: LineRow {
    let pattern: RowPattern
    /// Columns of a section with fewer items, so that its header can be read.
    let minColumns: Int
    let contentWidth: Double

    init(pattern: RowPattern, minSectionWidth: Double, contentWidth: Double) {
        self.pattern = pattern
        self.contentWidth = contentWidth
        let wanted = ((minSectionWidth + pattern.spacing) / (pattern.cell.width + pattern.spacing)).rounded(.up)
        minColumns = min(pattern.columns, max(1, Int(wanted)))
    }

    private var pitch: Double { pattern.cell.width + pattern.spacing }
    var width: Double { Double(pattern.columns) * pitch - pattern.spacing }
    var gap: Double { pattern.spacing }
    var inset: Double { pattern.inset }
    var height: Double { pattern.cell.height }

    func usualWidth(ofItems count: Int) -> Double? {
        guard count <= pattern.columns else { return nil }
        return Double(max(count, minColumns)) * pitch - pattern.spacing
    }

    func place(counts: [Int], aspects: [Double]) -> PlacedLine {
        var line = PlacedLine(edges: [], frames: [])
        var column = 0
        for count in counts {
            line.edges.append(Double(column) * pitch)
            for item in 0..<count {
                let x = pattern.inset + Double(column + item) * pitch
                line.frames.append(Rect(x: x, y: 0, width: pattern.cell.width, height: pattern.cell.height))
            }
            column += max(count, minColumns)
        }
        line.edges.append(contentWidth)
        return line
    }
}

/// A line of pictures in their own shapes, none of them cut: where they are wider than expected, the row is less tall.
struct ShapedLineRow: LineRow {
    let height: Double
    let spacing: Double
    let inset: Double
    let usualAspectRatio: Double
    let minSectionWidth: Double
    let contentWidth: Double

    /// More than between pictures: sections do not begin in columns.
    var gap: Double { max(spacing, 12) }
    var width: Double { max(1, contentWidth - 2 * inset) }

    /// Three gaps at most between two sections: wider ones look as if something were missing there.
    private var maxSpread: Double { 2 * gap }

    /// How much smaller than usual pictures become rather than leave the line: two to a line on a phone. The line still counts as one
    /// row (`BlockLayout.height(ofItems:itemsPerRow:)`).
    private static let packing = 0.87

    func usualWidth(ofItems count: Int) -> Double? {
        let pictures = Double(count) * (usualAspectRatio * height * Self.packing + spacing) - spacing
        return pictures <= width ? max(minSectionWidth, pictures) : nil
    }

    func place(counts: [Int], aspects: [Double]) -> PlacedLine {
        let aspects = aspects.map { min(max($0, 0.3), 5) }
        let scale = fittingScale(counts: counts, aspects: aspects)
        let spread = spread(counts: counts, aspects: aspects, scale: scale)
        var line = PlacedLine(edges: [], frames: [])
        var next = 0
        var start = 0.0
        for count in counts {
            line.edges.append(start.rounded())
            var x = start
            for aspect in aspects[next..<next + count] {
                let own = aspect * height * scale
                let left = (inset + x).rounded()
                let right = min(inset + width, max(left + 1, (inset + x + own).rounded()))
                line.frames.append(
                    Rect(x: left, y: 0, width: max(1, right - left), height: max(1, (height * scale).rounded())))
                x += own + spacing
            }
            next += count
            start += max(minSectionWidth, x - start - spacing) + gap + spread
        }
        line.edges.append(contentWidth)
        return line
    }

    /// The space between two sections besides `gap`, so that a full line of narrow pictures comes as near to the right edge as
    /// `maxSpread` lets it. A line is full when no further section fits into it, by counts, as that is decided.
    private func spread(counts: [Int], aspects: [Double], scale: Double) -> Double {
        guard counts.count > 1, let another = usualWidth(ofItems: 1) else { return 0 }
        let usual = counts.reduce(0) { $0 + (usualWidth(ofItems: $1) ?? width) + gap }
        guard usual + another > width else { return 0 }
        var used = Double(counts.count - 1) * gap
        var next = 0
        for count in counts {
            let pictures = aspects[next..<next + count].reduce(0, +) * height * scale
            used += max(minSectionWidth, pictures + spacing * Double(max(0, count - 1)))
            next += count
        }
        return min(max(0, (width - used) / Double(counts.count - 1)), maxSpread)
    }

    /// The share of the row's height at which the line fits. A section of few pictures takes no less than its header, so that a few
    /// steps may be needed.
    private func fittingScale(counts: [Int], aspects: [Double]) -> Double {
        var scale = 1.0
        for _ in 0..<8 {
            var used = Double(counts.count - 1) * gap
            var elastic = 0.0
            var next = 0
            for count in counts {
                let pictures = aspects[next..<next + count].reduce(0, +) * height * scale
                let fixed = spacing * Double(max(0, count - 1))
                if pictures + fixed > minSectionWidth { elastic += pictures }
                used += max(minSectionWidth, pictures + fixed)
                next += count
            }
            guard used > width, elastic > 0 else { return scale }
            scale *= max(0.1, (elastic - (used - width)) / elastic)
        }
        return scale
    }
}

/// Rows computed from the shapes of pictures, by the flat index of the first of them.
struct MeasuredShapes<Value: Sendable>: Sendable {
    /// Maximum number kept: about 2 KB each. A dropped one is computed again, with the same result.
    private static var limit: Int { 4096 }

    private var values: [Int: Value] = [:]
    /// Those with pictures whose shape was not known.
    private var incomplete: Set<Int> = []

    subscript(first: Int) -> Value? { values[first] }

    mutating func keep(_ value: Value, at first: Int, isComplete: Bool) {
        if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
        values[first] = value
        if !isComplete { incomplete.insert(first) }
    }

    /// - Returns: whether there were any.
    mutating func forgetIncomplete() -> Bool {
        for first in incomplete { values[first] = nil }
        defer { incomplete.removeAll() }
        return !incomplete.isEmpty
    }
}
