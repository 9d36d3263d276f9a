import CollectionLayout

/// Every frame, written down one after another the slow and obvious way.
struct LayoutOracle {
    var frames: [Rect] = []
    /// The row or segment that each item is in, over the whole width.
    var bands: [Rect] = []
    var headers: [Rect] = []
    var sections: [Rect] = []
    var height = 0.0

    /// Follows the column formula word by word.
    static func column(_ layout: ColumnFlow, width: Double, counts: [Int]) -> LayoutOracle {
        var oracle = LayoutOracle()
        let fitting = (width - 2 * layout.inset + layout.spacing) / (layout.minColumnWidth + layout.spacing)
        let columns = max(1, Int(fitting.rounded(.down)))
        let free = width - 2 * layout.inset - Double(columns - 1) * layout.spacing
        let cell = Size(width: max(1, (free / Double(columns)).rounded(.down)), height: layout.cellHeight)
        for count in counts {
            let top = oracle.beginSection(width: width, headerHeight: layout.headerHeight)
            oracle.height += layout.inset
            for item in 0..<count {
                if item > 0, item % columns == 0 { oracle.height += cell.height + layout.spacing }
                let x = layout.inset + Double(item % columns) * (cell.width + layout.spacing)
                oracle.frames.append(Rect(x: x, y: oracle.height, width: cell.width, height: cell.height))
                oracle.bands.append(Rect(x: 0, y: oracle.height, width: width, height: cell.height))
            }
            if count > 0 { oracle.height += cell.height }
            oracle.height += layout.inset
            oracle.sections.append(Rect(x: 0, y: top, width: width, height: oracle.height - top))
        }
        return oracle
    }

    /// Walks the sequence segment by segment.
    static func mosaic(_ layout: Mosaic, width: Double, counts: [Int]) -> LayoutOracle {
        var oracle = LayoutOracle()
        for count in counts {
            let top = oracle.beginSection(width: width, headerHeight: layout.headerHeight)
            var left = count
            var step = 0
            while left > 0 {
                let sequence = ["full", "half", "two-one", "one-two"]
                let style = left == 1 ? "full" : left == 2 ? "half" : sequence[step == 0 ? 0 : (step - 1) % 3 + 1]
                let cells = cut(style, y: oracle.height + 1, width: width.rounded(.down), height: layout.segmentHeight)
                oracle.frames += cells
                let band = Rect(x: 0, y: oracle.height + 1, width: width, height: layout.segmentHeight)
                oracle.bands += cells.map { _ in band }
                left -= cells.count
                step += 1
                oracle.height += 1 + layout.segmentHeight
            }
            if count == 0 { oracle.height += 1 }
            oracle.sections.append(Rect(x: 0, y: top, width: width, height: oracle.height - top))
        }
        return oracle
    }

    private mutating func beginSection(width: Double, headerHeight: Double) -> Double {
        let top = height
        headers.append(Rect(x: 0, y: top, width: width, height: headerHeight))
        height += headerHeight
        return top
    }

    private static func cut(_ style: String, y: Double, width: Double, height: Double) -> [Rect] {
        func cell(_ x0: Double, _ x1: Double, _ y0: Double, _ y1: Double) -> Rect {
            Rect(x: x0, y: y + y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
        }
        let half = (height / 2).rounded(.up)
        switch style {
        case "full": return [cell(0, width, 0, height)]
        case "half":
            let middle = (width / 2).rounded(.up)
            return [cell(0, middle, 0, height), cell(middle + 1, width, 0, height)]
        case "two-one":
            let at = (width * 2 / 3).rounded(.up)
            return [cell(0, at, 0, height), cell(at + 1, width, 0, half), cell(at + 1, width, half + 1, height)]
        default:
            let at = (width / 3).rounded(.up)
            return [cell(0, at, 0, half), cell(0, at, half + 1, height), cell(at + 1, width, 0, height)]
        }
    }
}
