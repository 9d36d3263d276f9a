/// A layout in as many columns of a minimum width as fit, with cells of one fixed height.
///
/// columns = max(1, ⌊(w − 2·inset + spacing) / (minColumnWidth + spacing)⌋);
/// cell width = ⌊(w − 2·inset − (columns − 1)·spacing) / columns⌋. The remainder stays free at the right.
/// A section starts with its header, then inset, rows, inset.
public struct ColumnFlow: Layout {
    package static let kind = "column"

    /// The least width of a column in px.
    public package(set) var minColumnWidth: Double
    /// The height of a cell in px.
    public package(set) var cellHeight: Double
    /// Free px between items and between rows.
    public package(set) var spacing: Double
    /// Free px around a section's rows.
    public package(set) var inset: Double
    /// The height of a section's header in px; 0 without headers.
    public package(set) var headerHeight: Double
    /// Sections that follow each other share a line, each below a header of its own, as long as all fit into one row. This is the
    /// minimum width of each, in px, so that its header can be read; 0 when no line is shared.
    public package(set) var minSectionWidth: Double

    package init(
        minColumnWidth: Double = 160, cellHeight: Double = 160, spacing: Double = 8, inset: Double = 8,
        headerHeight: Double = 0, minSectionWidth: Double = 0
    ) {
        self.minColumnWidth = minColumnWidth
        self.cellHeight = cellHeight
        self.spacing = spacing
        self.inset = inset
        self.headerHeight = headerHeight
        self.minSectionWidth = minSectionWidth
    }

    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        let width = usableWidth(width)
        let inner = width - 2 * inset
        let columns = max(1, ((inner + spacing) / (minColumnWidth + spacing)).rounded(.down))
        let cellWidth = max(1, ((inner - (columns - 1) * spacing) / columns).rounded(.down))
        let pattern = RowPattern(
            columns: Int(columns), cell: Size(width: cellWidth, height: cellHeight), spacing: spacing, inset: inset)
        let row = ColumnLineRow(pattern: pattern, minSectionWidth: minSectionWidth, contentWidth: width)
        return PreparedBands<RowPattern>.prepare(
            sectionItemCounts: sectionItemCounts, minSectionWidth: minSectionWidth, row: row
        ) { PreparedBands(pattern: pattern, width: width, headerHeight: headerHeight, sectionItemCounts: $0) }
    }
}

/// One item to a row, over the whole width.
public struct ListFlow: Layout {
    package static let kind = "list"

    /// The height of a row in px.
    public package(set) var rowHeight: Double
    /// Free px between items and between rows.
    public package(set) var spacing: Double
    /// Free px around a section's rows.
    public package(set) var inset: Double
    /// The height of a section's header in px; 0 without headers.
    public package(set) var headerHeight: Double

    package init(rowHeight: Double = 64, spacing: Double = 1, inset: Double = 8, headerHeight: Double = 0) {
        self.rowHeight = rowHeight
        self.spacing = spacing
        self.inset = inset
        self.headerHeight = headerHeight
    }

    package func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        let width = usableWidth(width)
        let cell = Size(width: max(1, (width - 2 * inset).rounded(.down)), height: rowHeight)
        return PreparedBands(
            pattern: RowPattern(columns: 1, cell: cell, spacing: spacing, inset: inset),
            width: width, headerHeight: headerHeight, sectionItemCounts: sectionItemCounts)
    }
}

/// Rows of equal cells.
struct RowPattern: BandPattern {
    let columns: Int
    let cell: Size
    let spacing: Double
    let inset: Double

    var bandHeight: Double { cell.height }
    var bandSpacing: Double { spacing }
    var insetTop: Double { inset }
    var insetBottom: Double { inset }
    var isRowByRow: Bool { true }

    func bandCount(ofItems count: Int) -> Int { (count + columns - 1) / columns }

    func items(inBand band: Int, ofItems count: Int) -> Range<Int> {
        band * columns..<min(count, (band + 1) * columns)
    }

    func band(ofItem item: Int, ofItems count: Int) -> Int { item / columns }

    func frame(ofItem item: Int, inBand band: Int, ofItems count: Int) -> Rect {
        let column = Double(item - band * columns)
        return Rect(x: inset + column * (cell.width + spacing), y: 0, width: cell.width, height: cell.height)
    }
}

/// A width that is safe to compute with, whatever a request contains.
func usableWidth(_ width: Double) -> Double {
    width.isFinite ? min(max(width, 1), 1_000_000) : 1
}
