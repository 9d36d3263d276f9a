/// A layout as a request names it, with every option checked. The key under which prepared layouts are shared.
///
/// The only way to a layout for other packages, so that no layout has a number that it cannot be computed with. A new kind is a new
/// case: switch over `kind`, or with a default.
public enum LayoutDescription: Hashable, Sendable {
    /// Columns of equal cells.
    case column(ColumnFlow)
    /// Segments, cut in four styles or by the shapes of pictures.
    case mosaic(Mosaic)
    /// One item to a row.
    case list(ListFlow)
    /// Rows of pictures in their own shapes.
    case justified(Justified)

    /// The kinds that can be asked for.
    public static let kinds = [ColumnFlow.kind, Justified.kind, Mosaic.kind, ListFlow.kind]

    /// Reads a request's layout: options that are not named keep their defaults.
    ///
    /// | kind | options, with their ranges and defaults in px |
    /// |---|---|
    /// | `column` | `minColumnWidth` 1–4096 (160), `cellHeight` 1–4096 (160), `spacing` 0–256 (8), `inset` 0–256 (8), `headerHeight` 0–256 (0), `minSectionWidth` 0–4096 (0) |
    /// | `justified` | `rowHeight` 16–4096 (200), `spacing` (4), `inset` (4), `headerHeight` (0), `minSectionWidth` (0) |
    /// | `mosaic` | `segmentHeight` 16–4096 (200), `headerHeight` (0), `keepsShapes` (0; 1 for on), `minSectionWidth` (0) |
    /// | `list` | `rowHeight` 16–4096 (64), `spacing` (1), `inset` (8), `headerHeight` (0) |
    ///
    /// Every option counts: one that is unknown, or belongs to another kind only, is an error, as is a number out of range or not finite.
    /// - Parameters:
    ///   - kind: one of `kinds`.
    ///   - options: by name.
    /// - Throws: what is wrong, naming the field.
    public init(kind: String, options: [String: Double] = [:]) throws(LayoutError) {
        var reader = OptionReader(options: options)
        switch kind {
        case ColumnFlow.kind:
            var layout = ColumnFlow()
            try reader.read("minColumnWidth", 1...4096, into: &layout.minColumnWidth)
            try reader.read("cellHeight", 1...4096, into: &layout.cellHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .column(layout)
        case Mosaic.kind:
            var layout = Mosaic()
            try reader.read("segmentHeight", 16...4096, into: &layout.segmentHeight)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("keepsShapes", into: &layout.keepsShapes)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .mosaic(layout)
        case ListFlow.kind:
            var layout = ListFlow()
            try reader.read("rowHeight", 16...4096, into: &layout.rowHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            self = .list(layout)
        case Justified.kind:
            var layout = Justified()
            try reader.read("rowHeight", 16...4096, into: &layout.rowHeight)
            try reader.read("spacing", 0...256, into: &layout.spacing)
            try reader.read("inset", 0...256, into: &layout.inset)
            try reader.read("headerHeight", 0...256, into: &layout.headerHeight)
            try reader.read("minSectionWidth", 0...4096, into: &layout.minSectionWidth)
            self = .justified(layout)
        default:
            throw .unknownKind(kind, known: Self.kinds)
        }
        try reader.end()
    }

    /// The kind by its name, one of `kinds`.
    public var kind: String {
        switch self {
        case .column: ColumnFlow.kind
        case .mosaic: Mosaic.kind
        case .list: ListFlow.kind
        case .justified: Justified.kind
        }
    }

    /// Whether frames depend on the shapes of items.
    public var goesByShapes: Bool {
        switch self {
        case .justified: true
        case .mosaic(let layout): layout.keepsShapes
        case .column, .list: false
        }
    }

    package var layout: any Layout {
        switch self {
        case .column(let layout): layout
        case .mosaic(let layout): layout
        case .list(let layout): layout
        case .justified(let layout): layout
        }
    }

    /// Does all the work that depends on the width and on the counts; to be called again only when one of them changes.
    /// - Parameters:
    ///   - width: of the view in px. Anything but a finite number of at least 1 counts as 1; the most is 1,000,000.
    ///   - sectionItemCounts: items of each section, in order; none negative, a section may be empty.
    /// - Returns: the frames for that width and those counts, safe on any thread.
    /// - Complexity: O(sections); no work per item.
    public func prepare(width: Double, sectionItemCounts: [Int]) -> any PreparedLayout {
        layout.prepare(width: width, sectionItemCounts: sectionItemCounts)
    }
}

/// Why a layout cannot be made as asked.
public enum LayoutError: Error, Hashable, Sendable {
    /// The kind is unknown.
    case unknownKind(String, known: [String])
    /// The kind has no such option; another kind may have it.
    case unknownOption(String)
    /// `value` is not a number within `allowed`, both ends included.
    case outOfRange(option: String, value: Double, allowed: ClosedRange<Double>)

    /// The member of the request that is at fault.
    public var field: String {
        switch self {
        case .unknownKind: "kind"
        case .unknownOption(let option), .outOfRange(let option, _, _): option
        }
    }
}

private struct OptionReader {
    var options: [String: Double]

    mutating func read(
        _ name: String, _ allowed: ClosedRange<Double>, into value: inout Double
    ) throws(LayoutError) {
        guard let given = options.removeValue(forKey: name) else { return }
        guard allowed.contains(given) else { throw .outOfRange(option: name, value: given, allowed: allowed) }
        value = given
    }

    /// A switch: 0 or 1.
    mutating func read(_ name: String, into value: inout Bool) throws(LayoutError) {
        var number = value ? 1.0 : 0
        try read(name, 0...1, into: &number)
        value = number != 0
    }

    func end() throws(LayoutError) {
        if let unknown = options.keys.min() { throw .unknownOption(unknown) }
    }
}
