import CollectionLayout

/// How the page shows a collection first: a kind, and numbers where the cells are to have a size of their own. People choose another one,
/// and so do the element's attributes.
///
///     try server.add(shop, layout: .column(minColumnWidth: 200, cellHeight: 300))
///
/// Lengths are in px. Those of cells are meant at the page's usual size: smaller and larger ones scale with it. Numbers that are not named
/// follow what people choose.
public struct CollectionLayout: Sendable, Equatable {
    let kind: String
    let options: [String: Double]

    private init(_ kind: String, _ options: KeyValuePairs<String, Double?> = [:]) {
        self.kind = kind
        self.options = options.reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    /// Columns of cells of one size, as many as fit.
    public static let column = CollectionLayout("column")
    /// Rows of pictures of one height.
    public static let justified = CollectionLayout("justified")
    /// Blocks of large and small cells.
    public static let mosaic = CollectionLayout("mosaic")
    /// One row for each item.
    public static let list = CollectionLayout("list")

    /// Columns of cells of one size.
    /// - Parameters:
    ///   - minColumnWidth: as many columns as fit are at least this wide: 1 to 4096.
    ///   - cellHeight: 1 to 4096; without it cells are as tall as they are wide.
    ///   - spacing: between cells, 0 to 256.
    ///   - inset: around each section, 0 to 256.
    ///   - headerHeight: of sections' headers, 0 to 256.
    ///   - minSectionWidth: short sections share a line, and are at least this wide: 0 to 4096, 0 for a line each.
    /// - Returns: the layout.
    public static func column(
        minColumnWidth: Double? = nil, cellHeight: Double? = nil, spacing: Double? = nil, inset: Double? = nil,
        headerHeight: Double? = nil, minSectionWidth: Double? = nil
    ) -> CollectionLayout {
        CollectionLayout(
            "column",
            [
                "minColumnWidth": minColumnWidth, "cellHeight": cellHeight, "spacing": spacing, "inset": inset,
                "headerHeight": headerHeight, "minSectionWidth": minSectionWidth,
            ])
    }

    /// Rows of pictures in their shapes.
    /// - Parameters:
    ///   - rowHeight: about that tall, 16 to 4096.
    ///   - spacing: between pictures, 0 to 256.
    ///   - inset: around each section, 0 to 256.
    ///   - headerHeight: of sections' headers, 0 to 256.
    ///   - minSectionWidth: as of columns.
    /// - Returns: the layout.
    public static func justified(
        rowHeight: Double? = nil, spacing: Double? = nil, inset: Double? = nil, headerHeight: Double? = nil,
        minSectionWidth: Double? = nil
    ) -> CollectionLayout {
        CollectionLayout(
            "justified",
            [
                "rowHeight": rowHeight, "spacing": spacing, "inset": inset, "headerHeight": headerHeight,
                "minSectionWidth": minSectionWidth,
            ])
    }

    /// Blocks of large and small cells.
    /// - Parameters:
    ///   - segmentHeight: of a block, 16 to 4096.
    ///   - headerHeight: of sections' headers, 0 to 256.
    ///   - keepsShapes: whether blocks go by the shapes of pictures, and not by a sequence of styles.
    ///   - minSectionWidth: as of columns.
    /// - Returns: the layout.
    public static func mosaic(
        segmentHeight: Double? = nil, headerHeight: Double? = nil, keepsShapes: Bool? = nil,
        minSectionWidth: Double? = nil
    ) -> CollectionLayout {
        CollectionLayout(
            "mosaic",
            [
                "segmentHeight": segmentHeight, "headerHeight": headerHeight,
                "keepsShapes": keepsShapes.map { $0 ? 1 : 0 }, "minSectionWidth": minSectionWidth,
            ])
    }

    /// One row for each item.
    /// - Parameters:
    ///   - rowHeight: 16 to 4096.
    ///   - spacing: between rows, 0 to 256.
    ///   - inset: around each section, 0 to 256.
    ///   - headerHeight: of sections' headers, 0 to 256.
    /// - Returns: the layout.
    public static func list(
        rowHeight: Double? = nil, spacing: Double? = nil, inset: Double? = nil, headerHeight: Double? = nil
    ) -> CollectionLayout {
        CollectionLayout(
            "list", ["rowHeight": rowHeight, "spacing": spacing, "inset": inset, "headerHeight": headerHeight])
    }

    /// - Throws: `bad-layout`
    func check() throws(CollectionError) {
        do throws(LayoutError) { _ = try LayoutDescription(kind: kind, options: options) } catch {
            guard case .outOfRange(let option, let value, let allowed) = error else {
                preconditionFailure("\(kind) takes \(options): \(error)")
            }
            throw CollectionError(
                "bad-layout",
                "\(option) of a layout is \(allowed.lowerBound) to \(allowed.upperBound), and this one is \(value).")
        }
    }
}
