import Synchronization

/// Sections some of which share a line. Lines of one section are `base`'s; this places the others.
final class PreparedLines<Base: SectionedLayout, Row: LineRow>: PreparedLayout {
    private let base: Base
    private let row: Row
    private let lines: SectionLines
    /// First flat index of each section, and the item count at the end.
    private let firstItems: [Int]
    /// By the flat index of a line's first item.
    private let measured = Mutex(MeasuredShapes<PlacedLine>())

    /// `base` is for as many sections as there are lines.
    init(base: Base, row: Row, lines: SectionLines, sectionItemCounts: [Int]) {
        self.base = base
        self.row = row
        self.lines = lines
        firstItems = sectionItemCounts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    }

    var itemCount: Int { base.itemCount }
    var contentSize: Size { base.contentSize }
    var goesByShapes: Bool { base.goesByShapes }

    func frame(ofItem flat: Int) -> Rect {
        precondition(flat >= 0 && flat < itemCount, "item \(flat) of \(itemCount)")
        let line = line(ofItem: flat)
        guard lines.isShared(line) else { return base.frame(ofItem: flat) }
        var frame = placed(line).frames[flat - base.firstItems[line]]
        frame.y += rowTop(line)
        return frame
    }

    func row(ofItem flat: Int) -> LayoutRow {
        let line = line(ofItem: flat)
        guard lines.isShared(line) else { return base.row(ofItem: flat) }
        // All items of the line are equally high.
        let frame = frame(ofItem: flat)
        return LayoutRow(items: items(ofLine: line), minY: frame.minY, maxY: frame.maxY)
    }

    func items(in rect: Rect) -> Range<Int> {
        guard itemCount > 0, !rect.minY.isNaN, !rect.maxY.isNaN else { return 0..<0 }
        var range = base.items(in: rect)
        if let line = sharedLine(at: rect.minY) {
            let first = rowTop(line) + row.height > rect.minY ? base.firstItems[line] : base.firstItems[line + 1]
            range = first..<max(first, range.upperBound)
        }
        guard !rect.isEmpty, rect.minX < contentSize.width, rect.maxX > 0 else {
            return range.lowerBound..<range.lowerBound
        }
        guard let line = sharedLine(at: rect.maxY) else { return range }
        let end = rowTop(line) < rect.maxY ? base.firstItems[line + 1] : base.firstItems[line]
        return range.lowerBound..<max(range.lowerBound, end)
    }

    func headers(in rect: Rect) -> [HeaderElement] {
        sectionHeaders(
            in: rect, tops: base.tops, width: contentSize.width, headerHeight: base.headerHeight
        ).flatMap { element -> [HeaderElement] in
            let line = element.section
            let sections = lines.sections(ofLine: line)
            let edges = sections.count > 1 ? placed(line).edges : [0, element.frame.width]
            return sections.enumerated().map { place, section in
                var element = element
                element.section = section
                element.frame.x = edges[place]
                element.frame.width = max(0, edges[place + 1] - edges[place])
                element.sectionFrame.x = element.frame.x
                element.sectionFrame.width = element.frame.width
                return element
            }
        }
    }

    func item(nearest point: Point) -> Int? {
        guard let other = base.item(nearest: point) else { return nil }
        let point = Point(x: point.x.isFinite ? point.x : 0, y: point.y.isFinite ? point.y : 0)
        let line = line(ofItem: other)
        let around = max(0, line - 1)...min(lines.count - 1, line + 1)
        let near = around.flatMap { lines.isShared($0) ? Array(items(ofLine: $0)) : [] } + [other]
        // First the nearest in height, as in a layout of rows.
        func key(_ flat: Int) -> (Double, Double) {
            let frame = frame(ofItem: flat)
            return (max(0, max(frame.minY - point.y, point.y - frame.maxY)), frame.squaredDistance(to: point))
        }
        return near.min { key($0) < key($1) }
    }

    func measure(_ items: Range<Int>, aspectRatio: (Int) -> Double?) -> Bool {
        guard goesByShapes else { return false }
        var hasTaken = false
        var flat = items.lowerBound
        while flat < min(items.upperBound, itemCount) {
            let line = line(ofItem: flat)
            let whole = self.items(ofLine: line)
            if !lines.isShared(line) {
                hasTaken =
                    base.measure(flat..<min(items.upperBound, whole.upperBound), aspectRatio: aspectRatio) || hasTaken
            } else if measured.withLock({ $0[whole.lowerBound] == nil }) {
                let aspects = whole.map(aspectRatio)
                let placed = place(line, aspects.map { $0 ?? Base.usualAspectRatio })
                measured.withLock { $0.keep(placed, at: whole.lowerBound, isComplete: !aspects.contains(nil)) }
                hasTaken = true
            }
            flat = whole.upperBound
        }
        return hasTaken
    }

    func forgetIncomplete() -> Bool {
        let hasForgotten = measured.withLock { $0.forgetIncomplete() }
        return base.forgetIncomplete() || hasForgotten
    }
}

extension PreparedLines {
    private func line(ofItem flat: Int) -> Int { lastIndex(in: base.firstItems) { $0 <= flat } }

    private func items(ofLine line: Int) -> Range<Int> { base.firstItems[line]..<base.firstItems[line + 1] }

    private func rowTop(_ line: Int) -> Double { base.tops[line] + base.headerHeight + row.inset }

    /// The line about `y`, where sections share it.
    private func sharedLine(at y: Double) -> Int? {
        let line = max(0, lastIndex(in: base.tops) { $0 <= y })
        return line < lines.count && lines.isShared(line) ? line : nil
    }

    private func placed(_ line: Int) -> PlacedLine {
        let items = items(ofLine: line)
        if goesByShapes, let known = measured.withLock({ $0[items.lowerBound] }) { return known }
        return place(line, Array(repeating: Base.usualAspectRatio, count: items.count))
    }

    private func place(_ line: Int, _ aspects: [Double]) -> PlacedLine {
        row.place(counts: lines.sections(ofLine: line).map { firstItems[$0 + 1] - firstItems[$0] }, aspects: aspects)
    }
}

/// A layout of sections one below the other.
protocol SectionedLayout: PreparedLayout {
    /// First flat index of each section, and the item count at the end.
    var firstItems: [Int] { get }
    /// Top edge of each section, and the content's height at the end.
    var tops: [Double] { get }
    /// In px; 0 without headers.
    var headerHeight: Double { get }
    /// Width ÷ height of a picture whose shape is not known, where that matters.
    static var usualAspectRatio: Double { get }
}

extension SectionedLayout {
    /// The layout of as many sections as there are lines, with the sections side by side that share one. `minSectionWidth` is in px; 0
    /// when no line is shared.
    static func prepare<Row: LineRow>(
        sectionItemCounts: [Int], minSectionWidth: Double, row: Row, base: ([Int]) -> Self
    ) -> any PreparedLayout {
        guard minSectionWidth > 0, sectionItemCounts.count > 1 else { return base(sectionItemCounts) }
        let lines = SectionLines(sectionItemCounts: sectionItemCounts, row: row)
        guard lines.count < sectionItemCounts.count else { return base(sectionItemCounts) }
        return PreparedLines(
            base: base(lines.itemCounts), row: row, lines: lines, sectionItemCounts: sectionItemCounts)
    }
}
