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

    /// Puts each section beside the one before it where both fit into one row of columns, else below.
    static func sharedColumn(_ layout: ColumnFlow, width: Double, counts: [Int]) -> LayoutOracle {
        var alone = layout
        alone.minSectionWidth = 0
        let fitting = (width - 2 * layout.inset + layout.spacing) / (layout.minColumnWidth + layout.spacing)
        let columns = max(1, Int(fitting.rounded(.down)))
        let free = width - 2 * layout.inset - Double(columns - 1) * layout.spacing
        let pitch = max(1, (free / Double(columns)).rounded(.down)) + layout.spacing
        var least = 1
        while least < columns, Double(least) * pitch - layout.spacing < layout.minSectionWidth { least += 1 }
        var lines: [[Int]] = []
        for section in counts.indices {
            let used = lines.last.map { $0.reduce(0) { $0 + max(least, counts[$1]) } } ?? columns
            if used + max(least, counts[section]) <= columns {
                lines[lines.count - 1].append(section)
            } else {
                lines.append([section])
            }
        }
        // A line is a section of the layout without shared lines, whose items are moved to the columns of their sections.
        var oracle = column(alone, width: width, counts: lines.map { $0.reduce(0) { $0 + counts[$1] } })
        let (headers, sections) = (oracle.headers, oracle.sections)
        (oracle.headers, oracle.sections) = ([], [])
        var item = 0
        for (number, line) in lines.enumerated() {
            var column = 0
            for section in line {
                for _ in 0..<counts[section] where line.count > 1 {
                    oracle.frames[item].x =
                        layout.inset + Double(column + item - oracle.first(of: section, counts)) * pitch
                    item += 1
                }
                if line.count == 1 { item += counts[section] }
                let x = Double(column) * pitch
                column += max(least, counts[section])
                let end = section == line.last ? width : Double(column) * pitch
                func slot(_ frame: Rect) -> Rect { Rect(x: x, y: frame.y, width: end - x, height: frame.height) }
                oracle.headers.append(slot(headers[number]))
                oracle.sections.append(slot(sections[number]))
            }
        }
        return oracle
    }

    private func first(of section: Int, _ counts: [Int]) -> Int { counts[..<section].reduce(0, +) }

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
